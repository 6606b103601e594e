"""Who asks for much at once waits for it; others do not."""

from __future__ import annotations

import asyncio
from typing import Any

from config.fair_share import AT_A_TIME, FairShare
from config.own_origin import Scope

MANY = 20
BUSY, HOME, OTHER = "203.0.113.7", "2001:db8:1:1::{}", "198.51.100.9"


class Pages:
    """An application whose pages are made when the test says so."""

    def __init__(self) -> None:
        self.made = asyncio.Event()
        self.begun: list[str] = []

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        self.begun.append(scope["client"][0])
        await self.made.wait()


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_an_address_has_a_few_at_a_time_and_keeps_nobody_else_waiting() -> None:
    pages = Pages()
    shared = FairShare(pages)

    def ask(*addresses: str) -> list[asyncio.Task[None]]:
        asked = [{"client": [address, 40_000]} for address in addresses]
        return [asyncio.ensure_future(shared(one, None, None)) for one in asked]

    busy = ask(*[BUSY] * MANY)
    await settle()
    assert pages.begun == [BUSY] * AT_A_TIME
    # A home has as many IPv6 addresses as it likes.
    home = ask(*[HOME.format(number) for number in range(1, MANY)])
    other = ask(OTHER)
    await settle()
    assert len(pages.begun) == 2 * AT_A_TIME + 1
    assert pages.begun[-1] == OTHER
    # Who leaves while waiting takes no turn, and nobody else's.
    busy.pop().cancel()
    pages.made.set()
    await asyncio.gather(*busy, *home, *other)
    assert pages.begun.count(BUSY) == MANY - 1
    del busy, home, other
    assert not shared.turns


async def test_what_breaks_gives_its_turn_back() -> None:
    async def broken(scope: Scope, receive: Any, send: Any) -> None:
        raise ValueError

    shared = FairShare(broken)
    for _ in range(3 * AT_A_TIME):
        found = await asyncio.gather(
            shared({"client": [BUSY, 1]}, None, None), return_exceptions=True
        )
        assert isinstance(found[0], ValueError)
