from __future__ import annotations

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The configuration of the app."""

    name = "pages"
