"""The publishing of static files by `prepare`, left out if none has changed since the last time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic

from operations.front_pages import FOLDER


def publish_static_files() -> str:
    """Publish the static files; return how many were copied, in words."""
    noted = settings.VAR / "static-files"
    if noted.exists() and noted.read_text(encoding="ascii") == _state():
        return "up to date"
    collect = collectstatic.Command()
    collect.set_options(
        interactive=False,
        verbosity=0,
        link=False,
        clear=False,
        dry_run=False,
        ignore_patterns=[],
        use_default_ignore_patterns=True,
        post_process=True,
    )
    found = collect.collect()
    noted.parent.mkdir(parents=True, exist_ok=True)
    noted.write_text(_state(), encoding="ascii")
    copied = len(found["modified"])
    return f"{copied} copied" if copied else "up to date"


def _state() -> str:
    """Return a digest of the sizes and times of all these files, and of the code that publishes them."""
    files = ((str(path), path.stat()) for path in sorted(_files()))
    states = [(path, stat.st_size, stat.st_mtime_ns) for path, stat in files]
    return hashlib.sha256(repr(states).encode()).hexdigest()


def _files() -> Iterator[Path]:
    backend, _, _ = settings.STORAGES["staticfiles"]["BACKEND"].rpartition(".")
    yield Path(str(import_module(backend).__file__))
    for finder in get_finders():
        for path, source in finder.list([]):
            yield Path(source.path(path))
    root = Path(settings.STATIC_ROOT)
    for path in root.rglob("*"):
        if path.is_file() and path.relative_to(root).parts[0] != FOLDER:
            yield path
