"""The parts of a user's data export; each app registers its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accounts.models import User

PARTS: dict[str, Callable[[User], Any]] = {}


def register_export(name: str, part: Callable[[User], Any]) -> None:
    """Add a part to every export. It returns plain JSON values, or dates."""
    PARTS[name] = part
