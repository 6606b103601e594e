"""Texts and offers for one viewer about people who are away from a running match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from core.previews.preview import shared_path
from core.refusals import refused, sentence
from games.kernel.contract import Seat, Viewer
from matches.engine import substitution
from matches.models import Departure, Match
from matches.present import timing
from matches.present.seat_names import bots_of, name_of
from matches.store.snapshot import Away, SeatView, Table

LINES = 6
"""Number of recent departures in the column of the log."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A player for whom a bot plays.

    `offer_url`: the link to take the seat over, "" for none. `wanted`: a substitute was requested.
    `may_take_back`: the viewer has agreed to it and may withdraw. `missing`: the names of the
    players who have not agreed yet. `why_none`: why no substitute may come, "" if one may. `time`:
    the holder's time to object, in words. `is_slow`: that time does not run in quiet hours and on
    vacation.
    """

    number: Seat
    name: str
    bot: str
    is_you: bool
    offer_url: str
    wanted: bool
    may_agree: bool
    may_take_back: bool
    missing: tuple[str, ...]
    why_none: str
    time: str
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Absence:
    """The players for whom bots play, as one viewer may know it.

    `followed_by`: the name of the person who plays on in the viewer's seat, "" for none. `untimed`:
    no clock runs. `has_ended`: the match ended before it was decided. `was_stopped`: a decision of
    a person ended it. `is_given_up`: no person plays any more.
    """

    seats: tuple[Absent, ...] = ()
    followed_by: str = ""
    untimed: bool = False
    is_given_up: bool = False
    has_ended: bool = False
    was_stopped: bool = False


def absence_seen_by(table: Table, viewer: Viewer, user_id: int | None, origin: str) -> Absence:
    """Return the players for whom bots play, with the actions that this viewer has."""
    is_running = _is_running(table)
    away = {one.seat: one for one in table.match.departures if one.goes_on}
    bots = bots_of(table) if away else []
    theirs = table.returns(user_id)
    return Absence(
        seats=tuple(
            _absent(table, seat, away[seat.number], viewer, bots[seat.number], origin)
            for seat in table.seats
            if is_running and seat.stand_in and seat.number in away
        ),
        followed_by=theirs.name if is_running and theirs is not None else "",
        untimed=table.live is not None and table.live.clocks.untimed,
        is_given_up=is_running and table.is_given_up,
        has_ended=table.match.status == Match.Status.ABORTED and table.live is not None,
        was_stopped=not table.is_given_up,
    )


def may_leave(table: Table, viewer: Viewer) -> bool:
    """Return whether this viewer may leave the match to a bot."""
    mine = None if viewer is None else table.seats[viewer]
    return _is_running(table) and mine is not None and not mine.stand_in


def came_and_went(departures: Sequence[Away]) -> tuple[str, ...]:
    """Return a sentence for each departure from the table and each return."""
    return tuple(line for away in departures[-LINES:] for line in _lines(away))


def _is_running(table: Table) -> bool:
    return table.match.status == Match.Status.RUNNING and table.live is not None


def _absent(
    table: Table, seat: SeatView, away: Away, viewer: Viewer, bot: str, origin: str
) -> Absent:
    why = substitution.why_none(table.match, seat.number, table.seats, away)
    missing = substitution.still_asked(table.seats, seat.number, away.agreed)
    user_id = None if viewer is None else table.seats[viewer].user_id
    has_link = viewer is not None and bool(seat.offer) and not why and not missing
    return Absent(
        number=seat.number,
        name=seat.name,
        bot=bot,
        is_you=seat.number == viewer,
        offer_url=origin + shared_path(reverse("lobby:invitation", args=[seat.offer]))
        if has_link
        else "",
        wanted=away.asked_at is not None and not why,
        may_agree=viewer is not None and not why and user_id not in away.agreed,
        may_take_back=viewer is not None and not why and user_id in away.agreed,
        missing=tuple(name_of(table, one) for one in missing),
        why_none="" if viewer is None or not why else _said(why, is_you=seat.number == viewer),
        time=""
        if seat.user_id in away.agreed
        else timing.length(substitution.ms_to_object(table.match.pace)),
        is_slow=substitution.takes_hours(table.match.pace),
    )


def _said(why: str, *, is_you: bool) -> str:
    """Return why no substitute may take a seat, in words for its holder or for others."""
    if is_you and why == "substitute_unwanted":
        return gettext("You do not want a substitute. A bot plays instead.")
    return sentence(refused(why).refusal)


def _lines(away: Away) -> list[str]:
    """Return the sentences about one departure and its end."""
    facts = {"name": away.name, "other": away.followed_by}
    if away.why == Departure.Why.AWAY:
        lines = [gettext("%(name)s ran out of time twice. A bot plays instead.")]
    else:
        lines = [gettext("%(name)s has left. A bot plays instead.")]
    if away.followed_by is not None:
        lines.append(gettext("%(other)s has taken over the seat of %(name)s."))
    if away.back_at is not None:
        lines.append(gettext("%(name)s is back."))
    return [line % facts for line in lines]
