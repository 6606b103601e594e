"""Every socket with every kind of visitor: opening it, and sending on it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.conf import settings

from clubs.routing import websocket_urlpatterns as of_clubs
from config.serving.asgi import application
from leagues.models import Fixture
from leagues.web.routing import websocket_urlpatterns as of_leagues
from lobby.routing import websocket_urlpatterns as of_lobby
from matches.engine.stored_values import to_json
from matches.models import Match
from matches.store.load_match import load_table
from matches.web.routing import websocket_urlpatterns as of_matches
from pages.routing import websocket_urlpatterns as of_pages
from realtime.close_codes import FORBIDDEN, REVOKED
from tests.platform.access.world import WHO, World, world
from tests.platform.matches.cast import awaited, dealt, fresh_key, offers
from tests.platform.matches.sockets import ORIGIN, PATIENCE, Wire

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = "."
CLOSED = {FORBIDDEN: "x", REVOKED: "i"}
"""Codes for a visitor who may not watch, and for one who is not signed in."""

MAY_OPEN = {
    # ngupbxsmolawr
    "tables/": ".............",
    "leagues/?division={division}": ".............",
    "leagues/fixture/?fixture={fixture_id}": "iii.iiiii.iii",
    "clubs/?club={club_id}": "iii.iiiii.iii",
    "you/": "i....i.......",
    "matches/{private}/": "xxx.xx.xx.xxx",
    "matches/{public}/": ".............",
}
"""By address, the result for each of `WHO`."""

SEATED = "ps"
"""The players at the public table, by seat; one of them is to act, and may do the sent action."""
MAY_SEND = {
    "act": dict.fromkeys(WHO, "not_seated") | dict.fromkeys(SEATED, "not_your_turn"),
    "sync": dict.fromkeys(WHO, ""),
    "say": dict.fromkeys(WHO, "") | dict.fromkeys("nx", "sign_in_first"),
    "nonsense": dict.fromkeys(WHO, "malformed"),
}
"""By message at a public table, the code of the refusal for each of `WHO`; empty if it is allowed.
"""


@pytest.fixture
def there() -> World:
    """All visitors, and a public table besides all else."""
    made = world()
    with made.days.now():
        host, judge = made.people["p"], made.people["s"]
        assert host is not None
        assert judge is not None
        made.named["public"] = dealt(host, judge, public=True).pk
    made.named["private"] = made.match.pk
    made.named["division"] = Fixture.objects.get(pk=made.named["fixture_id"]).division_id
    return made


@asynccontextmanager
async def opened(
    there: World, who: str, path: str, origin: bytes = ORIGIN
) -> AsyncIterator[tuple[Wire, bool]]:
    """Return the socket of a visitor, and whether it was accepted."""
    session = there.browsers[who].cookies.get(settings.SESSION_COOKIE_NAME)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.value if session else ''}"
    headers = [(b"origin", origin), (b"host", b"testserver"), (b"cookie", cookie.encode())]
    wire = Wire(application, f"/ws/en/{path}", headers=headers)
    accepted, _ = await wire.connect(timeout=PATIENCE)
    try:
        yield wire, accepted
    finally:
        await wire.disconnect()


async def first(wire: Wire) -> str:
    """Return the first event of a socket: a frame, or its close."""
    event = await wire.receive_output(timeout=PATIENCE)  # type: ignore[no-untyped-call]  # asgiref's has no types
    if event["type"] == "websocket.close":
        return CLOSED[event["code"]]
    return SHOWN


async def answer(wire: Wire, message: Any, until: str) -> dict[str, Any]:
    """Return the first frame with this content."""
    await wire.send_to(text_data=message if isinstance(message, str) else json.dumps(message))
    while True:
        frame: dict[str, Any] = json.loads(await wire.receive_from(timeout=PATIENCE))
        if until in frame:
            return frame


async def code_of(wire: Wire, what: str, public: Any) -> str:
    """Return the code of the refusal, empty if there is none."""
    action, seen = await database_sync_to_async(proposal)(public)
    key = fresh_key()
    messages: dict[str, tuple[Any, str]] = {
        "act": ({"action": action, "seen": seen, "key": key}, "key"),
        "sync": ({"sync": -1}, "synced"),
        "say": ({"say": {"text": "Good evening", "key": key}}, "said"),
        "nonsense": ("{", "refusal"),
    }
    found = await answer(wire, *messages[what])
    return str(
        found.get("refused") or found.get("code") or found.get("refusal", {}).get("code", "")
    )


def proposal(public: Any) -> tuple[Any, int]:
    """Return an action of the seat to act, and the version that it sees."""
    match = Match.objects.get(pk=public)
    seat = awaited(match)
    return to_json(offers(match, seat)[0]), load_table(match.pk).shown_version(seat)


def test_every_socket_is_here() -> None:
    for pattern in (*of_clubs, *of_leagues, *of_lobby, *of_matches, *of_pages):
        tried = (f"ws/en/{path.partition('?')[0]}" for path in MAY_OPEN)
        example = str(UUID(int=1))
        assert any(
            pattern.pattern.match(path.format(private=example, public=example)) for path in tried
        ), pattern


async def test_who_may_open_what(there: World) -> None:
    with there.days.now():
        for path, expected in MAY_OPEN.items():
            address, found = path.format(**there.named), ""
            for who in WHO:
                async with opened(there, who, address) as (wire, accepted):
                    assert accepted
                    found += await first(wire)
            assert found == expected, path
            for who in "npr":
                for origin in (b"http://evil.example", b"null", b""):
                    async with opened(there, who, address, origin) as (_, accepted):
                        assert not accepted, (path, who, origin)


@pytest.mark.parametrize("what", MAY_SEND)
async def test_who_may_send_what(there: World, what: str) -> None:
    found = {}
    public = there.named["public"]
    with there.days.now():
        match = await database_sync_to_async(Match.objects.get)(pk=public)
        in_turn = SEATED[await database_sync_to_async(awaited)(match)]
        for who in sorted(WHO, key=lambda who: who == in_turn):  # whose action ends their turn
            async with opened(there, who, f"matches/{public}/") as (wire, _):
                assert await first(wire) == SHOWN
                found[who] = await code_of(wire, what, public)
    assert found == MAY_SEND[what] | ({in_turn: ""} if what == "act" else {})
