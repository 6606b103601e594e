"""A web process applies near deadlines itself, without a task for a worker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from celery import Celery, Task

from core import clock
from matches.models import Deadline, Match, Round
from matches.services.rounds.play import apply_due
from realtime.process import WebProcess
from tests.platform.matches import cast

pytestmark = pytest.mark.django_db(transaction=True)

NEAR_MS = 200
SOON_S = 5


@pytest.fixture
async def process() -> AsyncIterator[WebProcess]:
    found = WebProcess()
    found.begin()
    yield found
    await found.end()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    monkeypatch.setattr(Celery, "send_task", lambda _, name, *args, **more: names.append(name))
    monkeypatch.setattr(Task, "apply_async", lambda self, *args, **more: names.append(self.name))
    return names


def laid() -> Match:
    return cast.dealt(cast.person("Alice"), cast.person("Bob"), tempo="live")


def version(match: Match) -> int:
    return Round.objects.get(match=match).version


def ms_until_due(match: Match) -> int:
    due_ms = Deadline.objects.filter(round__match=match).values_list("due_ms", flat=True)
    return min(due_ms) - clock.now_ms()


def look(match: Match, before_ms: int) -> None:
    """Look at the round this long before its first deadline."""
    with clock.shifted(ms_until_due(match) - before_ms):
        apply_due(match.pk)


async def test_a_timer_applies_it(process: WebProcess, sent: list[str]) -> None:
    match = await sync_to_async(laid)()
    sent.clear()
    await sync_to_async(look)(match, NEAR_MS)
    assert await sync_to_async(version)(match) == 0
    async with asyncio.timeout(SOON_S):
        while not await sync_to_async(version)(match):
            await asyncio.sleep(NEAR_MS / 1000)
    assert "matches.tasks.apply_deadline" not in sent


async def test_without_a_web_process_a_worker_gets_it(sent: list[str]) -> None:
    match = await sync_to_async(laid)()
    sent.clear()
    await sync_to_async(look)(match, NEAR_MS)
    assert sent == ["matches.tasks.apply_deadline"]


def late_bot() -> Match:
    """Return a match with a bot whose worker has not played its turn by its deadline."""
    match = cast.dealt(cast.person("Alice"), bots=1, tempo="live")
    if cast.awaited(match) == 0:
        cast.act(match)
    return match


async def let_it_pass(match: Match, sent: list[str]) -> list[str]:
    """Look at the round after its deadline; return the tasks sent then, and soon after."""
    with clock.shifted(NEAR_MS + await sync_to_async(ms_until_due)(match)):
        sent.clear()
        await sync_to_async(apply_due)(match.pk)
        await asyncio.sleep(3 * NEAR_MS / 1000)
    return sent


# One that waits for a late bot is left to the bot and the sweep. If it was tried again at once, each
# try would send the bot's turn once more, and make the server later.


async def test_no_timer_tries_again_what_waits_for_a_bot(
    process: WebProcess, sent: list[str]
) -> None:
    match = await sync_to_async(late_bot)()
    assert await let_it_pass(match, sent) == ["bots.tasks.play_turn"]


async def test_no_worker_tries_again_what_waits_for_a_bot(sent: list[str]) -> None:
    match = await sync_to_async(late_bot)()
    assert await let_it_pass(match, sent) == ["bots.tasks.play_turn"]
