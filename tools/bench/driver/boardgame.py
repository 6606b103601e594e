"""The peer's tables in the driver: boardgame.io messages over socket.io."""

from __future__ import annotations

import json
from typing import Any

from tools.bench.driver.tables import Move, Page, Table

SOCKET = "/socket.io/?EIO=4&transport=websocket"
HELLO, PING, PONG = b"0", b"2", b"3"
JOIN = b"40/eights,"
EVENT = b"42/eights,"
STATE = (EVENT + b'["sync"', EVENT + b'["update"')
VERSION = b'"_stateID":'
TURN = b'"turn":'
MOVES_A_MATCH = 100
"""Moves after which a match ends for us, because the peer rewrites its whole log at each move."""
DRAW = -1


class BoardgamePage(Page):
    """A player's page, as the client of boardgame.io behaves."""

    def __init__(self, table: BoardgameTable, host: str, match: str, seat: str, key: str) -> None:
        super().__init__(table, host, SOCKET, {})
        self.match, self.seat, self.key = match, seat, key
        self.state = b""

    def heard(self, message: bytes) -> None:
        if message.startswith(STATE):
            begin = message.index(VERSION) + len(VERSION)
            self.state = message
            self.shows(_number(message, begin))
        elif message == PING:
            self.wire.send(PONG)
        elif message.startswith(HELLO):
            self.wire.send(JOIN)
        elif message.startswith(JOIN):
            sync = ["sync", self.match, self.seat, self.key, len(self.table.players)]
            self.wire.send(EVENT + json.dumps(sync).encode())

    def board(self) -> dict[str, Any]:
        """The game's part of the latest state."""
        message = json.loads(self.state[len(EVENT) :])
        state = message[2]["state"] if message[0] == "sync" else message[2]
        board: dict[str, Any] = state["G"]
        return board


class BoardgameTable(Table):
    """A match with all seats taken: the peer loses a player who joins while another connects."""

    def __init__(self, laid: dict[str, Any]) -> None:
        super().__init__()
        self._players = [
            BoardgamePage(self, laid["host"], laid["match"], str(seat), key)
            for seat, key in enumerate(laid["keys"])
        ]

    @property
    def players(self) -> list[BoardgamePage]:
        return self._players

    @property
    def is_over(self) -> bool:
        return self._players[0].version >= MOVES_A_MATCH

    def choose(self) -> Move | None:
        """Choose the first playable card; without one, draw."""
        anybody = self._players[0]
        begin = anybody.state.index(TURN, anybody.state.index(b'"G":'))
        page = self._players[_number(anybody.state, begin + len(TURN))]
        board = page.board()
        card = next((card for card in board["hand"] if _may_go(card, board["top"])), DRAW)
        payload = {
            "type": "card",
            "args": [card],
            "playerID": page.seat,
            "credentials": page.key,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        update = ["update", action, page.version, page.match, page.seat]
        return Move(page, EVENT + json.dumps(update).encode())


def _number(text: bytes, begin: int) -> int:
    end = begin
    while text[end : end + 1].isdigit():
        end += 1
    return int(text[begin:end])


def _may_go(card: int, top: int) -> bool:
    """The rule of `peer/eights.js`."""
    return card % 13 == 6 or card // 13 == top // 13 or card % 13 == top % 13
