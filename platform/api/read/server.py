"""The endpoint for the server itself: its release and the version of the API."""

from __future__ import annotations

from django.conf import settings

from api.answers import Answer
from api.endpoints import API_VERSION, Call, endpoint

TAG = "Server"


class ServerAnswer(Answer, frozen=True, kw_only=True):
    """The versions of this server.

    `version` is the release of Nightcap, such as "1.0.0". `api` is the version of this API, such as "1".
    """

    version: str
    api: str
    source_url: str | None
    """The address of the source; null if the host names none."""


@endpoint("GET", "server", tag=TAG)
def show_server(call: Call) -> ServerAnswer:
    """Show the version of Nightcap on this server, and that of the API."""
    return ServerAnswer(
        version=settings.VERSION, api=API_VERSION, source_url=settings.SOURCE_URL or None
    )
