"""A backup made during play is restored completely, or not at all."""

from __future__ import annotations

import gzip
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from core import clock
from games.kernel import registry
from matches.models import Heartbeat, Match, Move
from operations.backups import in_use, programs
from operations.backups.archive import DIGESTS, DUMP, MANIFEST, Archive
from operations.backups.programs import BackupError
from operations.backups.restore import check_archive
from operations.backups.rotation import Kept
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.operations.backups import back_up, begun, everything, in_database

pytestmark = pytest.mark.django_db(transaction=True)


def test_matches_of_all_games_come_back_whole(tmp_path: Path, elsewhere: str) -> None:
    matches = [begun(slug) for slug in sorted(registry.games())]
    told = back_up(tmp_path)
    assert told["matches"] == len(matches)
    assert told["moves"] == Move.objects.count() > len(matches)
    done = in_database(elsewhere, "restore", told["folder"], "--json")
    assert done.returncode == 0, done.stderr
    assert "Valkey is away" in done.stderr
    assert json.loads(done.stdout)["matches_sha256"] == told["matches_sha256"]
    with psycopg.connect(elsewhere) as restored:
        rows = restored.execute("SELECT id FROM matches_match").fetchall()
        assert {row[0] for row in rows} == {match.pk for match in matches}
    verified = in_database(elsewhere, "verify_matches", "--json")
    assert json.loads(verified.stdout) == {"rounds": len(matches), "differing": {}}
    prepared = in_database(elsewhere, "prepare", "--only", "data", "--json")
    assert json.loads(prepared.stdout)["database"] == "up to date"


def test_a_backup_is_of_one_moment_while_people_play(tmp_path: Path, elsewhere: str) -> None:
    match = dealt(person("Alice"), person("Bob"))
    with ThreadPoolExecutor() as hands:
        playing = hands.submit(_play_elsewhere, match)
        told = back_up(tmp_path)
        playing.result()
    assert Move.objects.count() > told["moves"]
    done = in_database(elsewhere, "restore", told["folder"])
    assert done.returncode == 0, done.stderr
    verified = in_database(elsewhere, "verify_matches", "--json")
    assert json.loads(verified.stdout) == {"rounds": 1, "differing": {}}


def _play_elsewhere(match: Match) -> None:
    try:
        play_out(match)
    finally:
        connection.close()


SPOILT = {
    "a dump that was cut short": (DUMP, lambda data: data[:-100], "is damaged: it has"),
    "a dump that was changed": (DUMP, lambda data: data[:-1] + b"?", "is not what was written"),
    "a dump that is not there": (DUMP, None, "cannot be read"),
    "a manifest that is none": (MANIFEST, lambda data: b"{}", "is damaged"),
    "a manifest that is not there": (MANIFEST, None, "is no backup"),
    "of a newer format": (
        MANIFEST,
        lambda data: data.replace(b'"format": ', b'"format": 9'),
        "made by a newer Nightcap",
    ),
    "of newer migrations": (
        MANIFEST,
        lambda data: data.replace(b'"matches.0001_initial"', b'"matches.0042_of_tomorrow"'),
        "does not know matches.0042_of_tomorrow",
    ),
    "of a newer PostgreSQL": (
        MANIFEST,
        lambda data: data.replace(b'"postgres": ', b'"postgres": 9'),
        "the server is older",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_bad_backup_is_refused_before_anything_changes(spoilt: str, tmp_path: Path) -> None:
    whole = Path(back_up(tmp_path)["folder"])
    check_archive(Archive(whole))
    name, change, why = SPOILT[spoilt]
    if change is None:
        (whole / name).unlink()
    else:
        (whole / name).write_bytes(change((whole / name).read_bytes()))
    with pytest.raises(CommandError, match=why):
        call_command("restore", whole, yes=True)


def test_a_restore_that_fails_leaves_everything_as_it_was(tmp_path: Path, elsewhere: str) -> None:
    match = begun("sleeping_queens")
    whole = Path(back_up(tmp_path)["folder"])
    # An empty database is filled without a confirmation.
    assert in_database(elsewhere, "restore", str(whole)).returncode == 0
    before = everything(elsewhere)

    for nobody_or_no in ("", "n\n"):
        done = in_database(elsewhere, "restore", str(whole), told=nobody_or_no)
        assert f"holds 1 matches, {Move.objects.count()} moves and 1 users" in done.stdout
        assert "CommandError: Nothing was changed." in done.stderr

    with psycopg.connect(elsewhere) as somebody:
        somebody.execute("SELECT 1")
        done = in_database(elsewhere, "restore", str(whole), "--yes")
    assert "Somebody is connected to this database: nightcap (process " in done.stderr
    assert everything(elsewhere) == before

    right = (whole / DIGESTS).read_bytes()
    (whole / DIGESTS).write_bytes(gzip.compress(f"{match.pk} {'0' * 64}\n".encode()))
    done = in_database(elsewhere, "restore", str(whole), "--yes")
    (whole / DIGESTS).write_bytes(right)
    assert f"match {match.pk} is not what was backed up" in done.stderr
    assert everything(elsewhere) == before


def test_a_server_without_connections_is_known_by_heartbeats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(in_use, "BEAT_PATIENCE", 1.0)
    assert not in_use.beats()  # it never ran
    Heartbeat.objects.create(part=Heartbeat.Part.WEB, at_ms=clock.now_ms())
    assert not in_use.beats()  # it has just ended
    with ThreadPoolExecutor() as hands:
        Heartbeat.objects.update(at_ms=clock.now_ms())
        beating = hands.submit(_beat)
        assert in_use.beats()
        beating.result()


def _beat() -> None:
    time.sleep(0.4)
    Heartbeat.objects.update(at_ms=clock.now_ms())
    connection.close()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", tmp_path / "file")


def test_tables_elsewhere_are_not_missed_in_silence(tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA elsewhere")
        cursor.execute("SET search_path = elsewhere, public")
    try:
        with pytest.raises(CommandError, match="search_path begins with elsewhere"):
            call_command("backup", tmp_path)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET search_path")
            cursor.execute("DROP SCHEMA elsewhere")
    assert list(tmp_path.iterdir()) == []


def test_tools_that_are_too_old_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BackupError, match="postgresql-client-99"):
        programs.find_program("pg_dump", 99)


def test_programs_are_told_the_settings_and_nothing_newer() -> None:
    """`sslcertmode`, which libpq has since version 16, would end a `pg_dump` of version 15."""
    with psycopg.connect(os.environ["DATABASE_URL"], sslcertmode="allow") as other:
        assert "sslcertmode" in other.info.get_parameters()
        lines = programs.service_file(other.info).splitlines()
    names = {line.partition("=")[0] for line in lines[1:]}
    assert "dbname" in names
    assert names <= {"host", "hostaddr", "port", "user", "password", "dbname"}


def test_the_newest_of_days_weeks_and_months_are_kept() -> None:
    now = datetime(2026, 11, 23, 3, 30, tzinfo=UTC)
    made = [now - timedelta(hours=12 * back) for back in range(400)]
    kept = sorted(Kept(3, 2, 3).times_kept(made), reverse=True)
    assert [f"{at:%m-%d %H}" for at in kept] == [
        "11-23 03",
        "11-22 15",
        "11-21 15",
        "10-31 15",
        "09-30 15",
    ]
    assert Kept(0, 0, 0).times_kept(made) == {now}
    assert Kept(7, 4, 6).times_kept([]) == set()


def test_old_backups_go_when_a_new_one_is_whole(tmp_path: Path) -> None:
    for name in ("nightcap-2020-01-01T00-00-00Z", "nightcap-2020-01-02T00-00-00Z", "mine"):
        (tmp_path / name).mkdir()
    call_command("backup", tmp_path, "--keep", "1,0,2")
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left[0] == "mine"
    assert left[1] == "nightcap-2020-01-02T00-00-00Z"  # of its month
    assert len(left) == 3
    assert Archive(tmp_path / left[2]).manifest().matches == 0
