"""Address of the socket of every signed-in page; the language is a part of it."""

from __future__ import annotations

from django.urls import path

from pages.consumers import YouSocket

websocket_urlpatterns = [path("ws/<str:language>/you/", YouSocket.as_asgi())]
