"""Address of the list's socket; the language is a part of it, as for a table."""

from __future__ import annotations

from django.urls import path

from lobby.consumers import TablesSocket

websocket_urlpatterns = [path("ws/<str:language>/tables/", TablesSocket.as_asgi())]
