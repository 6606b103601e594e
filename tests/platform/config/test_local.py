"""A command without `DATABASE_URL`: the database that it uses; it never creates one by itself.

Otherwise `restore`, without the host's settings, would restore matches into a new, unused database.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local import installation
from config.local.installation import services_for

COMMANDS = (
    ["restore", "nightcap-2026-11-23T03-30-00Z"],
    ["backup", "backups"],
    ["createsuperuser"],
    ["prepare"],
    ["check_upgrade"],
    ["verify_matches"],
    ["shell"],
)


@pytest.fixture
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A clone without any run yet, and an empty environment; returns the clone's `var`."""
    monkeypatch.setattr(installation, "ROOT", tmp_path)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    for name in list(os.environ):
        if name in ("DATABASE_URL", "REDIS_URL") or name.startswith(("NIGHTCAP_", "DJANGO_")):
            monkeypatch.delenv(name)
    tmp_path.chmod(0o755)
    return tmp_path / "var"


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
def test_a_command_makes_no_database(argv: list[str], nothing_set: Path) -> None:
    with pytest.raises(SystemExit) as refused, services_for(argv):
        pytest.fail("it had a database")
    sentence = str(refused.value)
    assert sentence.startswith(
        "DATABASE_URL is not set, and `make run` has created no database in "
    )
    assert str(nothing_set) in sentence
    assert "deploy/nightcap, which reads /etc/nightcap/env" in sentence
    assert not nothing_set.exists()


def test_what_needs_none_goes_on(nothing_set: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["check"], ["help"], ["restore", "--help"], []):
        with services_for(argv):
            assert os.environ["DATABASE_URL"] == installation.NOWHERE["DATABASE_URL"]
        del os.environ["DATABASE_URL"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("way", ["a folder is named", "a tool", "made before"])
def test_a_machine_of_one_s_own_has_one_and_is_told_which(
    way: str,
    nothing_set: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if way == "a folder is named":
        monkeypatch.setenv("NIGHTCAP_VAR", str(nothing_set))
    argv = ["makemigrations"] if way == "a tool" else ["verify_matches"]
    if way == "made before":
        monkeypatch.setenv("NIGHTCAP_VAR", str(nothing_set))
        with services_for(argv):
            pass
        monkeypatch.delenv("NIGHTCAP_VAR")
        forget()
        capsys.readouterr()
    with services_for(argv):
        assert os.environ["DATABASE_URL"].startswith("postgresql://nightcap@")
    forget()
    told = capsys.readouterr()
    assert (told.out, told.err.splitlines()[0]) == (
        "",
        f"Database: that of `make run` in {nothing_set}.",
    )


def forget() -> None:
    """Remove a command's variables from the environment."""
    for name in list(os.environ):
        if name in ("DATABASE_URL", "REDIS_URL") or name.startswith("NIGHTCAP_"):
            del os.environ[name]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        (
            "postgresql://me:s3cret@db.example:5433/cards?sslmode=require",
            "cards at db.example:5433",
        ),
        ("postgresql://me:s3cret@%2Frun%2Fpostgresql/cards", "cards at /run/postgresql"),
        ("postgresql:///cards", "cards at this machine"),
    ],
)
def test_a_command_names_its_database_without_the_password(
    url: str,
    name: str,
    nothing_set: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    for argv in COMMANDS:
        with services_for(argv):
            pass
        assert capsys.readouterr().err == f"Database: {name}.\n"
    with services_for(["check"]):
        pass
    assert capsys.readouterr().err == ""
    assert not nothing_set.exists()


def test_settings_without_a_database_make_none(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCAP_ENV_FILE", "/etc/nightcap/env")
    monkeypatch.setenv("NIGHTCAP_VAR", str(nothing_set))
    with pytest.raises(SystemExit, match=r"^/etc/nightcap/env does not set DATABASE_URL\.$"):
        services_for(["restore", "x"]).__enter__()
    assert not nothing_set.exists()


@pytest.mark.parametrize("argv", [["prepare", "--only", "data"], ["backup", "backups"]])
def test_a_database_that_is_away_is_said_in_a_sentence(argv: list[str]) -> None:
    settings = {
        "DATABASE_URL": "postgresql://nightcap:secret@127.0.0.1:1/nightcap",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=installation.ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The database failed: connection ")
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


def test_a_key_in_a_file_stands_for_the_one_of_this_machine(
    nothing_set: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise both would be set, and the start would stop."""
    monkeypatch.setenv("NIGHTCAP_SECRET_KEY_FILE", "/run/secrets/key")
    with services_for(["check"]):
        assert "NIGHTCAP_SECRET_KEY" not in os.environ
