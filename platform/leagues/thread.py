"""What was written about a fixture, as each reader reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.services.mutes import muted_by
from leagues import access
from leagues.models import Fixture, FixtureMessage
from leagues.tables import place_holders

LINES = 100
"""How many messages a page carries, the newest."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message. `words`: "" of somebody whom the reader has muted."""

    name: str
    words: str
    at: datetime
    is_mine: bool


def letters(fixture: Fixture, reader: User) -> list[Letter]:
    """What was written about a fixture, the newest last."""
    muted = muted_by([reader.pk]).get(reader.pk, set())
    newest = FixtureMessage.objects.filter(fixture=fixture).select_related("author")
    return [
        Letter(
            name=one.author.name,
            words="" if one.author_id in muted else one.text,
            at=one.at,
            is_mine=one.author_id == reader.pk,
        )
        for one in reversed(newest.order_by("-id")[:LINES])
    ]


def is_of(fixture: Fixture, user: User) -> bool:
    """Whether this user plays it or is named as an organiser of its league."""
    holders = place_holders(fixture.division)
    plays = any(holders[seat.entry_id].user_id == user.pk for seat in fixture.seats.all())
    return plays or fixture.division.season.league.organisers.filter(pk=user.pk).exists()


def may_read(fixture: Fixture, user: User) -> bool:
    """Whether this user plays it or may organise its league."""
    return is_of(fixture, user) or access.may_organise(user, fixture.division.season.league)
