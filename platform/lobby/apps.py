from __future__ import annotations

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """The app's place in Django's registry."""

    name = "lobby"
