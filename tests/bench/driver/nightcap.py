"""Our tables, as the driver plays at them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from tests.bench.driver import frames
from tests.bench.driver.tables import Move, Page, Table

LATER = ("king", "knight", "potion")
"""Kings end rounds soon, and the answer to an attack may be held: played if nothing else can be."""
HELD = ["let_happen"]
"""The rules hold this answer back, so that nobody learns who has no defence (Sleeping Queens 5.4)."""


class NightcapPage(Page):
    """A page of ours, opened with the cookie of who looks at it; "" for nobody in particular."""

    def __init__(self, table: NightcapTable, host: str, socket: str, cookie: str) -> None:
        headers = {"Origin": f"http://{host}"} | ({"Cookie": cookie} if cookie else {})
        super().__init__(table, host, socket, headers)
        self.offers = frames.NOTHING
        self.is_over = False

    def heard(self, message: bytes) -> None:
        if frames.is_refused(message):
            raise RuntimeError(f"refused: {message[-300:]!r}")
        version = frames.version(message)
        if version is None:
            return  # who is there, what is said
        offers = frames.offers(message)
        if offers is not None:
            self.offers = offers
        self.is_over = self.is_over or frames.is_over(message)
        self.shows(version)


class NightcapTable(Table):
    """One of those that `tests.bench.lay_tables` has laid."""

    def __init__(self, laid: dict[str, Any]) -> None:
        super().__init__()
        host, socket, watching = laid["host"], laid["socket"], [""] * laid.get("watchers", 0)
        self._players = [NightcapPage(self, host, socket, cookie) for cookie in laid["cookies"]]
        self._watchers = [NightcapPage(self, host, socket, cookie) for cookie in watching]
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
