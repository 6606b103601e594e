"""A web process that hears the news of the others, as far as its own pages need it.

`python -m tools.bench.hear_news '{"others": 9, "moves_a_second": 250, "seconds": 10, …}'` prints
what it cost, with the fields of `Heard`. Other processes publish as the relays of `others` web
processes would: for each move the topics of its match and of a player. `watched`: one move in this
many is of a match with a page here. `listed`: one in this many changes the list of open tables.
`common`: all news is on one topic that every process hears.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.synchronize import Event
from typing import Any

from config.local import installation

PUBLISHERS = 2
PAUSE_S = 0.004
"""Time between two messages of a publisher's news; what has become due meanwhile goes together."""
OWN_TABLES, SEATS = 50, 4
WARM_UP_S = 1.0


@dataclass(frozen=True, slots=True)
class Heard:
    """The messages that the process heard, and the share of a core that it took.

    `published`: moves a second that the publishers managed. `heard`: messages a second. `silent`:
    the share of the same process while nobody publishes.
    """

    published: float
    heard: float
    share: float
    silent: float


class Page:
    """The pages of this process, which only count."""

    def __init__(self) -> None:
        self.heard = 0

    async def deliver(self, sockets: Any, news: Sequence[Any]) -> None:
        """Take news."""
        self.heard += len(news)


async def hear(others: int, moves_a_second: float, seconds: float, **wanted: int) -> Heard:
    """Listen while the others publish, and measure."""
    from matches.store import topics
    from realtime.hub import hub

    page = Page()
    own = [f"match:own-{number}" for number in range(OWN_TABLES)]
    own += [f"player:own-{number}" for number in range(OWN_TABLES * SEATS)]
    joined = [*own, topics.TABLES, *(["common"] if wanted["common"] else [])]
    await hub().join_each(dict.fromkeys(joined, page.deliver), page)
    silent, _ = await _share(seconds / 2)
    context = multiprocessing.get_context("spawn")
    end, counts = context.Event(), [context.Value("q", 0) for _ in range(PUBLISHERS)]
    rate = others * moves_a_second / PUBLISHERS
    publishers = [
        context.Process(target=publish, args=(rate, end, count, wanted), daemon=True)
        for count in counts
    ]
    for one in publishers:
        one.start()
    while not all(count.value for count in counts):
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_UP_S)
    before, heard = sum(count.value for count in counts), page.heard
    share, elapsed = await _share(seconds)
    published, heard = sum(count.value for count in counts) - before, page.heard - heard
    end.set()
    for one in publishers:
        one.join()
    for name in joined:
        await hub().leave(name, page)
    return Heard(published / elapsed, heard / elapsed, share, silent)


async def _share(seconds: float) -> tuple[float, float]:
    """Return the share of a core that this thread takes meanwhile, and the seconds that passed."""
    began, spent = time.perf_counter(), time.thread_time()
    await asyncio.sleep(seconds)
    elapsed = time.perf_counter() - began
    return (time.thread_time() - spent) / elapsed, elapsed


def publish(rate: float, end: Event, count: Any, wanted: dict[str, int]) -> None:
    """Publish the news of this many moves a second until the end, or as many as the machine can."""
    _setup()
    from realtime import bus

    moves = _moves(**wanted)
    began = time.perf_counter()
    while not end.is_set():
        due = int((time.perf_counter() - began) * rate) - count.value
        messages = bus.client().pipeline(transaction=False)
        for _ in range(min(due, 1000)):
            bus.add_messages(messages, next(moves), heard_by="another")
        messages.execute()
        count.value += min(due, 1000)
        time.sleep(PAUSE_S)


def _moves(watched: int, listed: int, common: int) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Yield the news of moves, by topic."""
    from matches.store import topics

    number = 0
    while number := number + 1:
        match = f"own-{number % OWN_TABLES}" if number % watched == 0 else f"far-{number % 5000}"
        names = [f"match:{match}", f"player:far-{number % 20_000}"]
        if number % listed == 0:
            names.append(topics.TABLES)
        news = {"by": "0123456789abcdef", "viewers": [0, 1, 2, 3, 4], "match": match}
        yield {name: [news] for name in (["common"] if common else names)}


def _setup() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


if __name__ == "__main__":
    with installation.services_for(("bench",)):
        _setup()
        print(json.dumps(asdict(asyncio.run(hear(**json.loads(sys.argv[1]))))))
