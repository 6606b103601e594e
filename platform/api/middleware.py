"""CORS for the API: every answer is open to pages of any site, also refusals by other parts of the
server.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from api.endpoints import CORS
from core.middleware import Answer, AsyncAnswer, around


@sync_and_async_middleware
def open_to_any_site(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Let browsers show every answer of the API to the page that requested it. No cookie gives
    access.
    """

    def open_answer(request: HttpRequest, response: HttpResponseBase) -> None:
        if request.path.startswith(settings.API_ROOT):
            for name, value in CORS.items():
                response.headers[name] = value

    return around(get_response, last=open_answer)
