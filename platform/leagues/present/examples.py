"""An example for each setting of a league, shown beside its field in the form."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

EXAMPLES = {
    "slug": _("“Kitchen league” becomes /leagues/kitchen-league/."),
    "live": _(
        "Live, three people agree on Thursday at eight; by correspondence, each of them moves"
        " whenever there is a minute."
    ),
    "seats": _("With 3, three people of a division play each match."),
    "matches_each": _("With 6 matches and 3 seats, everybody sits down with 12 opponents in all."),
    "at_once": _("With 2, your third match begins when one of the first two is over."),
    "appointment_days": _("With 10, a match that comes up on 1 March is to be played by 11 March."),
    "division_size": _("With 12, thirty people play in divisions of 12, 12 and 6."),
    "moving": _(
        "With 2, the last two of the first division change places with the first two of the second."
    ),
    "counts": _(
        "By places, winning with 60 points or with 31 is the same. By points, the 60 are added up."
    ),
    "tie_breaks": _(
        "Anna and Ben have 14 points each. If first places decide first, Anna, who has won three"
        " matches, is ahead of Ben, who has won two."
    ),
    "corrections": _(
        "A table let a word pass, and the word court says that it is invalid: the points of that"
        " match change, or it is only said beside it."
    ),
    "void": _(
        "A match turns out to have been played by one person with two accounts: it is played once"
        " more, or nobody gets anything for it."
    ),
    "sign_up_days": _("With 7, sign-up opens on 1 March, and the season begins on 8 March."),
    "season_days": _("With 30, a season that begins on 8 March ends on 7 April."),
    "break_days": _("With 7, sign-up for the next season opens a week after this one has ended."),
    "continues": _(
        "Everybody who played the first season is signed up for the second, and may withdraw until it"
        " begins."
    ),
    "confirm_draw": _("You see that two sisters would meet in each match, and have it drawn anew."),
    "most": _("With 24, whoever comes as the 25th waits until somebody drops out."),
    "substitutes": _(
        "Anna drops out after four matches. Ben, who waits, goes on with her points and the matches"
        " to come."
    ),
}
"""Examples by field."""
