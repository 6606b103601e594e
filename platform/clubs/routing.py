"""The address of a club's socket."""

from __future__ import annotations

from django.urls import path

from clubs.consumers import ClubSocket

websocket_urlpatterns = [path("ws/<str:language>/clubs/", ClubSocket.as_asgi())]
