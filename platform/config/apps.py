"""The configuration as an app: its commands, and the Celery app for every Django process."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ConfigConfig(AppConfig):
    """What has to be there before the first request."""

    name = "config"

    def ready(self) -> None:
        """Make our Celery app the one that tasks are sent through, and find each app's refusals."""
        from config import celery  # noqa: F401 - needs the settings, and is imported to be there

        autodiscover_modules("refusals")
