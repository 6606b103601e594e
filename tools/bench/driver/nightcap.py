"""Our tables, as the driver plays at them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from tools.bench.driver import frames
from tools.bench.driver.tables import Move, Page, Table

LATER = ("king", "knight", "potion")
"""Kings end rounds soon, and the answer to an attack may be held: played if nothing else can be."""
HELD = ["let_happen"]
"""The rules hold this answer back, so that nobody learns who has no defence (Sleeping Queens 5.4)."""


class NightcapPage(Page):
    """A page of ours, opened with the cookie of who looks at it; "" for nobody in particular.

    `shown`: version and mark of the board that it was loaded with; without them it shows nothing
    before its socket brings a board.
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
            # Nothing may come, if nothing is new: asked, the server says so.
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
            return  # else: who is there, what is said
        mark = frames.mark(message)
        if mark:
            self._shown = (version, mark)
        offers = frames.offers(message)
        if offers is not None:
            self.offers = offers
        self.is_over = self.is_over or frames.is_over(message)
        self.shows(version)


class NightcapTable(Table):
    """One of those that `tools.bench.lay_tables` has laid."""

    def __init__(self, laid: dict[str, Any]) -> None:
        super().__init__()
        where = laid["host"], laid["socket"]
        seats, watching = laid["cookies"], laid.get("watchers", 0)
        shown = laid.get("shown", [None] * (len(seats) + 1))  # the seats', and that of who watches
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
        """Something harmless, and rather cards than a button."""
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
