"""Address of the socket of a division's page; the language is part of it, as for a table."""

from __future__ import annotations

from django.urls import path

from leagues.consumers import DivisionSocket

websocket_urlpatterns = [path("ws/<str:language>/leagues/", DivisionSocket.as_asgi())]
