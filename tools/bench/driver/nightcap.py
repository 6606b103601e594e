"""Our tables in the driver."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from tools.bench.driver import frames
from tools.bench.driver.tables import Move, Page, Table

LATER = ("king", "knight", "potion")
"""Handles to avoid: kings end rounds soon, and the answer to an attack may be held. They are played
only if nothing else is possible.
"""
HELD = ["let_happen"]
"""The answer that the rules delay, so that no player learns who has no defence (Sleeping Queens
5.4).
"""


class NightcapPage(Page):
    """A page of Nightcap, opened with its user's cookie; "" for an anonymous spectator.

    `shown`: version and mark of the board with which it was loaded. Without them the page shows
    nothing until its socket sends a board.
    """

    def __init__(
        self,
        table: NightcapTable,
        host: str,
        socket: str,
        cookie: str,
        shown: tuple[int, str] | None = None,
    ) -> None:
        headers = {"Origin": f"http://{host}"} | ({"Cookie": cookie} if cookie else {})
        super().__init__(table, host, socket, headers)
        self.offers = frames.NOTHING
        self.is_over = False
        self._shown = shown
        self._is_back = False

    def target(self) -> str:
        return (
            self._socket if self._shown is None else f"{self._socket}?{frames.saying(*self._shown)}"
        )

    async def arrive(self) -> None:
        if self._shown is not None and self._is_back:
            # Without changes the server sends nothing, unless the page asks.
            self.wire.send(b'{"sync":%d}' % self._shown[0])
        elif self._shown is not None:
            self.shows(self._shown[0])
        self._is_back = True
        await super().arrive()

    def heard(self, message: bytes) -> None:
        if frames.is_refused(message):
            raise RuntimeError(f"refused: {message[-300:]!r}")
        version = frames.version(message)
        if version is None:
            self.later = frames.later(message)
            version = frames.synced(message)
            if version is not None:
                self.shows(version)
            return  # else: presence and chat
        mark = frames.mark(message)
        if mark:
            self._shown = (version, mark)
        offers = frames.offers(message)
        if offers is not None:
            self.offers = offers
        self.is_over = self.is_over or frames.is_over(message)
        self.shows(version)


class NightcapTable(Table):
    """A table that `tools.bench.lay_tables` has made."""

    def __init__(self, laid: dict[str, Any]) -> None:
        super().__init__()
        where = laid["host"], laid["socket"]
        seats, watching = laid["cookies"], laid.get("watchers", 0)
        shown = laid.get(
            "shown", [None] * (len(seats) + 1)
        )  # those of the seats, then that of the spectators
        self._players = [
            NightcapPage(self, *where, cookie, board)
            for cookie, board in zip(seats, shown, strict=False)
        ]
        self._watchers = [NightcapPage(self, *where, "", shown[-1]) for _ in range(watching)]
        self._moves = 0

    @property
    def players(self) -> list[NightcapPage]:
        return self._players

    @property
    def watchers(self) -> list[NightcapPage]:
        return self._watchers

    @property
    def is_over(self) -> bool:
        return self._players[0].is_over

    def choose(self) -> Move | None:
        """Choose a harmless action, and cards before a button."""
        able = [page for page in self._players if page.offers != frames.NOTHING]
        if not able:
            return None
        page = min(able, key=lambda page: _best(page.offers))
        _, _, picks = _best(page.offers)
        self._moves += 1
        message = {"pick": picks, "seen": page.version, "key": f"bench-{self._moves}"}
        return Move(page, json.dumps(message).encode(), held=picks == HELD)


@lru_cache(maxsize=1_000)
def _best(offers: bytes) -> tuple[bool, int, list[str]]:
    return min(
        (any(handle in LATER for handle in picks), -len(picks), picks)
        for picks in frames.picks(offers)
    )
