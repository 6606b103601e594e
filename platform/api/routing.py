"""Address of the socket of bots: it knows no cookie, and asks for a token by its first message."""

from __future__ import annotations

from django.urls import path

from api.play.socket import BotSocket

websocket_urlpatterns = [path("ws/api/v1/", BotSocket.as_asgi())]
