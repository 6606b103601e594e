"""The configuration as an app: a command, and the Celery app for every Django process."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from config.serving import memory


class ConfigConfig(AppConfig):
    """The app that prepares a process before the first request."""

    name = "config"

    def ready(self) -> None:
        """Set the Celery app by which tasks are sent, and load each app's refusals."""
        # It needs the settings; the import alone registers it.
        from config import celery  # noqa: F401 - as said

        autodiscover_modules("refusals")
        memory.end_loading()
