"""`manage.py version`: the version of this server.

Django answers `version` itself, with its own version and before it looks for commands. `manage.py`
therefore prints ours first; this command lists it in `manage.py help` and serves `call_command`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Print the version that `pyproject.toml` states."""

    help = "Print the version of Nightcap (`--version` prints that of Django)."
    requires_system_checks: list[str] = []  # noqa: RUF012 - so Django spells it

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(settings.VERSION)
