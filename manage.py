"""Nightcap's commands: `.venv/bin/python manage.py help` lists them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    """Put `platform/` on the path, start the services if needed, then run Django's main function."""
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if file := os.environ.get("NIGHTCAP_ENV_FILE"):
        _take_settings_from(file)
    if sys.argv[1:2] == ["run"]:
        # The supervisor outlives all other processes and does not need Django, so it stays small.
        from config.local.run import main as run

        sys.exit(run(sys.argv[2:]))
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import Error

    from config.local.installation import services_for
    from operations.missing_tables import saying_what_is_unprepared
    from realtime.database_away import is_away

    try:
        if sys.argv[1:] == ["version"]:
            # Django would print its own. No settings are read: it also answers where they are wrong.
            from config.version import read_version

            print(read_version())
            return
        with services_for(sys.argv[1:]), saying_what_is_unprepared():
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(str(wrong))  # it names the variable; the traceback would not help
    except Error as error:
        if "--traceback" in sys.argv or not is_away(error):
            raise
        sys.exit(f"The database failed: {str(error).strip().splitlines()[0]}.")


def _take_settings_from(file: str) -> None:
    from config.env_file import load
    from operations.child_processes import Unusable

    try:
        load(file)
    except Unusable as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
