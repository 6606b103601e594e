from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Operations: health, metrics, backups, and the commands for them."""

    name = "operations"

    def ready(self) -> None:
        """Register the check that finds misspelt settings."""
        from operations import unknown_settings  # noqa: F401 - its check registers itself
