"""Static files lie where Django's own scheme has them, so that a name says which app a file is of."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.test_walls import PLATFORM


def test_what_an_app_publishes_bears_its_name() -> None:
    """There were three schemes, and `css/table.css` could be of any app, or of two."""
    files = [path for path in PLATFORM.glob("*/static/**/*") if path.is_file()]
    assert files
    elsewhere = [path for path in files if path.relative_to(PLATFORM).parts[2] != app_of(path)]
    assert elsewhere == []


def app_of(path: Path) -> str:
    return path.relative_to(PLATFORM).parts[0]
