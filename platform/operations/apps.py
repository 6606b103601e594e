from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """How a server is kept: its health, its measures, its backups, and the commands for them."""

    name = "operations"

    def ready(self) -> None:
        """Let commands look for misspelt settings."""
        from operations import unknown_settings  # noqa: F401 - its check registers itself
