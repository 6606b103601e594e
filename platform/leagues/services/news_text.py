"""The text of a league's news: a sentence for each kind, and further sentences below it."""

from __future__ import annotations

from games.kernel.contract import N_
from leagues.models import News

Kind = News.Kind

WITH = N_("You play against %(names)s.")
TIMES = {Kind.ARRANGE, Kind.OVERDUE}
"""Kinds whose time is the last day for the match; others bring their own time."""

SENTENCES: dict[str, str] = {
    Kind.OPEN: N_("%(league)s: you can sign up for season %(season)s."),
    Kind.STAYS: N_(
        "%(league)s: you are also signed up for season %(season)s. Withdraw if you do not "
        "want to play."
    ),
    Kind.DATES: N_("%(league)s: the dates of season %(season)s have changed."),
    Kind.CALLED_OFF: N_("%(league)s: season %(season)s is cancelled."),
    Kind.BEGUN: N_("%(league)s: season %(season)s begins."),
    Kind.ARRANGE: N_("%(league)s: agree on a time for match %(match)s by %(at)s."),
    Kind.PROPOSED: N_("%(league)s: a player proposes to play match %(match)s on %(at)s."),
    Kind.MOVED: N_(
        "%(league)s: match %(match)s will not be played on %(was)s. A player proposes %(at)s."
    ),
    Kind.AGREED: N_(
        "%(league)s: match %(match)s will be played on %(at)s. All players have agreed."
    ),
    Kind.WITHDRAWN: N_("%(league)s: %(name)s cannot play match %(match)s on %(was)s."),
    Kind.WIPED: N_(
        "%(league)s: %(name)s has dropped out, so match %(match)s will not be played on %(was)s."
    ),
    Kind.WROTE: N_("%(league)s: a player wrote to you about match %(match)s."),
    Kind.SOON: N_("%(league)s: match %(match)s begins on %(at)s."),
    Kind.OVERDUE: N_("%(league)s: please agree on a time for match %(match)s by %(at)s."),
    Kind.DECIDED: N_("%(league)s: match %(match)s was decided without being played to the end."),
    Kind.VOIDED: N_("%(league)s: match %(match)s is void."),
    Kind.CORRECTED: N_("%(league)s: match %(match)s has a new result."),
    Kind.REOPENED: N_("%(league)s: match %(match)s will be played after all."),
    Kind.PLACE: N_("%(league)s: a place is free. You are in season %(season)s."),
    Kind.REPLACED: N_("%(league)s: %(name)s plays match %(match)s in place of %(gone)s."),
    Kind.TAKEN_OUT: N_("%(league)s: you are no longer in season %(season)s."),
    Kind.VACATED: N_("%(league)s: %(name)s has dropped out of season %(season)s."),
    Kind.FOLLOWED: N_(
        "%(league)s: %(name)s has dropped out of season %(season)s. %(follows)s takes over the place."
    ),
    Kind.ENDED: N_("%(league)s: season %(season)s is over."),
}

MORE: dict[str, tuple[str, ...]] = {
    Kind.OPEN: (N_("Its dates and rules are on the league page."),),
    Kind.STAYS: (N_("Its dates and rules are on the league page."),),
    Kind.BEGUN: (N_("Your division and your matches are on the league page."),),
    Kind.ARRANGE: (N_("One of you proposes a time, and the others accept."),),
    Kind.PROPOSED: (N_("Accept it, or propose another time."),),
    Kind.MOVED: (N_("Accept it, or propose another time."),),
    Kind.AGREED: (N_("The table opens automatically."),),
    Kind.WITHDRAWN: (N_("There is no agreed time now. Propose another one."),),
    Kind.WIPED: (N_("There is no agreed time now. Propose another one."),),
    Kind.WROTE: (N_("Read it and answer on the match page."),),
    Kind.SOON: (N_("The table opens automatically."),),
    Kind.OVERDUE: (
        N_("If you do not agree on a time, the match is decided without being played."),
    ),
    Kind.VOIDED: (N_("It counts for nobody."),),
    Kind.PLACE: (N_("Your division and your matches are on the league page."),),
    Kind.VACATED: (N_("Nobody is waiting for the place."),),
    Kind.ENDED: (N_("The final standings are on the league page."),),
}
"""Sentences below the one of the same kind."""

IF_KNOWN: dict[str, str] = {
    "begins": N_("It begins on %(begins)s."),
    "ends": N_("It ends on %(ends)s."),
    "before": N_("Previous result: %(before)s."),
    "again": N_("It will be played again."),
    "reason": N_("Reason: %(reason)s"),
    "by": N_("Decided by %(by)s."),
}
"""Sentences that are added if a fact of this name exists."""
