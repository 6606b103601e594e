"""The services of tests: a database that is migrated once for each set of migrations."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.local.embedded import testing
from config.local.embedded.services import Services


@pytest.fixture
def var() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="nightcap-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_copy_of_what_is_kept_starts_migrated_and_empty(var: Path) -> None:
    services = Services(var, forgetful=True)
    services.claim()
    try:
        testing.copy_migrated_data(var / "postgres", testing.KEPT)
        url = services.start(("DATABASE_URL",))["DATABASE_URL"]
        with psycopg.connect(url.removesuffix("postgres") + testing.TEMPLATE) as connection:
            applied = connection.execute("SELECT count(*) FROM django_migrations").fetchone()
            people = connection.execute("SELECT count(*) FROM accounts_user").fetchone()
    finally:
        services.stop()
    ours = [*(testing.ROOT / "platform").glob("*/migrations/0*.py")]
    assert applied is not None
    assert applied[0] > len(ours)
    assert people == (0,)


def test_migrating_is_done_once_and_anew_for_other_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migration = tmp_path / "platform" / "app" / "migrations" / "0001_initial.py"
    migration.parent.mkdir(parents=True)
    migration.write_text("operations = []")
    pinned = tmp_path / "requirements.txt"
    pinned.write_text("Django==5.2")
    made = []

    def migrate(found: Path) -> None:
        found.mkdir()
        made.append(found.name)

    monkeypatch.setattr(testing, "ROOT", tmp_path)
    monkeypatch.setattr(testing, "_migrate", migrate)
    kept = tmp_path / "kept"
    laid = iter(range(9))

    def lay() -> None:
        data = tmp_path / f"data{next(laid)}"
        testing.copy_migrated_data(data, kept)
        assert data.is_dir()
        assert [path.name for path in kept.glob("migrated-*")] == made[-1:]

    lay()
    lay()
    assert len(made) == 1
    migration.write_text("operations = [1]")
    lay()
    migration.with_name("0002_more.py").write_text("")
    lay()
    pinned.write_text("Django==6.0")
    lay()
    lay()
    assert len(set(made)) == len(made) == 4
