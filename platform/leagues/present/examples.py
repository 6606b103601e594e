"""An example for each setting of a league, shown beside its field in the form."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

EXAMPLES = {
    "slug": _("“Kitchen league” becomes /leagues/kitchen-league/."),
    "live": _(
        "Live: three people agree on Thursday at eight. By correspondence: each of them "
        "moves whenever they have a minute."
    ),
    "seats": _("With 3, each match is played by three people of a division."),
    "matches_each": _("With 6 matches at tables of 3, each player has 12 opponents in all."),
    "at_once": _("With 2, your third match begins when one of the first two is over."),
    "appointment_days": _("With 10, a match announced on 1 March has to be played by 11 March."),
    "division_size": _("With 12, thirty people play in divisions of 12, 12 and 6."),
    "moving": _(
        "With 2, the last two of division 1 change places with the first two of division 2."
    ),
    "counts": _(
        "By places, winning with 60 points is the same as winning with 31. By points, the 60 "
        "are added up."
    ),
    "tie_breaks": _(
        "Anna and Ben have 14 points each. If most first places comes first, Anna (three "
        "wins) is ahead of Ben (two wins)."
    ),
    "corrections": _(
        "A table accepted a word, and the word court rules that it is invalid. Either the "
        "points of that match change, or the ruling is only shown."
    ),
    "void": _(
        "It turns out that one person played a match with two accounts. The match is played "
        "again, or it counts for nobody."
    ),
    "sign_up_days": _("With 7, sign-up opens on 1 March, and the season begins on 8 March."),
    "season_days": _("With 30, a season that begins on 8 March ends on 7 April."),
    "break_days": _("With 7, sign-up for the next season opens a week after this one ends."),
    "continues": _(
        "All players of the first season are signed up for the second. They can withdraw "
        "until it begins."
    ),
    "confirm_draw": _(
        "You see that two sisters would meet in every match, and ask for new pairings."
    ),
    "most": _("With 24, the 25th player waits until another drops out."),
    "substitutes": _(
        "Anna drops out after four matches. Ben, first on the waiting list, takes over her "
        "points and her remaining matches."
    ),
}
"""Examples by field."""
