"""A builder of middleware: handlers of requests and answers, for both the sync and the async
server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]
AsyncAnswer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]
Instead = HttpResponseBase | Callable[[], HttpResponseBase] | None
"""An answer instead of another, or a function that creates it and may query the database; None: no
change.
"""


def _nothing_first(request: HttpRequest) -> Instead:
    """Pass the request on unchanged."""
    return None


def _nothing_last(request: HttpRequest, response: HttpResponseBase) -> Instead:
    """Send the answer unchanged."""
    return None


def around(
    get_response: Answer | AsyncAnswer,
    *,
    first: Callable[[HttpRequest], Instead] = _nothing_first,
    last: Callable[[HttpRequest, HttpResponseBase], Instead] = _nothing_last,
) -> Answer | AsyncAnswer:
    """Return a middleware around `get_response`, async if that is.

    `first` may change a request, or answer it; then the inner middleware does not see it. `last`
    may change the answer, or replace it. Both are called in the event loop; only the function that
    they return may block.
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
