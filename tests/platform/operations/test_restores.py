"""Every process detects an interrupted restore, and the next restore changes nothing without
consent.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from core.schema_check import ASIDE
from operations.backups import programs
from operations.backups.archive import DIGESTS, DUMP
from tests.platform.matches.cast import person
from tests.platform.operations.backups import (
    ROOT,
    back_up,
    begun,
    everything,
    in_database,
    settings_for,
)
from tests.platform.operations.conftest import Shelf

pytestmark = pytest.mark.django_db(transaction=True)

HELD = """
CREATE SCHEMA held;
CREATE FUNCTION held.hold() RETURNS event_trigger LANGUAGE plpgsql
  AS 'BEGIN PERFORM pg_sleep(120); END';
CREATE EVENT TRIGGER hold ON ddl_command_start WHEN TAG IN ('CREATE INDEX')
  EXECUTE FUNCTION held.hold()
"""
"""Makes the creation of any index wait."""
AT_WORK = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_restore'"
PATIENCE = 60.0
REFUSING = {
    "prepare": ("prepare", "--only", "data"),
    "check_upgrade": ("check_upgrade",),
    "verify_matches": ("verify_matches",),
    "backup": ("backup", tempfile.gettempdir()),
}
"""Commands that must refuse an incomplete database."""
SERVING = {
    "web": ("config.serving.web_server", "-p", "0", "config.serving.web_application:application"),
    "worker": ("celery", "-A", "config", "worker", "--concurrency", "1"),
    "beat": (
        "celery",
        "-A",
        "config",
        "beat",
        "--scheduler",
        "celery.beat:Scheduler",
        "--pidfile=",
    ),
}
"""Processes that must not start on one."""


@dataclass(frozen=True)
class Place:
    """A database with one match more than the backup, and the backup."""

    url: str
    backup: Path


@pytest.fixture
def place(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory, elsewhere: str) -> Place:
    """A database, and the backup from before its last match."""

    def make() -> Place:
        folder = tmp_path_factory.mktemp("backups")
        begun("sleeping_queens")
        older = Path(back_up(folder / "older")["folder"])
        begun("siebenschlaefer")
        newer = back_up(folder / "newer")["folder"]
        assert in_database(elsewhere, "restore", newer).returncode == 0
        return Place(elsewhere, older)

    return shelf.filled("whole", make)


@contextmanager
def making_indexes(place: Place) -> Iterator[subprocess.Popen[str]]:
    """Run a restore of this backup that is creating indexes now."""
    with psycopg.connect(place.url, autocommit=True) as there:
        there.execute(HELD)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "restore", str(place.backup), "--yes"],
        cwd=ROOT,
        env=settings_for(place.url),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _wait_for(f"{AT_WORK} AND query LIKE 'CREATE INDEX%'", 1)
        yield process
    finally:
        process.kill()
        process.communicate()
        _wait_for(AT_WORK, 0)
        with psycopg.connect(place.url, autocommit=True) as there:
            there.execute("DROP EVENT TRIGGER hold; DROP SCHEMA held CASCADE")


def _wait_for(query: str, count: int) -> None:
    end = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        cursor.execute(query)
        while cursor.fetchone() != (count,):
            assert time.monotonic() < end, (query, count)
            time.sleep(0.05)
            cursor.execute(query)


@pytest.fixture
def killed(shelf: Shelf, place: Place) -> tuple[Place, tuple[object, ...]]:
    """A place whose restore was killed while it created indexes, and the content before it."""

    def make() -> tuple[Place, tuple[object, ...]]:
        before = everything(place.url)
        with making_indexes(place) as process:
            process.send_signal(signal.SIGKILL)
            process.wait()
        return place, before

    return shelf.filled("killed", make)


def schema_is_whole(url: str) -> bool:
    """Return the verdict of `/readyz`."""
    script = "from operations.health import check_all; print(check_all()['schema'])"
    return in_database(url, "shell", "-v0", "-c", script).stdout.strip() == "True"


def starts(url: str, name: str) -> subprocess.CompletedProcess[str]:
    """Start a serving process on this database, and return its end."""
    return subprocess.run(
        [sys.executable, "-m", *SERVING[name]],
        cwd=ROOT,
        env=settings_for(url) | {"PYTHONPATH": "platform"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_killed_restore_is_noticed_and_changes_nothing(
    killed: tuple[Place, tuple[object, ...]],
) -> None:
    """Commands and processes refuse a database without keys. The next restore first asks, and the
    answer N changes nothing.
    """
    place, _ = killed
    now = everything(place.url)
    for name, argv in REFUSING.items():
        done = in_database(place.url, *argv)
        assert done.returncode == 1, name
        assert "was cut short" in done.stderr, name
        assert "`manage.py restore --put-back`" in done.stderr, name
        assert "Traceback" not in done.stderr, name
    assert not schema_is_whole(place.url)
    for name in SERVING:
        ended = starts(place.url, name)
        assert ended.returncode == 1, name
        assert "was cut short" in ended.stderr, name
        assert "Traceback" not in ended.stderr, name
    for nobody_or_no in ("", "n\n"):
        for way in (str(place.backup), "--put-back"):
            done = in_database(place.url, "restore", way, told=nobody_or_no)
            assert done.returncode == 1
            assert "Before that restore: 2 matches, " in done.stdout
            assert "Now: nothing." in done.stdout
            assert "CommandError: Nothing was changed." in done.stderr
    assert everything(place.url) == now


def test_what_was_there_before_it_can_be_put_back(
    killed: tuple[Place, tuple[object, ...]],
) -> None:
    place, before = killed
    done = in_database(place.url, "restore", "--put-back", told="y\n")
    assert done.returncode == 0, done.stderr
    assert "What was there before is back: 2 matches, " in done.stdout
    assert everything(place.url) == before
    assert schema_is_whole(place.url)
    again = in_database(place.url, "restore", "--put-back", "--yes")
    assert "there is nothing to put back" in again.stderr


def test_a_second_restore_takes_the_place_of_a_killed_one(
    killed: tuple[Place, tuple[object, ...]],
) -> None:
    """Until it is complete, no earlier data is lost."""
    place, before = killed
    digests = place.backup / DIGESTS
    right = digests.read_bytes()
    digests.write_bytes(right[:-20])
    done = in_database(place.url, "restore", str(place.backup), "--yes")
    assert done.returncode == 1
    assert "is damaged" in done.stderr
    assert everything(place.url) == before

    digests.write_bytes(right)
    with making_indexes(place) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = in_database(place.url, "restore", str(place.backup), told="y\n")
    assert done.returncode == 0, done.stderr
    assert schema_is_whole(place.url)
    verified = in_database(place.url, "verify_matches")
    assert "1 rounds: log and snapshot agree." in verified.stdout


def test_moves_on_half_a_database_can_be_kept_by_hand(
    place: Place,
) -> None:
    """The state is that of an older release: tables without keys hold the present data, and the
    earlier data is set aside.

    The question shows both.
    """
    with psycopg.connect(place.url) as there:
        there.execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
        there.execute("CREATE SCHEMA public")
    load_by_hand(place, "pre-data", "data")
    with psycopg.connect(place.url) as there:
        there.execute("UPDATE accounts_user SET name = 'played on'")
    now = everything(place.url)
    done = in_database(place.url, "restore", str(place.backup), told="n\n")
    assert "Before that restore: 2 matches, " in done.stdout
    assert "Now: 1 matches, " in done.stdout
    assert " and 1 users, the last move of " in done.stdout
    assert "It is not whole: it lacks " in done.stdout
    assert everything(place.url) == now

    # docs/runbook.md, "Restore cut short": the present data gets its keys.
    load_by_hand(place, "post-data")
    with psycopg.connect(place.url) as there:
        there.execute(f"DROP SCHEMA {ASIDE} CASCADE")
    prepared = in_database(place.url, "prepare", "--only", "data")
    assert prepared.returncode == 0, prepared.stderr
    assert schema_is_whole(place.url)
    with psycopg.connect(place.url) as there:
        assert there.execute("SELECT name FROM accounts_user").fetchall() == [("played on",)]


def load_by_hand(place: Place, *sections: str) -> None:
    """Load a backup as a host does with `pg_restore`."""
    program = programs.find_program("pg_restore", 18)
    wanted = ["--no-owner", "--schema=public", *(f"--section={name}" for name in sections)]
    subprocess.run(
        [program, *wanted, f"--dbname={place.url}", str(place.backup / DUMP)],
        env=programs._environment(program),
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("sections", "why"),
    [
        (("pre-data",), "holds tables of Nightcap and no migration on record"),
        (("pre-data", "data"), "The database is not whole: it lacks "),
    ],
)
def test_half_of_a_restore_by_hand_is_noticed(
    tmp_path: Path, elsewhere: str, sections: tuple[str, ...], why: str
) -> None:
    begun("sleeping_queens")
    place = Place(elsewhere, Path(back_up(tmp_path)["folder"]))
    load_by_hand(place, *sections)
    for name, argv in REFUSING.items():
        done = in_database(place.url, *argv)
        assert done.returncode == 1, name
        assert why in done.stderr, name
        assert "Traceback" not in done.stderr, name
    assert not schema_is_whole(place.url)
    # The remedy that the error names.
    done = in_database(place.url, "restore", str(place.backup), "--yes")
    assert done.returncode == 0, done.stderr
    assert schema_is_whole(place.url)


@pytest.mark.parametrize("sig", [signal.SIGHUP, signal.SIGINT])
def test_a_restore_that_is_told_to_end_undoes_its_changes(
    place: Place, sig: signal.Signals
) -> None:
    """A closed terminal is the most likely end of all."""
    before = everything(place.url)
    with making_indexes(place) as process:
        process.send_signal(sig)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "CommandError: It was told to end, and has undone what it had begun." in said
    assert everything(place.url) == before


def test_an_old_schema_that_cannot_be_dropped_is_put_back(place: Place) -> None:
    """An error while it is dropped undoes the restore."""
    before = everything(place.url)
    with psycopg.connect(place.url, autocommit=True) as there:
        there.execute("CREATE SCHEMA held")
        there.execute(
            "CREATE FUNCTION held.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN"
            f" IF current_query() LIKE 'DROP SCHEMA {ASIDE}%' THEN RAISE 'not that'; END IF; END$$"
        )
        there.execute(
            "CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('DROP SCHEMA')"
            " EXECUTE FUNCTION held.refuse()"
        )
    done = in_database(place.url, "restore", str(place.backup), "--yes")
    with psycopg.connect(place.url, autocommit=True) as there:
        there.execute("DROP EVENT TRIGGER refuse; DROP SCHEMA held CASCADE")
    assert done.returncode == 1
    assert "CommandError: The database failed: not that." in done.stderr
    assert everything(place.url) == before


@pytest.fixture
def roles() -> Iterator[tuple[str, str]]:
    """Two roles of PostgreSQL without rights: the owner of Nightcap's database, and a monitoring
    program.
    """
    name = str(connection.settings_dict["NAME"])
    keeper, exporter = f"{name}_keeper", f"{name}_exporter"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {keeper} LOGIN; CREATE ROLE {exporter} LOGIN")
        yield keeper, exporter
        cursor.execute(f"DROP OWNED BY {keeper}, {exporter} CASCADE")
        cursor.execute(f"DROP ROLE {keeper}, {exporter}")


def test_another_program_may_stay_if_it_is_named(
    tmp_path: Path, roles: tuple[str, str], elsewhere: str
) -> None:
    """A managed database's exporter is always connected. The check also finds it for a role that
    may not see others' connections.
    """
    keeper, exporter = roles
    person("Mona")
    folder = back_up(tmp_path)["folder"]
    with psycopg.connect(elsewhere, autocommit=True) as there:
        there.execute(f"ALTER DATABASE {there.info.dbname} OWNER TO {keeper}")
        there.execute(f"ALTER SCHEMA public OWNER TO {keeper}")
    own_url = elsewhere.replace("//nightcap@", f"//{keeper}@")
    foreign = elsewhere.replace("//nightcap@", f"//{exporter}@")
    with psycopg.connect(foreign, application_name="numbers", autocommit=True) as guest:
        guest.execute("SELECT 1")
        for argv in ([], ["--beside", keeper]):
            done = in_database(own_url, "restore", folder, *argv)
            assert done.returncode == 1
            assert (
                f"{keeper} is the user of Nightcap itself" if argv else f"{exporter} (process "
            ) in (done.stderr)
        assert ", numbers)" in in_database(own_url, "restore", folder).stderr
        done = in_database(own_url, "restore", folder, "--beside", exporter)
    assert done.returncode == 0, done.stderr
    assert schema_is_whole(own_url)


@pytest.mark.parametrize("argv", [[], ["somewhere", "--put-back"]])
def test_one_way_of_the_two_is_named(elsewhere: str, argv: list[str]) -> None:
    done = in_database(elsewhere, "restore", *argv)
    assert done.returncode == 1
    assert "Name a backup, or say --put-back." in done.stderr
