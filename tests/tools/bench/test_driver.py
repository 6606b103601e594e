"""The driver reads frames as a server sends them, and our messages in the parts that it needs."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import suppress

import pytest

from tools.bench.driver import boardgame, frames
from tools.bench.driver.boardgame import BoardgameTable
from tools.bench.driver.load import Load
from tools.bench.driver.nightcap import NightcapTable
from tools.bench.driver.tables import Move, Page, Table
from tools.bench.driver.wire import Lost, Wire

ANSWER = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
OFFERS = [["3", "7"], ["king", "slot-2"]]


def board(version: int, offers: list[list[str]], *, over: bool = False) -> bytes:
    """Return a board as `web.consumers` sends it."""
    told = json.dumps(offers, separators=(",", ":")).replace('"', "&quot;")
    tag = f'<div id="board" data-offers="{told}" {"data-over" if over else ""}>'
    return json.dumps({"version": version, "pieces": [tag, 1, 7]}, separators=(",", ":")).encode()


def test_a_board_is_read_without_parsing_it() -> None:
    frame = board(41, OFFERS)
    assert frames.version(frame) == 41
    found = frames.offers(frame)
    assert found is not None
    assert frames.picks(found) == OFFERS
    assert not frames.is_over(frame)
    assert not frames.is_refused(frame)
    assert frames.is_over(board(42, [], over=True))
    assert frames.offers(board(42, [])) == frames.NOTHING


def test_only_what_changed_is_read_likewise() -> None:
    told = {"version": 42, "mark": "1f9a", "data": {"version": 42, "offers": OFFERS}}
    frame = json.dumps(
        told | {"attributes": {"board": "data-over"}}, separators=(",", ":")
    ).encode()
    assert frames.version(frame) == 42
    assert frames.mark(frame) == "1f9a"
    found = frames.offers(frame)
    assert found is not None
    assert frames.picks(found) == OFFERS
    assert frames.is_over(frame)
    assert frames.offers(b'{"version":43,"mark":"1f9a","data":{"offers":[]}}') == frames.NOTHING
    assert frames.offers(b'{"version":43,"mark":"1f9a","fragments":{"a":"[]]"}}') is None
    assert frames.mark(board(1, [])) == ""
    assert frames.synced(b'{"synced":44}') == 44
    assert frames.synced(frame) is None


def test_a_page_says_what_it_shows() -> None:
    page = '<section id="board" data-version="12">…</section><div id="wire" data-mark="a1"></div>'
    shown = frames.shown_by(page)
    assert shown == (12, "a1")
    assert frames.saying(*shown) == "version=12&board=a1"
    assert frames.shown_by("<p>Nothing is there.</p>") is None


def test_what_is_no_board_has_no_version() -> None:
    assert frames.version(b'{"talk":[0,4]}') is None
    assert frames.offers(b'{"version":3,"pieces":[0,9]}') is None


def test_a_refusal_is_noticed() -> None:
    assert frames.is_refused(b'{"version":3,"pieces":[0,9],"key":"a","refused":"stale"}')
    assert frames.is_refused(b'{"refusal":{"code":"malformed","sentence":"No."}}')


class Heard:
    """A wire whose server is this test."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.wire = Wire(self.messages.append, lambda: None)

    def gets(self, data: bytes, by: int) -> None:
        """Receive these bytes in pieces of this size."""
        for begin in range(0, len(data), by):
            self.wire.data_received(data[begin : begin + by])


def framed(payload: bytes, head: int) -> bytes:
    """Return a frame as a server sends it."""
    size = len(payload)
    if size < 126:
        return bytes([head, size]) + payload
    if size < 1 << 16:
        return bytes([head, 126]) + size.to_bytes(2, "big") + payload
    return bytes([head, 127]) + size.to_bytes(8, "big") + payload


@pytest.mark.parametrize("by", [1, 7, 1 << 20])
async def test_frames_come_in_any_pieces(by: int) -> None:
    messages = [b"short", b"m" * 5_000, b"", b"l" * 70_000]
    heard = Heard()
    data = ANSWER + b"".join(framed(message, 0x81) for message in messages)
    heard.gets(data, by)
    assert heard.messages == messages
    assert heard.wire.received == len(data)


async def test_messages_may_be_divided_and_compressed() -> None:
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    squeezed = [
        (squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
        for text in (b"board " * 99, b"board " * 98)  # the second refers to the first
    ]
    heard = Heard()
    whole, divided = squeezed
    data = framed(b"one ", 0x01) + framed(b"", 0x8A) + framed(b"message", 0x80)
    data += framed(whole, 0xC1) + framed(divided[:5], 0x41) + framed(divided[5:], 0x80)
    heard.gets(ANSWER + data, 11)
    assert heard.messages == [b"one message", b"board " * 99, b"board " * 98]


async def test_a_refused_handshake_says_so() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Lost, match="403"):
            await Heard().wire.open(f"127.0.0.1:{port}", "/", {})


async def test_what_we_send_is_masked_and_whole() -> None:
    got = asyncio.Queue[bytes]()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(ANSWER)
        for _ in range(2):
            size = (await reader.readexactly(2))[1] & 0x7F
            if size == 126:
                size = int.from_bytes(await reader.readexactly(2), "big")
            mask, masked = await reader.readexactly(4), await reader.readexactly(size)
            got.put_nowait(bytes(byte ^ mask[i % 4] for i, byte in enumerate(masked)))
        with suppress(ConnectionError):
            writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as server:
        wire = Heard().wire
        await wire.open(f"127.0.0.1:{server.sockets[0].getsockname()[1]}", "/", {})
        for message in (b"small", b"large" * 99):
            wire.send(message)
            assert await got.get() == message
        wire.close()


def laid(seats: int = 2) -> NightcapTable:
    """Return a table of ours without connections."""
    return NightcapTable({"host": "x:1", "socket": "/", "cookies": [""] * seats})


async def test_what_is_harmless_is_played_first() -> None:
    table = laid()
    table.players[1].heard(board(5, OFFERS))
    move = table.choose()
    assert move is not None
    assert move.page is table.players[1]
    assert json.loads(move.message)["pick"] == ["3", "7"]
    assert json.loads(move.message)["seen"] == 5
    assert not move.held
    table.players[1].heard(board(6, [["let_happen"]]))
    move = table.choose()
    assert move is not None
    assert move.held
    table.players[1].heard(board(7, []))
    assert table.choose() is None


async def test_the_peer_is_played_with_the_mover_s_hand() -> None:
    table = BoardgameTable({"host": "x:1", "match": "m", "keys": ["a", "b"]})
    for seat, hand in enumerate(([0, 1], [13, 40, 18])):
        game = {"round": 1, "moves": 1, "turn": 1, "top": 50, "hand": hand}
        state = {"G": game, "ctx": {"turn": 2}, "_stateID": 1}
        told = ["update", "m", state, [{"_stateID": 0}]]
        message = json.dumps(told, separators=(",", ":")).encode()
        table.players[seat].heard(boardgame.EVENT + message)
    move = table.choose()
    assert move is not None
    assert move.page is table.players[1]
    action = json.loads(move.message[len(boardgame.EVENT) :])[1]
    assert action["payload"]["args"] == [40]


class StillPage(Page):
    """A page whose board arrives at once."""

    async def open(self) -> None:
        self.shows(0)

    def heard(self, message: bytes) -> None:
        self.shows(self.version + 1)


class StillTable(Table):
    """A table that ends after some moves; the rules delay the third one."""

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.left = moves
        self._players = [StillPage(self, "", "", {}), StillPage(self, "", "", {})]
        for page in self._players:
            page.wire.send = self.sent  # type: ignore[method-assign]

    @property
    def players(self) -> list[StillPage]:
        return self._players

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def choose(self) -> Move | None:
        return Move(self._players[0], b"", held=self.left == 3)

    def sent(self, message: bytes, kind: int = 1) -> None:
        """Let all pages receive the move."""
        self.left -= 1
        for page in self._players:
            asyncio.get_running_loop().call_soon(page.heard, b"")


async def test_held_moves_are_counted_apart() -> None:
    """Another match replaces the waiting one."""
    tables = [StillTable(5), StillTable(5)]
    for table in tables:
        await table.open()
        await table.until_ready()
    load = Load(tables, in_play=1, think=0)
    played = await load.run(0.5)
    assert len(played.latencies) == 4  # two at each, until one is held back
    assert played.held >= 1
    assert all(table.left <= 3 for table in tables)
    assert 0 < played.seconds < 0.5  # no ready match was left
