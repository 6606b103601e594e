"""Address of the socket of the list; the language is part of it, as for a table."""

from __future__ import annotations

from django.urls import path

from lobby.consumers import TablesSocket

websocket_urlpatterns = [path("ws/<str:language>/tables/", TablesSocket.as_asgi())]
