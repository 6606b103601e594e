from __future__ import annotations

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """The configuration of the app."""

    name = "lobby"
