"""The address of the socket of bots. It reads no cookie; the first message has the token."""

from __future__ import annotations

from django.urls import path

from api.play.socket import BotSocket

websocket_urlpatterns = [path("ws/api/v1/", BotSocket.as_asgi())]
