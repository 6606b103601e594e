"""Addresses of the sockets of divisions and fixtures; the language is a part of them, as for a
table.
"""

from __future__ import annotations

from django.urls import path

from leagues.web.consumers import DivisionSocket, FixtureSocket

websocket_urlpatterns = [
    path("ws/<str:language>/leagues/", DivisionSocket.as_asgi()),
    path("ws/<str:language>/leagues/fixture/", FixtureSocket.as_asgi()),
]
