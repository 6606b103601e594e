"""Our own templates: where they are, and all of them loaded before the first page."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template


def own_templates() -> dict[str, Path]:
    """The files of our templates, by the names that they are loaded by."""
    folders = [settings.ROOT / "templates", *settings.PLATFORM.glob("*/templates")]
    return {
        str(path.relative_to(folder)): path
        for folder in folders
        for pattern in ("*.html", "*.txt")
        for path in folder.rglob(pattern)
        if "static" not in path.relative_to(folder).parts
    }


def load_templates() -> None:
    """Load every template now, and keep it: a new release below a running process changes none of them."""
    for name in own_templates():
        get_template(name)
