"""Our own templates: their places, and loading all of them before the first page."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template


def own_templates() -> dict[str, Path]:
    """Return the files of our templates, by the names that load them."""
    folders = [settings.ROOT / "templates", *settings.PLATFORM.glob("*/templates")]
    return {
        str(path.relative_to(folder)): path
        for folder in folders
        for pattern in ("*.html", "*.txt")
        for path in folder.rglob(pattern)
        if "static" not in path.relative_to(folder).parts
    }


def load_templates() -> None:
    """Load and cache every template now, so that a new release on the disk does not change a
    running process.
    """
    for name in own_templates():
        get_template(name)
