"""The messages about a fixture, as each reader sees them."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from accounts.services.mutes import muted_by
from core.numbers import read_id
from core.reportable import Written, WrittenLine
from leagues.models import Fixture, FixtureMessage
from leagues.present.fixture_view import fixture_view
from leagues.season import access
from leagues.season.table_places import place_holders

LINES = 100
"""Messages on a page, the newest."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message. `words`: "" if the reader has muted its author."""

    number: int
    name: str
    words: str
    at: datetime
    is_mine: bool


def letters_for(fixture: Fixture, reader: User) -> list[Letter]:
    """Return the messages about a fixture, the newest last."""
    messages = FixtureMessage.objects.filter(fixture=fixture)
    return letters_by_reader(messages, [reader.pk])[reader.pk]


def letters_by_reader(
    messages: QuerySet[Any], reader_ids: Collection[int]
) -> dict[int, list[Letter]]:
    """Return the newest of these messages as each of these readers sees them, the newest last.

    Each message has an `author`, a `text` and the time `at`.
    """
    newest = list(reversed(messages.select_related("author").order_by("-id")[:LINES]))
    muted = muted_by(reader_ids)
    return {one: _letters(newest, one, muted.get(one, set())) for one in reader_ids}


def _letters(newest: Iterable[Any], reader_id: int, muted: Container[int]) -> list[Letter]:
    return [
        Letter(
            number=one.pk,
            name=one.author.name,
            words="" if one.author_id in muted else one.text,
            at=one.at,
            is_mine=one.author_id == reader_id,
        )
        for one in newest
    ]


def find_written(reader_id: int, name: str) -> Written | None:
    """Return a message by its number, for a reader who wants to report it; also of a muted author."""
    messages = FixtureMessage.objects.select_related("author")
    rows = messages.select_related("fixture__division__season__league", "fixture__game__rules")
    message = rows.filter(pk=read_id(name)).first()
    reader = User.objects.filter(pk=reader_id).first()
    if message is None or reader is None or not may_read(message.fixture, reader):
        return None
    fixture, league = message.fixture, message.fixture.division.season.league
    until = messages.filter(fixture=fixture, pk__lte=message.pk).order_by("-id")[:LINES]
    shown = fixture_view(fixture, None)
    players = {one.entry.user_id for one in shown.seats if one.entry.user_id is not None}
    return Written(
        source=f"leagues.fixturemessage:{message.pk}",
        author_id=message.author_id,
        lines=tuple(WrittenLine(one.author.name, one.text, one.at) for one in reversed(until)),
        where=league.name,
        game=shown.meta.title,
        people=tuple(one.name for one in shown.seats),
        readers=frozenset(players.union(league.organisers.values_list("pk", flat=True))),
        path=reverse("leagues:fixture", args=[league.slug, fixture.pk]),
    )


def belongs_to(fixture: Fixture, user: User) -> bool:
    """Return whether this user plays it or is listed as an organiser of its league."""
    holders = place_holders(fixture.division)
    plays = any(holders[seat.entry_id].user_id == user.pk for seat in fixture.seats.all())
    return plays or fixture.division.season.league.organisers.filter(pk=user.pk).exists()


def may_read(fixture: Fixture, user: User) -> bool:
    """Return whether this user plays it or may organise its league."""
    return belongs_to(fixture, user) or access.may_organise(user, fixture.division.season.league)
