"""Admission: pages enter a few at a time, in order; a page that leaves takes no turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from channels.exceptions import StopConsumer

from realtime.admission import (
    AT_ONCE,
    AWAY_S,
    MOST_OF_A_NETWORK,
    MOST_WAITING,
    Admission,
    ComeBack,
    admission,
    lets_in_soon,
)
from realtime.close_codes import LATER
from realtime.inbox import MOST_AHEAD, Inbox, Message
from realtime.sockets import Socket

# The threads of sockets close old connections before each call.
pytestmark = pytest.mark.django_db(transaction=True)

SLOW_S = 0.5


class Page(Socket):
    """A page whose messages go to a queue, and the messages so far."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.told: list[Message] = []
        self.scope = {}
        self.inbox = Inbox(self.sent.get)
        self.entered = False

    async def base_send(self, message: Message) -> None:
        self.told.append(message)

    async def come(self, work: Callable[[], Awaitable[object]]) -> None:
        async with self.admitted():
            self.entered = True
            await work()


async def _soon() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_few_at_a_time_in_their_order() -> None:
    async def scene() -> None:
        queue, inside, order = Admission(), 0, []

        async def one(number: int) -> None:
            nonlocal inside
            place = queue.join()
            await place.turn
            inside += 1
            assert inside <= AT_ONCE
            order.append(number)
            await asyncio.sleep(0)
            inside -= 1
            queue.leave(place)

        await asyncio.gather(*(one(number) for number in range(50)))
        assert order == list(range(50))
        assert queue.wait_s() == 0

    asyncio.run(scene())


def test_a_page_that_has_gone_is_not_let_in() -> None:
    async def scene() -> None:
        go_on = asyncio.Event()
        pages = [Page() for _ in range(AT_ONCE + 2)]
        coming = [asyncio.ensure_future(page.come(go_on.wait)) for page in pages]
        await _soon()
        gone, stays = pages[AT_ONCE:]
        gone.sent.put_nowait({"type": "websocket.receive", "text": "{}"})
        gone.sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        with pytest.raises(StopConsumer):
            await coming[AT_ONCE]
        go_on.set()
        await asyncio.wait(coming)
        assert not gone.entered
        assert stays.entered
        assert admission().wait_s() == 0

    asyncio.run(scene())


def test_a_crowd_at_one_address_delays_others_within_bounds() -> None:
    async def scene() -> None:
        queue = Admission()
        here, elsewhere = "203.0.113.7", "198.51.100.9"
        places = [queue.join(here) for _ in range(AT_ONCE + MOST_OF_A_NETWORK)]
        with pytest.raises(ComeBack) as later:
            queue.join(here)
        assert AWAY_S[0] <= later.value.seconds <= AWAY_S[1]
        places.append(queue.join(elsewhere))
        queue.leave(places.pop(AT_ONCE))
        places.append(queue.join(here))
        for place in places:
            assert place.turn.done(), "its turn comes after the pages before it have left"
            queue.leave(place)
        assert queue.wait_s() == 0

    asyncio.run(scene())


def test_what_a_page_says_while_it_waits_is_heard_after_it() -> None:
    async def scene() -> None:
        go_on = asyncio.Event()
        pages = [Page() for _ in range(AT_ONCE + 1)]
        coming = [asyncio.ensure_future(page.come(go_on.wait)) for page in pages]
        await _soon()
        talks = pages[-1]
        for number in range(MOST_AHEAD + 5):
            talks.sent.put_nowait({"type": "websocket.receive", "text": str(number)})
        await _soon()
        assert talks.sent.qsize() == 5, "more is left where the connection is counted"
        go_on.set()
        await asyncio.wait(coming)
        heard = [(await talks.inbox.take())["text"] for _ in range(MOST_AHEAD + 5)]
        assert heard == [str(number) for number in range(MOST_AHEAD + 5)]

    asyncio.run(scene())


def test_a_page_at_a_full_queue_is_told_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = 30
    monkeypatch.setattr("realtime.admission.MOST_WAITING", most)

    async def scene() -> None:
        go_on = asyncio.Event()
        pages = [Page() for _ in range(AT_ONCE + most + 20)]
        # All at the same moment, so that each could find the queue empty.
        coming = [asyncio.ensure_future(page.come(go_on.wait)) for page in pages]
        await _soon()
        late = pages[-1]
        assert [message["type"] for message in late.told] == ["websocket.send", "websocket.close"]
        assert late.told[1]["code"] == LATER
        later = [json.loads(page.told[0]["text"])["later"] for page in pages[-20:]]
        assert len(set(later)) > 10, "each page has its own time to wait"
        assert min(later) >= AWAY_S[0]
        assert max(later) <= AWAY_S[1]
        go_on.set()
        await asyncio.wait(coming)
        assert [page.entered for page in pages] == [True] * (AT_ONCE + most) + [False] * 20

    asyncio.run(scene())


def test_slow_turns_send_nobody_away() -> None:
    """The first turns of a cold process take long; they must not reject pages and leave it idle."""

    async def scene() -> None:
        for _ in range(100):
            admission().measure(SLOW_S)
        go_on = asyncio.Event()
        pages = [Page() for _ in range(MOST_WAITING // 10)]
        coming = []
        for page in pages:
            coming.append(asyncio.ensure_future(page.come(go_on.wait)))
            await _soon()
        assert '"wait"' in pages[AT_ONCE + 10].told[0]["text"]
        go_on.set()
        await asyncio.wait(coming)
        assert all(page.entered for page in pages)

    asyncio.run(scene())


def test_a_turn_that_comes_as_a_page_is_ended_is_given_back() -> None:
    """The server may cancel a page at any moment, and no turn is left without a page."""

    async def come_and_be_ended(after: int) -> None:
        stay = asyncio.Event()
        pages = [Page() for _ in range(AT_ONCE + 1)]
        tasks = [asyncio.ensure_future(page.come(stay.wait)) for page in pages]
        await _soon()
        stay.set()  # the last one's turn comes within a few iterations of the loop
        for _ in range(after):
            await asyncio.sleep(0)
        tasks[-1].cancel()
        await asyncio.wait(tasks)
        await _soon()
        assert admission().wait_s() == 0
        assert admission()._inside == 0, f"ended after {after} rounds of the loop"

    for after in range(12):
        asyncio.run(come_and_be_ended(after))


def test_no_turn_is_handed_to_a_page_that_is_leaving() -> None:
    """It leaves at this very moment."""

    async def scene() -> None:
        queue = Admission()
        inside = [queue.join() for _ in range(AT_ONCE)]
        leaves, stays = queue.join(), queue.join()
        leaves.turn.cancel()
        for place in (inside[0], leaves, inside[1]):
            queue.leave(place)
        assert stays.turn.done()
        queue.leave(stays)
        assert queue._inside == 0

    asyncio.run(scene())


def test_a_process_whose_pages_wait_for_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        queue = admission()
        inside = [queue.join() for _ in range(AT_ONCE)]
        assert lets_in_soon()
        queue.join()
        assert lets_in_soon()
        monkeypatch.setattr("realtime.admission.SOON_S", 0.0)
        assert not await asyncio.to_thread(lets_in_soon)
        queue.leave(inside[0])
        assert lets_in_soon()

    asyncio.run(scene())
