"""`manage.py prepare` when it cannot do its work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from operations.static_files import publish_static_files

pytestmark = pytest.mark.django_db


def test_a_database_of_another_version_is_left_alone_and_named() -> None:
    MigrationRecorder(connection).record_applied("matches", "0042_of_tomorrow")
    with pytest.raises(CommandError, match=r"another version.*matches\.0042_of_tomorrow"):
        call_command("prepare", only="data")


def test_what_a_library_has_taken_back_does_no_harm() -> None:
    MigrationRecorder(connection).record_applied("auth", "0099_replaced")
    call_command("prepare", only="data")


def test_tables_without_a_record_end_it_with_a_sentence() -> None:
    """The tables exist without recorded migrations; the error is no traceback of `relation …
    already exists`.
    """
    recorder = MigrationRecorder(connection)
    for app, name in list(recorder.applied_migrations()):
        if app == "court":
            recorder.record_unapplied(app, name)
    with pytest.raises(CommandError, match=r"cannot be applied: relation \"court_.*already exists"):
        call_command("prepare", only="data")


@pytest.mark.parametrize("lies", ["in a file", "where nobody can write"])
def test_files_that_cannot_be_written_end_it_with_a_sentence(
    lies: str, tmp_path: Path, settings: Any
) -> None:
    """This includes a full disk; the error is no traceback."""
    (tmp_path / "file").write_text("in the way")
    root = tmp_path / "file" if lies == "in a file" else Path("/proc/nightcap")
    settings.STATIC_ROOT = root
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {
            "BACKEND": "config.serving.storage.StaticFiles",
            "OPTIONS": {"location": root},
        }
    }
    with pytest.raises(CommandError, match=r"^static files: cannot be written: .*STATIC_ROOT"):
        call_command("prepare", only="files")


def test_unchanged_static_files_are_published_once(tmp_path: Path, settings: Any) -> None:
    """Publishing takes more than a second of each start."""
    root = tmp_path / "static"
    settings.VAR, settings.STATIC_ROOT = tmp_path, root
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {
            "BACKEND": "config.serving.storage.StaticFiles",
            "OPTIONS": {"location": root},
        }
    }
    assert publish_static_files().endswith(" copied")
    published = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    assert publish_static_files() == "up to date"
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == published
    manifest = root / "staticfiles.json"
    manifest.unlink()
    publish_static_files()
    assert manifest.exists()
