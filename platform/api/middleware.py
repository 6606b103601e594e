"""The API is open to pages of any site, its refusals as well, whichever part of the server refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from api.endpoints import CORS, ROOT

Answer = Callable[[HttpRequest], HttpResponseBase]
AsyncAnswer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def open_to_any_site(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Let browsers show every answer of the API to the page that asked for it. No cookie opens it."""

    def opened(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(f"/{ROOT}"):
            for name, value in CORS.items():
                response.headers[name] = value
        return response

    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return opened(request, await get_response(request))

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        return opened(request, response)

    return answer
