"""The line at the table that shows the deadline, what happens after it, and whether the clock is
stopped.

All of it comes from deadlines that this viewer may see. Only the player whose clock is stopped
reads the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.hours import zone_of
from core import clock, times
from games.kernel.contract import Deadline, Viewer
from matches.engine import live_round
from matches.engine.clocks import HOUR_MS, holds
from matches.engine.view import View
from matches.models.occupancy import MISSED_BEFORE_TAKEOVER
from matches.store.snapshot import SeatView, Table

SECOND_MS = 1_000
MINUTE_MS = 60 * SECOND_MS
DAY_MS = 24 * HOUR_MS
WEEK_MS = 7 * DAY_MS
_UNITS = (DAY_MS, HOUR_MS, MINUTE_MS)


@dataclass(frozen=True, slots=True)
class Clock:
    """The content of the line that burns down: the short time, the whole sentence, and the bank.

    `told`: the sentence contains the time too. `meant`: words before the short time that name it.
    """

    until: str
    sentence: str
    time_bank: str
    still: bool
    told: bool
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Pausing:
    """A pause as the board shows it: begun or not, the players who want it, and whether you agreed."""

    begun: bool
    wanted_by: str
    agreed: bool


def clock_of(
    table: Table, view: View | None, viewer: Viewer, names: Sequence[str], zone: str = ""
) -> Clock | None:
    """Return the line for the deadline that burns down for this viewer, or None if there is none.

    `zone`: the time zone of a spectator; a seat uses its holder's.
    """
    if view is None or table.live is None:
        return None
    if (
        not view.deadlines
        and table.match.next_round is not None
        and table.match.next_round.due_ms is not None
    ):
        left = length(max(0, table.match.next_round.due_ms - table.now_ms))
        return Clock(left, "", "", still=False, told=False, meant=_("Next round in"))
    forced = _forced(table, viewer)
    if not view.deadlines:
        alone = forced or _free(table.live, view, viewer)
        return Clock("", alone, "", still=False, told=False) if alone else None
    due_ms, _total, deadline = view.deadlines[0]
    still = table.live.clocks.stands_still(deadline, table.now_ms)
    until = _until(table, viewer, due_ms, zone)
    soon = due_ms - table.now_ms < HOUR_MS
    if viewer is not None and deadline.seat == viewer:
        said = [_yours(table, deadline, table.seats[viewer], until, soon=soon)]
    elif viewer is not None and _is_last(table, deadline, table.seats[viewer]):
        said = [_open_for_you(until, soon=soon)]
    else:
        said = [] if soon else [_theirs(table, deadline, names, until)]
    if still:
        said.append(_why(table, deadline, viewer))
    sentence = forced or " ".join(filter(None, said))
    bank = _time_bank(table.live, deadline, viewer)
    meant = _meant(table, deadline, viewer, names)
    return Clock(until, sentence, bank, still, told=until in sentence, meant=meant)


def _forced(table: Table, viewer: Viewer) -> str:
    """Return the sentence for a decision without a choice, which the server makes soon; or ""."""
    if table.live is None or viewer is None or table.pauses.paused:
        return ""
    is_made = not table.seats[viewer].is_program and table.live.forced(viewer) is not None
    return _("There is no choice here: the table does it for you.") if is_made else ""


def _free(live: live_round.LiveRound, view: View, viewer: Viewer) -> str:
    """Return the sentence that no clock runs, if the table waits for this viewer alone; or ""."""
    is_free = live.clocks.untimed and view.observation.awaited == (viewer,)
    return _("Take your time. There is no clock here.") if is_free else ""


def _meant(table: Table, deadline: Deadline, viewer: Viewer, names: Sequence[str]) -> str:
    """Return the words that tell what the short words count: a player's time, or what all may do."""
    if deadline.seat is None:
        return _("%(what)s:") % {"what": _time_for(table, deadline)}
    if deadline.seat == viewer:
        return _("You have")
    return _("%(name)s has") % {"name": names[deadline.seat]}


def _time_for(table: Table, deadline: Deadline) -> str:
    """Return what everyone at the table has time for until this deadline."""
    return _(table.meta.time_for[deadline.kind])


def _time_bank(live: live_round.LiveRound, deadline: Deadline, viewer: Viewer) -> str:
    """Return the rest of your own bank, if this decision may use it."""
    if deadline.seat is None or deadline.seat != viewer:
        return ""
    left_ms = live.clocks.left_ms(deadline.seat)
    if not left_ms or not live.clocks.time_bank_ms(deadline):
        return ""
    return _("Bank: %(left)s.") % {"left": length(left_ms)}


def pausing(table: Table, viewer: Viewer, names: Sequence[str]) -> Pausing | None:
    """Return the pause of this table or the proposal of one; spectators see only a pause."""
    if table.pauses.paused:
        return Pausing(begun=True, wanted_by="", agreed=True)
    if viewer is None or not table.pauses.proposed:
        return None
    wanted = [seat.number for seat in table.seats if seat.user_id in table.pauses.proposed]
    called = ", ".join(names[number] for number in wanted)
    return Pausing(begun=False, wanted_by=called, agreed=viewer in wanted)


def length(ms: int) -> str:
    """Return a length of time in words, in its largest unit."""
    return _counted(ms, next((unit for unit in _UNITS if ms >= 2 * unit), SECOND_MS))


def exactly(ms: int) -> str:
    """Return a length of time in words, in the largest unit of which it is a whole number."""
    return _counted(ms, next((unit for unit in _UNITS if ms % unit == 0), SECOND_MS))


def _counted(ms: int, unit: int) -> str:
    count = -(-ms // unit) if unit == SECOND_MS else ms // unit
    if unit == DAY_MS:
        words = ngettext("%(count)d day", "%(count)d days", count)
    elif unit == HOUR_MS:
        words = ngettext("%(count)d hour", "%(count)d hours", count)
    elif unit == MINUTE_MS:
        words = ngettext("%(count)d minute", "%(count)d minutes", count)
    else:
        words = ngettext("%(count)d second", "%(count)d seconds", count)
    return words % {"count": count}


def _until(table: Table, viewer: Viewer, due_ms: int, zone: str) -> str:
    """Return the due time by the viewer's clock, or the time left if it is under an hour."""
    left_ms = max(0, due_ms - table.now_ms)
    if left_ms < HOUR_MS:
        return length(left_ms)
    person = None if viewer is None else table.pauses.people.get(viewer)
    if person is not None:
        zone = person.hours.time_zone
    is_near = left_ms < WEEK_MS - DAY_MS
    return _by_their_clock(due_ms, zone, is_near, translation.get_language())


@lru_cache(maxsize=10_000)
def _by_their_clock(due_ms: int, zone: str, is_near: bool, _language: str | None) -> str:
    """Return a time by the clock of this zone; cached because everyone at a table reads it."""
    with timezone.override(zone_of(zone)):
        return times.deadline(clock.as_datetime(due_ms), near=is_near)


def _is_last(table: Table, deadline: Deadline, mine: SeatView) -> bool:
    """Return whether a bot takes this seat if its holder lets this deadline pass too."""
    assert table.live is not None
    asked = mine.number in table.live.seats_asked(deadline)
    return asked and not mine.stand_in and mine.missed + 1 >= MISSED_BEFORE_TAKEOVER


def _open_for_you(until: str, *, soon: bool) -> str:
    if soon:
        return _("Open until the bar runs out. Then a bot plays for you.")
    return _("Open until %(until)s. Then a bot plays for you.") % {"until": until}


def _yours(table: Table, deadline: Deadline, mine: SeatView, until: str, *, soon: bool) -> str:
    """Return the sentence about your own time and what happens after it.

    Only you learn that it would be your second time-out in a row. In the last hour the words beside
    it count the time down, and the line burns.
    """
    if mine.stand_in:
        return ""
    if _is_last(table, deadline, mine):
        if soon:
            return _("Play before the bar runs out, or a bot plays for you.")
        return _("Play by %(until)s, or a bot plays for you.") % {"until": until}
    if soon:
        return _("Play before the bar runs out, or the table plays for you.")
    return _("Play by %(until)s, or the table plays for you.") % {"until": until}


def _theirs(table: Table, deadline: Deadline, names: Sequence[str], until: str) -> str:
    if deadline.seat is None:
        what = _time_for(table, deadline)
        return _("%(what)s until %(until)s.") % {"what": what, "until": until}
    name = names[deadline.seat]
    return _("%(name)s has until %(until)s.") % {"name": name, "until": until}


def _why(table: Table, deadline: Deadline, viewer: Viewer) -> str:
    person = None if deadline.seat is None else table.pauses.people.get(deadline.seat)
    if person is None or deadline.seat != viewer or holds(table.now_ms, table.pauses.table):
        return _("The clock is stopped.")
    if holds(table.now_ms, person.vacations):
        return _("The clock is stopped while you are on vacation.")
    return _("The clock is stopped during your quiet hours.")
