"""A bot that plays a match of each game it is told at random, against easy bots of the house.

NIGHTCAP_TOKEN=nightcap_… python random_bot.py https://cards.example.org daumen_drauf sleeping_queens
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
"""How long to wait before another try: an action was refused, too early perhaps; or the line broke."""
FINAL = (4401, 4403)


def ask(address: str, **body: Any) -> Any:
    """What the server answers: to GET, or to POST if there is something to say."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    said = json.dumps(body).encode() if body else None
    with urlopen(Request(f"{SERVER}/api/v1/{address}", said, headers)) as answer:
        return json.load(answer)


def open_table(game: str) -> str:
    """Open a table with bots on all other seats; its match's id."""
    seats = ask(f"games/{game}")["seats"][0]
    return str(ask("matches", game=game, seats=seats, bots=["easy"] * (seats - 1))["id"])


async def send(socket: ClientConnection, **message: Any) -> None:
    """Send a message, under a key of its own."""
    await socket.send(json.dumps(message | {"key": f"{random.getrandbits(64):x}"}))


async def act(socket: ClientConnection, position: dict[str, Any]) -> None:
    """Do anything that is allowed."""
    action, match = random.choice(position["legal_actions"]), position["match"]
    await send(socket, type="act", match=match, action=action, seen=position["version"])


async def play(socket: ClientConnection, match: str) -> None:
    """Answer whatever comes of this match until it is over."""
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
                    sys.exit("The token opens nothing here.")
                await asyncio.sleep(AGAIN_S)  # what was missed comes with the next connection


asyncio.run(main())
