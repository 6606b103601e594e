"""One function builds all our middleware, with the same effect on a sync and an async server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory

from core.middleware import Instead, around

Ask = Callable[..., str]


def directly(asked: list[HttpRequest], **does: Callable[..., Instead]) -> HttpResponseBase:
    def behind(request: HttpRequest) -> HttpResponseBase:
        asked.append(request)
        return HttpResponse("behind")

    answer = around(behind, **does)(RequestFactory().get("/"))
    assert isinstance(answer, HttpResponseBase)
    return answer


def awaited(asked: list[HttpRequest], **does: Callable[..., Instead]) -> HttpResponseBase:
    async def behind(request: HttpRequest) -> HttpResponseBase:
        asked.append(request)
        return HttpResponse("behind")

    async def ask() -> HttpResponseBase:
        answer = around(behind, **does)(RequestFactory().get("/"))
        assert isinstance(answer, Awaitable)
        return await answer

    return asyncio.run(ask())


@pytest.fixture(params=[directly, awaited])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Send a request through a middleware, sync or async; return the answer and the number of inner
    calls.
    """

    def by_this_way(**does: Callable[..., Instead]) -> str:
        asked: list[HttpRequest] = []
        answer = request.param(asked, **does)
        return f"{answer.content.decode()} {len(asked)} {answer.headers.get('By', '')}".strip()

    return by_this_way


def test_without_a_word_it_changes_nothing(ask: Ask) -> None:
    assert ask() == "behind 1"


def test_a_request_may_be_answered_before_anything_behind(ask: Ask) -> None:
    assert ask(first=lambda request: HttpResponse("here")) == "here 0"
    assert ask(first=lambda request: lambda: HttpResponse("made")) == "made 0"


def test_an_answer_may_be_changed_or_another_given(ask: Ask) -> None:
    def sign(request: HttpRequest, response: HttpResponseBase) -> None:
        response.headers["By"] = "us"

    assert ask(last=sign) == "behind 1 us"
    assert ask(last=lambda request, response: HttpResponse("other")) == "other 1"
    assert ask(last=lambda request, response: lambda: HttpResponse("made")) == "made 1"


def test_what_is_made_is_made_beside_the_loop() -> None:
    """A replacement page queries the database, which must not block the event loop."""
    threads: list[int] = []

    def make() -> HttpResponse:
        threads.append(threading.get_ident())
        return HttpResponse()

    awaited([], first=lambda request: make)
    assert threads != [threading.get_ident()]
