"""The configuration as an app: a command, and the Celery app for every Django process."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from config.serving import memory


class ConfigConfig(AppConfig):
    """What has to be there before the first request."""

    name = "config"

    def ready(self) -> None:
        """Make our Celery app the one that tasks are sent through, and find each app's refusals."""
        # It needs the settings, and is imported to be there.
        from config import celery  # noqa: F401 - as said

        autodiscover_modules("refusals")
        memory.end_loading()
