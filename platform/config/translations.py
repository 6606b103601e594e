"""Catalogs into the form that Django reads, without GNU gettext."""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogs(folder: Path) -> int:
    """Write the `.mo` of every `.po` that is newer; return how many were written."""
    written = 0
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalog = read_po(file)
        # Several processes may do this at once: each writes its own and puts it in place whole.
        half = target.with_name(f"{target.name}.{os.getpid()}")
        with half.open("wb") as file:
            write_mo(file, catalog)
        half.replace(target)
        written += 1
    return written
