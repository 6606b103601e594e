"""Our tables with bots on all seats: each bot has one socket of the API, and one match."""

from __future__ import annotations

import json
from typing import Any

from tools.bench.driver.nightcap import HELD, LATER
from tools.bench.driver.tables import Move, Page, Table


class ProgramPage(Page):
    """A bot's socket, and the latest position that it received."""

    def __init__(self, table: ProgramTable, host: str, socket: str, token: str) -> None:
        super().__init__(table, host, socket, {})
        self._token = token
        self.position: dict[str, Any] = {}

    async def arrive(self) -> None:
        self.wire.send(json.dumps({"type": "hello", "token": self._token}).encode())
        await super().arrive()

    def heard(self, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] == "refused":
            raise RuntimeError(f"refused: {message[-300:]!r}")
        if told["type"] == "position":
            self.position = told
            self.shows(told["version"])


class ProgramTable(Table):
    """A table that `tools.bench.lay_tables` has made for bots."""

    def __init__(self, laid: dict[str, Any]) -> None:
        super().__init__()
        where = laid["host"], laid["socket"]
        self._players = [ProgramPage(self, *where, token) for token in laid["cookies"]]
        self._moves = 0

    @property
    def players(self) -> list[ProgramPage]:
        return self._players

    @property
    def is_over(self) -> bool:
        return self._players[0].position["outcome"] is not None

    def choose(self) -> Move | None:
        """Choose as in `NightcapTable.choose`: a harmless action, and cards before nothing."""
        able = [page for page in self._players if page.position["legal_actions"]]
        if not able:
            return None
        page = able[0]
        action = min(page.position["legal_actions"], key=_order)
        self._moves += 1
        message = {
            "type": "act",
            "match": page.position["match"],
            "action": action,
            "seen": page.version,
            "key": f"bench-{self._moves}",
        }
        return Move(page, json.dumps(message).encode(), held=[action["type"]] == HELD)


def _order(action: dict[str, Any]) -> tuple[bool, int]:
    text = json.dumps(action)
    return any(word in text for word in LATER), -len(text)
