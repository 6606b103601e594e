"""The matches that a connecting bot receives: all that are open or running, and some that ended."""

from __future__ import annotations

import uuid

import pytest
from channels.db import database_sync_to_async

from api.guide import DOCS
from api.models import Scope
from api.play import matches_to_tell as known
from api.play.matches_to_tell import AT_ONCE, in_portions, matches_to_tell
from core import clock
from matches.models import Match, Seat
from matches.models.match import new_token
from matches.services.rounds import abandonment
from tests.platform.api.programs import bot_called, token_of
from tests.platform.api.sockets import Line, greeted
from tests.platform.matches.cast import dealt, opened, person

pytestmark = pytest.mark.django_db(transaction=True)

HOUR_MS = 3_600_000
MANY = 203
"""More matches than a bot receives without a bound on ended ones."""


def many_like(match: Match) -> list[Match]:
    """Create more tables like this one, with a free seat."""
    copies = [
        Match(
            **{
                field.attname: getattr(match, field.attname)
                for field in Match._meta.concrete_fields
            }
            | {"id": uuid.uuid4(), "invite": new_token()}
        )
        for _ in range(MANY)
    ]
    return Match.objects.bulk_create(copies)


def test_a_busy_bot_is_told_of_every_match_that_goes_on() -> None:
    """A match by correspondence is sent after "hello" and "sync" even with many newer tables.

    Many challenges do not hide it either.
    """
    ada = bot_called("Ada")
    running, table = dealt(ada, bots=1), opened(person("Alice"), bots=1)
    own, challenges = many_like(table), many_like(table)
    Seat.objects.bulk_create(Seat(match=one, number=0, user=ada) for one in own)
    Seat.objects.bulk_create(Seat(match=one, number=1, kept_for=ada) for one in challenges)
    told = matches_to_tell(ada, {})
    assert told == [running.pk, *(one.pk for one in (*own, *challenges))]
    portions = list(in_portions([*told, *told]))
    assert [one for some in portions for one in some] == told
    assert max(map(len, portions)) == AT_ONCE


async def told_until_synced(bot: Line) -> list[dict[str, object]]:
    """Return the messages until "synced"."""
    await bot.send(type="sync")
    came = []
    while (message := await bot.read("position", "synced"))["type"] != "synced":
        came.append(message)
    return came


async def test_what_is_over_is_told_within_a_bound_the_latest_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Many ended matches do not delay the running ones; the end of a known match is always sent."""
    monkeypatch.setattr(known, "ENDED_AT_ONCE", 2)
    monkeypatch.setattr(known, "AT_ONCE", 1)

    def ended() -> tuple[str, list[str], Match]:
        ada = bot_called("Ada")
        over = [dealt(ada, bots=1) for _ in range(3)]
        running = dealt(ada, bots=1)
        for ago, match in enumerate(over):
            with clock.shifted((ago - 3) * HOUR_MS):
                abandonment.abandon_match(match.pk)
        return token_of(ada, Scope.PLAY), [str(one.pk) for one in over], running

    token, over, running = await database_sync_to_async(ended)()
    async with greeted(token) as bot:
        told = await told_until_synced(bot)
        assert [one["match"] for one in told] == [str(running.pk), *over[1:]]
        monkeypatch.setattr(known, "ENDED_AT_ONCE", 0)
        await database_sync_to_async(abandonment.abandon_match)(running.pk)
        (last,) = await told_until_synced(bot)
        assert (last["match"], last["status"]) == (str(running.pk), "aborted")
        assert await told_until_synced(bot) == []


def test_the_guide_says_how_many_that_are_over_are_told() -> None:
    """Programs rely on the limit, so the guide and the code must agree."""
    guide = (DOCS / "api.md").read_text()
    assert f"the latest {known.ENDED_AT_ONCE} of the last day" in guide
    assert known.RECENT.days == 1
