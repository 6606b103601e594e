"""URLs of the sockets. They contain the language, because a socket has no page of its own."""

from __future__ import annotations

from django.urls import path

from matches.web.consumers import TableSocket

websocket_urlpatterns = [
    path("ws/<str:language>/matches/<uuid:match_id>/", TableSocket.as_asgi()),
]
