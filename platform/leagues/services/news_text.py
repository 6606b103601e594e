"""The text of a league's news: a sentence for each kind, and further sentences below it."""

from __future__ import annotations

from games.kernel.contract import N_
from leagues.models import News

Kind = News.Kind

WITH = N_("You play with %(names)s.")
TIMES = {Kind.ARRANGE, Kind.OVERDUE}
"""Kinds whose time is the last day for the match; others bring their own time."""

SENTENCES: dict[str, str] = {
    Kind.OPEN: N_("%(league)s: you can sign up for season %(season)s."),
    Kind.STAYS: N_(
        "%(league)s: you are signed up for season %(season)s, too. Withdraw if you do not want to play."
    ),
    Kind.DATES: N_("%(league)s: season %(season)s has other dates."),
    Kind.CALLED_OFF: N_("%(league)s: season %(season)s is called off."),
    Kind.BEGUN: N_("%(league)s: season %(season)s begins."),
    Kind.ARRANGE: N_("%(league)s: agree on a time for match %(match)s by %(at)s."),
    Kind.PROPOSED: N_("%(league)s: somebody proposes to play match %(match)s on %(at)s."),
    Kind.MOVED: N_(
        "%(league)s: match %(match)s does not begin on %(was)s. Somebody proposes %(at)s."
    ),
    Kind.AGREED: N_("%(league)s: all have agreed to play match %(match)s on %(at)s."),
    Kind.WITHDRAWN: N_("%(league)s: %(name)s cannot play match %(match)s on %(was)s."),
    Kind.WIPED: N_(
        "%(league)s: %(name)s has dropped out, so match %(match)s does not begin on %(was)s."
    ),
    Kind.WROTE: N_("%(league)s: somebody wrote to you about match %(match)s."),
    Kind.SOON: N_("%(league)s: match %(match)s begins on %(at)s."),
    Kind.OVERDUE: N_("%(league)s: match %(match)s has no appointment yet. It is due on %(at)s."),
    Kind.DECIDED: N_("%(league)s: match %(match)s was decided without being played out."),
    Kind.VOIDED: N_("%(league)s: match %(match)s is void."),
    Kind.CORRECTED: N_("%(league)s: another result of match %(match)s counts now."),
    Kind.REOPENED: N_("%(league)s: match %(match)s is to be played after all."),
    Kind.PLACE: N_("%(league)s: a place became free, and you play in season %(season)s."),
    Kind.REPLACED: N_("%(league)s: %(name)s now plays for %(gone)s in match %(match)s."),
    Kind.TAKEN_OUT: N_("%(league)s: you do not take part in season %(season)s any more."),
    Kind.VACATED: N_("%(league)s: %(name)s has dropped out of season %(season)s."),
    Kind.FOLLOWED: N_(
        "%(league)s: %(name)s has dropped out of season %(season)s. %(follows)s takes over the place."
    ),
    Kind.ENDED: N_("%(league)s: season %(season)s is over."),
}

MORE: dict[str, tuple[str, ...]] = {
    Kind.OPEN: (N_("Its dates and rules stand on the page of the league."),),
    Kind.STAYS: (N_("Its dates and rules stand on the page of the league."),),
    Kind.BEGUN: (N_("Your division and your matches stand on the page of the league."),),
    Kind.ARRANGE: (N_("One of you proposes a time, and the others agree."),),
    Kind.PROPOSED: (N_("Agree to it, or propose another time."),),
    Kind.MOVED: (N_("Agree to it, or propose another time."),),
    Kind.AGREED: (N_("The table then opens by itself."),),
    Kind.WITHDRAWN: (N_("There is no appointment now. Propose another time."),),
    Kind.WIPED: (N_("There is no appointment now. Propose another time."),),
    Kind.WROTE: (N_("Read and answer it on the page of the match."),),
    Kind.SOON: (N_("The table then opens by itself."),),
    Kind.OVERDUE: (N_("Without an appointment it is decided without being played."),),
    Kind.VOIDED: (N_("It counts for nobody."),),
    Kind.PLACE: (N_("Your division and your matches stand on the page of the league."),),
    Kind.VACATED: (N_("Nobody waits for the place."),),
    Kind.ENDED: (N_("The final tables stand on the page of the league."),),
}
"""Sentences below the one of the same kind."""

IF_KNOWN: dict[str, str] = {
    "begins": N_("It begins on %(begins)s."),
    "ends": N_("It ends on %(ends)s."),
    "before": N_("Before, this counted: %(before)s."),
    "again": N_("It is played once more."),
    "reason": N_("Reason: %(reason)s"),
    "by": N_("Decided by %(by)s."),
}
"""Sentences that are added if a fact of this name exists."""
