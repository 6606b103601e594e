"""A bot that plays one match of each given game at random, against easy bots of the server.

NIGHTCAP_TOKEN=nightcap_… python random_bot.py https://cards.example.org daumen_drauf wortspiel
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SERVER, GAMES, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2:], os.environ["NIGHTCAP_TOKEN"]
AGAIN_S = 0.5
"""Seconds before another try, after a refused action (perhaps too early) or a broken connection."""
FINAL = (4401, 4403)


def ask(address: str, **body: Any) -> Any:
    """Return the server's answer to a GET, or to a POST if there is a body."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    said = json.dumps(body).encode() if body else None
    with urlopen(Request(f"{SERVER}/api/v1/{address}", said, headers)) as answer:
        return json.load(answer)


def open_table(game: str) -> str:
    """Open a table with bots on all other seats; return the id of its match."""
    seats = ask(f"games/{game}")["seats"][0]
    return str(ask("matches", game=game, seats=seats, bots=["easy"] * (seats - 1))["id"])


async def send(socket: ClientConnection, **message: Any) -> None:
    """Send a message with a new key."""
    await socket.send(json.dumps(message | {"key": f"{random.getrandbits(64):x}"}))


async def act(socket: ClientConnection, position: dict[str, Any]) -> None:
    """Do any allowed action."""
    action, match = random.choice(position["legal_actions"]), position["match"]
    await send(socket, type="act", match=match, action=action, seen=position["version"])


async def play(socket: ClientConnection, match: str) -> None:
    """Answer every message of this match until it is over."""
    await socket.send(json.dumps({"type": "hello", "token": TOKEN}))
    last: dict[str, Any] = {}
    while not last or last["status"] in ("open", "running"):
        message = json.loads(await socket.recv())
        if message["type"] == "position" and message["match"] == match:
            last = message
            if not last["ready"] and (last["status"] == "open" or last["next"]):
                await send(socket, type="ready", match=match)
        elif message["type"] == "refused" and message["code"] != "stale":
            await asyncio.sleep(AGAIN_S)
        if last and last["awaited"] and last["legal_actions"] and message["type"] != "done":
            await act(socket, last)
    places = last["result"]["places"] if last["result"] else ["aborted"]
    print(last["game"], *places, flush=True)


async def main() -> None:
    for match in map(open_table, GAMES):
        async for socket in connect(f"{SERVER.replace('http', 'ws', 1)}/ws/api/v1/"):
            try:
                await play(socket, match)
                break
            except ConnectionClosed as lost:
                if lost.rcvd and lost.rcvd.code in FINAL:
                    sys.exit("The server refuses this token.")
                await asyncio.sleep(AGAIN_S)  # the next connection sends the missed messages


asyncio.run(main())
