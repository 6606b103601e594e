"""How a middleware of ours is made: what it does with requests and with answers, in one place for both ways
in which a server calls it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]
AsyncAnswer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]
Instead = HttpResponseBase | Callable[[], HttpResponseBase] | None
"""An answer in place of another, or a function that makes it and may ask the database; None: no other."""


def _nothing_first(request: HttpRequest) -> Instead:
    """Let the request go on as it is."""
    return None


def _nothing_last(request: HttpRequest, response: HttpResponseBase) -> Instead:
    """Send the answer as it is."""
    return None


def around(
    get_response: Answer | AsyncAnswer,
    *,
    first: Callable[[HttpRequest], Instead] = _nothing_first,
    last: Callable[[HttpRequest, HttpResponseBase], Instead] = _nothing_last,
) -> Answer | AsyncAnswer:
    """Return a middleware around `get_response`, async where that is.

    `first` may change a request, or answer it here, and then nothing behind this sees it. `last` may change
    the answer, or give another. Both are called at once; only what they return may take a while.
    """
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase | None = await _made_in_a_thread(first(request))
            response = response or await get_response(request)
            return await _made_in_a_thread(last(request, response)) or response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = _made(first(request)) or get_response(request)
        assert isinstance(response, HttpResponseBase)
        return _made(last(request, response)) or response

    return answer


def _made(instead: Instead) -> HttpResponseBase | None:
    return instead() if callable(instead) else instead


async def _made_in_a_thread(instead: Instead) -> HttpResponseBase | None:
    return await sync_to_async(instead)() if callable(instead) else instead
