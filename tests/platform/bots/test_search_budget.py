"""A server with overdue bot turns lets bots think less, and catches up."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from bots import search_budget, take_turn
from bots.models import Thought
from bots.tasks import play_turn
from core import clock
from games.kernel.search import Search
from matches.models import Outbox
from matches.services.rounds import start
from matches.services.seating import tables
from matches.store import outbox
from tests.platform.matches.cast import act, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Outbox:
    """The turn of a hard bot; no other work is due."""
    cache.clear()
    alice = person("Alice")
    match = tables.open_match(alice, "daumen_drauf", seats=3, bots=["hard", "hard"])
    start.get_ready(match.pk, alice, "a1b2")
    for _ in range(30):
        found = Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()
        if found is not None:
            break
        assert act(match).refusal is None
    assert found is not None
    Outbox.objects.exclude(pk=found.pk).delete()
    return found


def budgets(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the budgets of all bots that are called from now on."""
    found: list[int] = []
    ask = Search.__call__

    def asked(bot: Any, *question: Any) -> Any:
        found.append(bot.playouts)
        return ask(bot, *question)

    monkeypatch.setattr(Search, "__call__", asked)
    return found


@pytest.mark.parametrize(
    ("late_ms", "share"), [(-2_000, 1), (250, 1), (500, 1 / 2), (2_000, 1 / 8), (2_001, 0)]
)
def test_the_later_the_server_the_less_is_thought(
    row: Outbox, late_ms: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = budgets(monkeypatch)
    with clock.stopped(row.due_ms + late_ms):
        take_turn.think_ahead(row)
    assert found == [240 * share]
    assert search_budget.count_hurried() == (share < 1)


def test_a_late_bot_plays_all_the_same(row: Outbox) -> None:
    """Its stored search result is deleted."""
    with clock.stopped(row.due_ms + 60_000):
        take_turn.think_ahead(row)
        play_turn(row.pk)
    assert row.seat is not None
    assert row.round.moves.filter(seat=row.seat).count() == 1
    assert not Thought.objects.filter(seat=row.seat).exists()


def test_without_a_cache_it_thinks_less_and_is_not_counted(
    row: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise ConnectionError

    found = budgets(monkeypatch)
    monkeypatch.setattr("bots.search_budget.cache.add", gone)
    with clock.stopped(row.due_ms + 400):
        take_turn.think_ahead(row)
    assert found == [120]
