"""The parts of the file that people take along: each app registers what it knows of somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accounts.models import User

PARTS: dict[str, Callable[[User], Any]] = {}


def register_export(name: str, part: Callable[[User], Any]) -> None:
    """From now on this is a part of every export: plain values that JSON knows, or dates."""
    PARTS[name] = part
