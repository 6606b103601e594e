"""The names at a table: people, bots, and the others at it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from core.person_links import person_link
from games.kernel.contract import Seat
from matches import models
from matches.models import Match
from matches.store.snapshot import SeatView, Table

BOT_NAMES = ("Nox", "Momo", "Pim", "Sela", "Tilo", "Lulu", "Zeno", "Ylva")


def name_of(table: Table, seat: SeatView) -> str:
    """Return the name of this seat's holder."""
    return bots_of(table)[seat.number] if seat.bot else seat.name


def names_at(table: Table) -> tuple[str, ...]:
    """Return the names of the holders of the seats, by seat."""
    bots = bots_of(table)
    return tuple(bots[seat.number] if seat.bot else seat.name for seat in table.seats)


def bots_of(table: Table) -> list[str]:
    """Return the names of bots by seat, including a stand-in's; all names are different."""
    own = [seat.name if seat.bot else "" for seat in table.seats]
    others = (bot_name(table.match_id, number) for number in range(len(BOT_NAMES)))
    free = (name for name in others if name not in own)
    return [name or next(free) for name in own]


def bot_at(place: models.Seat) -> str:
    """Return the name of the bot of this row."""
    return place.bot_name or bot_name(place.match_id, place.number)


def bot_numbered(number: int) -> str:
    """Return the name of a bot that is known beyond a table, by its number, from 1."""
    again, which = divmod(number - 1, len(BOT_NAMES))
    return f"{BOT_NAMES[which]} {again + 1}" if again else BOT_NAMES[which]


def bot_name(match_id: uuid.UUID, number: Seat) -> str:
    """Return the name of a bot, by its seat."""
    # The offset avoids the same names at neighbouring tables.
    return BOT_NAMES[(number + match_id.int) % len(BOT_NAMES)]


def names_of(match: Match) -> list[str]:
    """Return the names of the holders of a match's seats, "" for a free seat."""
    return [
        bot_at(place) if place.bot else place.user.name if place.user else ""
        for place in match.seats.all()
    ]


@dataclass(frozen=True, slots=True)
class Others:
    """The others at a table: the names of the people, the number of bots, the number of free seats.

    `links`: the people as links to their cards, for a list that is not itself in a link.
    """

    people: list[str]
    bots: int
    free: int
    links: list[SafeString]


def others_at(match: Match, but: int | None = None) -> Others:
    """Return the others at a table besides this user."""
    places = list(match.seats.all())
    people = [place for place in places if place.user_id and place.user_id != but]
    return Others(
        people=[_called(place) for place in people],
        bots=sum(bool(place.bot) for place in places),
        free=sum(place.is_empty for place in places),
        links=[_linked(place) for place in people],
    )


def _called(place: models.Seat) -> str:
    """Return the name of another person at a table, with a note if a bot plays for them."""
    assert place.user is not None
    return _noted(place) % {"name": place.user.name}


def _linked(place: models.Seat) -> SafeString:
    """Return the same with the name as a link."""
    assert place.user is not None
    user = place.user
    name = person_link(user.name) if user.is_active else escape(user.name)
    return mark_safe(escape(_noted(place)) % {"name": name})


def _noted(place: models.Seat) -> str:
    is_away = place.stand_in and place.match.status == Match.Status.RUNNING
    return gettext("%(name)s (a bot plays)") if is_away else "%(name)s"
