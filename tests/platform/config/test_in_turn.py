"""Requests run in turn: limited, in order, and not for a browser that has left."""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.asgi import get_asgi_application
from django.utils import translation

from config.serving.in_turn import (
    AT_ONCE,
    MOST_GIVEN_BACK_OF_A_NETWORK,
    MOST_WAITING,
    MOST_WAITING_OF_A_NETWORK,
    OF_A_NETWORK,
    InTurn,
)
from config.serving.middleware import CROWDED
from core.refusals import refused, sentence

SECRET = "a" * 32
TYPED = "Nobody loses these words"
FORM = {
    "type": "http",
    "method": "POST",
    "scheme": "http",
    "query_string": b"",
    "headers": [
        (b"host", b"testserver"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"cookie", f"csrftoken={SECRET}; django_language=de".encode()),
    ],
    "body": urlencode({"csrfmiddlewaretoken": SECRET, "text": TYPED, "password": "pass"}).encode(),
}
"""The headers that a browser sends with a form of ours."""
DISCONNECT = {"type": "http.disconnect"}
REQUEST = {"type": "http.request", "body": b"", "more_body": False}


class Pages:
    """Pages that end when the test allows it."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert await receive() == REQUEST
        self.begun.append(scope["path"])
        await self.may_end.wait()


class Browser:
    """One request, which may be cancelled."""

    def __init__(self, pages: InTurn, path: str, network: str = "", **more: Any) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said.put_nowait(REQUEST | {"body": more.pop("body", b"")})
        self.told: list[dict[str, Any]] = []
        self.asking = asyncio.ensure_future(
            pages({"path": path, "network": network, **more}, self.said.get, self._hear)
        )

    async def _hear(self, message: dict[str, Any]) -> None:
        self.told.append(message)


async def _soon() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_bounded_number_at_a_time_and_none_that_was_given_up() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, f"/{number}/") for number in range(AT_ONCE + 4)]
    await _soon()
    assert len(pages.begun) == AT_ONCE
    browsers[AT_ONCE].said.put_nowait(DISCONNECT)
    browsers[AT_ONCE + 2].said.put_nowait(DISCONNECT)
    await _soon()
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])
    assert pages.begun[AT_ONCE:] == [f"/{AT_ONCE + 1}/", f"/{AT_ONCE + 3}/"]


async def test_a_network_has_a_few_requests_at_a_time() -> None:
    """Its requests wait for each other, and hold no turn of the process meanwhile.

    Other networks do not wait.
    """
    pages = Pages()
    in_turn = InTurn(pages)
    busy = [Browser(in_turn, "/busy/", "203.0.113.7") for _ in range(2 * AT_ONCE)]
    await _soon()
    assert pages.begun == ["/busy/"] * OF_A_NETWORK
    other = Browser(in_turn, "/other/", "198.51.100.9")
    await _soon()
    assert pages.begun[OF_A_NETWORK:] == ["/other/"]
    busy[-1].said.put_nowait(DISCONNECT)
    await _soon()
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in (*busy, other)])
    assert len(pages.begun) == 2 * AT_ONCE


async def test_what_breaks_gives_its_turn_back() -> None:
    async def broken(scope: dict[str, Any], receive: Any, send: Any) -> None:
        raise ValueError

    in_turn = InTurn(broken)
    for _ in range(AT_ONCE + 1):
        browser = Browser(in_turn, "/", "203.0.113.7")
        await asyncio.wait([browser.asking])
        assert isinstance(browser.asking.exception(), ValueError)


async def test_health_and_files_wait_for_nobody() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, "/tables/") for _ in range(AT_ONCE + 1)]
    browsers += [Browser(in_turn, path) for path in ("/healthz", "/readyz", "/static/a.css")]
    await _soon()
    assert pages.begun[AT_ONCE:] == ["/healthz", "/readyz", "/static/a.css"]
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])


async def test_more_than_can_wait_are_told_to_come_again() -> None:
    pages = Pages()
    in_turn = InTurn(pages)
    browsers = [Browser(in_turn, "/tables/") for _ in range(AT_ONCE + MOST_WAITING + 1)]
    await _soon()
    start, body = browsers[-1].told
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert body["body"]
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in browsers])
    assert len(pages.begun) == AT_ONCE + MOST_WAITING


async def test_a_crowd_of_one_network_sends_nobody_else_away() -> None:
    """Another network with a free turn gets it, and a network's own limit is reached before the
    process's.
    """
    pages = Pages()
    in_turn = InTurn(pages)
    crowd = [Browser(in_turn, "/crowd/", "203.0.113.7") for _ in range(MOST_WAITING + OF_A_NETWORK)]
    await _soon()
    others = [Browser(in_turn, "/other/", "198.51.100.9") for _ in range(OF_A_NETWORK + 1)]
    await _soon()
    assert pages.begun == ["/crowd/"] * OF_A_NETWORK + ["/other/"] * OF_A_NETWORK
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in (*crowd, *others)])
    assert pages.begun.count("/other/") == len(others)
    assert pages.begun.count("/crowd/") == OF_A_NETWORK + MOST_WAITING_OF_A_NETWORK
    denied = [browser.told[0]["status"] for browser in crowd if browser.told]
    assert denied == [503] * (MOST_WAITING - MOST_WAITING_OF_A_NETWORK)


class Crowd(Pages):
    """Slow pages, and Django for refusals."""

    def __init__(self) -> None:
        super().__init__()
        self.django = get_asgi_application()
        self.given_back = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if CROWDED not in scope:
            await super().__call__(scope, receive, send)
            return
        self.given_back += 1
        await self.django(scope, receive, send)


@pytest.fixture
async def crowd() -> AsyncIterator[tuple[Crowd, InTurn]]:
    """The most waiting requests of one network."""
    pages = Crowd()
    in_turn = InTurn(pages)
    many = OF_A_NETWORK + MOST_WAITING_OF_A_NETWORK
    there = [Browser(in_turn, "/busy/", "203.0.113.7") for _ in range(many)]
    await _soon()
    yield pages, in_turn
    pages.may_end.set()
    await asyncio.wait([browser.asking for browser in there])


async def test_a_form_that_is_sent_away_keeps_what_was_typed(crowd: tuple[Crowd, InTurn]) -> None:
    """A refused form has its fields on the answer, instead of a line of text."""
    _, in_turn = crowd
    browser = Browser(in_turn, "/court/1/", "203.0.113.7", **FORM)
    await browser.asking
    start, *rest = browser.told
    headers = dict(start["headers"])
    page = b"".join(message.get("body", b"") for message in rest).decode()
    assert (start["status"], headers[b"Retry-After"]) == (503, b"5")
    assert headers[b"Cache-Control"] == b"no-store"
    assert headers[b"Content-Security-Policy"].startswith(b"default-src 'none'")
    assert f'name="text" value="{TYPED}"' in page
    assert 'method="post" action="/court/1/"' in " ".join(page.split())
    assert "pass" not in page.partition("<form")[2].partition("</form")[0].replace("password", "")
    with translation.override("de"):
        assert html.escape(sentence(refused("crowded").refusal)) in page


async def test_giving_back_is_bounded_too(crowd: tuple[Crowd, InTurn]) -> None:
    """Otherwise a flood of forms would cause as much work as answers."""
    pages, in_turn = crowd
    flood = MOST_GIVEN_BACK_OF_A_NETWORK + 10
    forms = [Browser(in_turn, "/court/1/", "203.0.113.7", **FORM) for _ in range(flood)]
    await asyncio.wait([form.asking for form in forms])
    assert pages.given_back == MOST_GIVEN_BACK_OF_A_NETWORK
    assert [form.told[0]["status"] for form in forms] == [503] * flood
    reader = Browser(in_turn, "/court/1/", "203.0.113.7", method="GET")
    await reader.asking
    assert pages.given_back == MOST_GIVEN_BACK_OF_A_NETWORK
    assert (
        reader.told[1]["body"].decode()
        == "Too many requests at once. Wait a moment, then try again.\n"
    )


async def test_a_form_whose_browser_has_left_is_given_back_to_nobody(
    crowd: tuple[Crowd, InTurn],
) -> None:
    """Requests of a flood that left are dropped, so that the others need not wait."""
    pages, in_turn = crowd
    forms = [Browser(in_turn, "/court/1/", "203.0.113.7", **FORM) for _ in range(5)]
    for form in forms[1:4]:
        form.said.put_nowait(DISCONNECT)
    await asyncio.wait([form.asking for form in forms])
    assert pages.given_back == 2
    assert [bool(form.told) for form in forms] == [True, False, False, False, True]
    again = [Browser(in_turn, "/court/1/", "203.0.113.7", **FORM) for _ in range(5)]
    await asyncio.wait([form.asking for form in again])
    assert pages.given_back == 7


async def test_who_is_sent_away_is_told_in_their_words(crowd: tuple[Crowd, InTurn]) -> None:
    """Programs get a code and a sentence (docs/api.md), people their language."""
    _, in_turn = crowd
    asks = {"method": "GET", "headers": [(b"accept-language", b"xx, it-CH;q=0.9, de;q=0.5")]}
    program = Browser(in_turn, "/api/v1/matches", "203.0.113.7", **asks)
    person = Browser(in_turn, "/tables/", "203.0.113.7", **asks)
    await asyncio.wait([program.asking, person.asking])
    with translation.override("it"):
        said = sentence(refused("crowded").refusal)
    start, body = program.told
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (503, b"5")
    assert dict(start["headers"])[b"content-type"] == b"application/json"
    assert json.loads(body["body"]) == {"code": "crowded", "sentence": said}
    start, body = person.told
    assert dict(start["headers"])[b"content-type"] == b"text/plain; charset=utf-8"
    assert body["body"].decode() == f"{said}\n"
