"""The public part of a context is the same for every viewer, and knows no secret of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields as struct_fields

from bots.lab.twins import twin
from core.rendering import cache
from games.kernel import registry
from matches.present.board import context
from matches.present.board_context import BoardContext, Chair, TableContext
from matches.present.presence import Presence
from matches.present.public_context import public_context, public_side
from matches.store.load_match import load_table
from matches.store.snapshot import SeatView, Table
from tests.platform.matches.cast import act, dealt, person, play_out
from tests.sure import sure

MOVES = 8
SALT = b"other cards"
PUBLIC_OF_SEAT = {
    *("number", "user_id", "name", "is_guest", "is_active", "picture", "bot", "stand_in", "ready")
}
"""Fields of a seat that everyone is told: its holder, and whether they are ready."""
OTHERWISE: dict[str, Any] = {"invite": "secret", "host_id": 4711, "dismissed": [4711]}
"""Other values of the facts of a match that not everyone is told."""

pytestmark = pytest.mark.django_db


def shared(kind: type) -> set[str]:
    """Return the fields without a default, which are the same for all viewers."""
    return {field.name for field in struct_fields(kind) if field.default is NODEFAULT}


def tables(slug: str) -> Iterator[Table]:
    """Yield tables of a match before its first moves, and at the end of its round."""
    names = ("Anna", "Bo", "Cleo", "Dora")[: max(3, registry.get(slug).meta.seats[0])]
    match = dealt(*map(person, names), game=slug, public=True)
    for _ in range(MOVES):
        yield load_table(match.pk)
        act(match)
    play_out(match)
    yield load_table(match.pk)


@pytest.mark.parametrize("slug", registry.games())
def test_every_viewer_gets_the_public_context(slug: str) -> None:
    """Others at the page, another address and another time zone change none of it."""
    with cache.rendering_in("de"):
        for table in tables(slug):
            public = public_context(public_side(table))
            for viewer in (None, *range(len(table.seats))):
                shown = context(
                    table,
                    viewer,
                    user_id=None if viewer is None else table.seats[viewer].user_id,
                    origin="" if viewer is None else "https://x.example",
                    present=None if viewer is None else Presence(frozenset({viewer}), viewer),
                    zone="Asia/Tokyo",
                )
                for name in shared(BoardContext) - {"table"}:
                    assert getattr(shown, name) == getattr(public, name), name
                for name in shared(TableContext) - {"seats"}:
                    assert getattr(shown.table, name) == getattr(public.table, name), name
                for chair, known in zip(shown.table.seats, public.table.seats, strict=True):
                    for name in shared(Chair) | {"place"}:
                        assert getattr(chair, name) == getattr(known, name), name


@pytest.mark.parametrize("slug", registry.games())
def test_the_public_side_knows_no_secret(slug: str) -> None:
    """Other hidden cards, and other values of all that only some may know, change nothing."""
    names = {field.name for field in fields(SeatView)} - PUBLIC_OF_SEAT
    hidden: dict[str, Any] = dict.fromkeys(names, "secret")
    for table in tables(slug):
        side, live = public_side(table), sure(table.live)
        seats = [replace(seat, **hidden) for seat in table.seats]
        assert public_side(replace(table, seats=seats)) == side
        assert public_side(replace(table, match=table.match._replace(**OTHERWISE))) == side
        if not live.over:
            other = twin(live, None, table.events(), SALT)
            assert other.state != live.state
            assert public_side(replace(table, live=other)) == side
