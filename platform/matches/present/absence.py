"""What one viewer is shown and offered where people are away from a running match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from games.kernel.contract import Seat, Viewer
from matches.models import Departure, Match
from matches.table.snapshot import Away, Table

LINES = 6
"""How many of the last departures stand in the log's column."""


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody for whom a bot plays; `offer_url`: who follows it takes the seat over, "" for none."""

    number: Seat
    name: str
    bot: str
    is_you: bool
    offer_url: str


def context(
    table: Table, viewer: Viewer, user_id: int | None, bots: list[str], origin: str
) -> dict[str, Any]:
    """For whom bots play, what this viewer may do about it, and who came and went.

    `bots`: what a bot is called there, by seat.
    """
    is_running = table.status == Match.Status.RUNNING and table.live is not None
    mine = None if viewer is None else table.seats[viewer]
    may_offer = viewer is not None or (user_id is not None and user_id == table.host_id)
    return {
        "absent": tuple(
            Absent(
                number=seat.number,
                name=seat.name,
                bot=bots[seat.number],
                is_you=seat.number == viewer,
                offer_url=origin + reverse("lobby:invitation", args=[seat.offer])
                if may_offer and seat.offer
                else "",
            )
            for seat in table.seats
            if is_running and seat.stand_in
        ),
        "may_offer": may_offer,
        "may_leave": is_running and mine is not None and not mine.stand_in,
        "untimed": table.live is not None and table.live.clocks.untimed,
        "is_deserted": is_running and table.is_deserted,
        "has_ended": table.status == Match.Status.ABORTED and table.live is not None,
        "was_stopped": not table.is_deserted,
        "came_and_went": tuple(line for away in table.departures[-LINES:] for line in _lines(away)),
    }


def _lines(away: Away) -> list[str]:
    """That somebody went, and what became of it."""
    facts = {"name": away.name, "other": away.followed_by}
    if away.why == Departure.Why.AWAY:
        lines = [gettext("%(name)s let the time run out twice: a bot plays on.")]
    else:
        lines = [gettext("%(name)s has left: a bot plays on.")]
    if away.followed_by is not None:
        lines.append(gettext("%(other)s has taken over the seat of %(name)s."))
    elif away.back_at is not None:
        lines.append(gettext("%(name)s is back."))
    return [line % facts for line in lines]
