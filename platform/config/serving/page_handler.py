"""Django's handler of requests, with one change of threads for a page."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponseBase

READS = ("GET", "HEAD")


class PageHandler(ASGIHandler):
    """Run a request that only reads through all middleware and its view in one thread.

    Django's own way changes threads twice for nearly each middleware, which takes a third of a
    table's page. Other requests take it: a repeated form waits there without a thread
    (`core.double_submit`), and so do static files, which need none.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_one_thread = BaseHandler()
        self._in_one_thread.load_middleware()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request."""
        if request.method not in READS or request.path.startswith(settings.STATIC_URL):
            return await super().get_response_async(request)
        return await sync_to_async(self._in_one_thread.get_response)(request)
