from __future__ import annotations

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The app's place in Django's registry."""

    name = "pages"
