"""A new release under systemd: it starts only if it is completely prepared, and never changes the
old one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY
from tests.deploy.test_systemd import ONCE, UNITS, lines

PYTHON = """#!/bin/sh
# In place of a release's Python: notes what it was asked to do.
case "$*" in
*manage.py*)
    release=$(dirname "$(dirname "$(dirname "$0")")")
    echo "$(cat "$release/number") is asked: ${*#*manage.py }" >> "$NOTES"
    [ -z "$STATIC_ELSEWHERE" ] && mkdir -p "$release/var/static" && sleep 0.01 && touch "$release/var/static/staticfiles.json"
    exit "$PREPARED"
    ;;
*healthz*) [ "${UNWELL#*$3}" = "$UNWELL" ] ;;
esac
"""
MAKE = """#!/bin/sh
# make -C RELEASE setup
mkdir -p "$2/.venv/bin" && cp "$FAKES/python" "$2/.venv/bin/python"
"""
SYSTEMCTL = """#!/bin/sh
case "$1" in
list-units) shift 4; for unit in "$@"; do
    case "$unit" in
    *web@*) echo "nightcap-web@8001.service loaded active running x"; echo "nightcap-web@8002.service loaded active running x" ;;
    *worker@*) echo "nightcap-worker@1.service loaded active running x" ;;
    *) echo "$unit loaded active running x" ;;
    esac; done ;;
--quiet) ;;
*) echo "systemctl $*, release $(cat "$NIGHTCAP_HOME/number")" >> "$NOTES" ;;
esac
"""


@dataclass
class Host:
    """A machine with a running release, a newer one to fetch, and a systemd that records its calls."""

    folder: Path

    @property
    def link(self) -> Path:
        """The path of the running release."""
        return self.folder / "nightcap"

    def number(self) -> str:
        """Return the number of the release that the link points to."""
        return (self.link / "number").read_text().strip()

    def notes(self) -> list[str]:
        """Return the recorded calls, in order."""
        path = self.folder / "notes"
        return path.read_text().splitlines() if path.exists() else []

    def upgrade(self, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the script as in the page."""
        here = {
            "PATH": f"{self.folder / 'fakes'}:{os.environ['PATH']}",
            "NIGHTCAP_HOME": str(self.link),
            "NIGHTCAP_UNITS": str(self.folder / "units"),
            "NOTES": str(self.folder / "notes"),
            "FAKES": str(self.folder / "fakes"),
            **{"PREPARED": "0", "UNWELL": "", "STATIC_ELSEWHERE": ""},
        }
        return subprocess.run(
            ["sh", self.link / "deploy" / "upgrade.sh", *argv],
            env=here | more,
            capture_output=True,
            text=True,
            check=False,
        )


def git(*argv: str | Path) -> None:
    """Run git with a neutral identity."""
    who = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *argv], check=True, capture_output=True)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    source, fakes = tmp_path / "source", tmp_path / "fakes"
    (source / "deploy" / "systemd").mkdir(parents=True)
    git("init", source)
    (source / "deploy" / "upgrade.sh").write_text(
        (DEPLOY / "upgrade.sh")
        .read_text()
        .replace("sleep 5", "sleep 0")
        .replace("sleep 1", "sleep 0")
    )
    (source / "deploy" / "nightcap").write_text((DEPLOY / "nightcap").read_text())
    (source / "deploy" / "nightcap").chmod(0o755)
    (source / "manage.py").write_text("# see below\n")
    for number in ("1", "2"):
        (source / "number").write_text(number)
        (source / "pyproject.toml").write_text(f'[project]\nversion = "{number}.0.0"\n')
        (source / "deploy" / "systemd" / "nightcap-beat.service").write_text(f"# of {number}\n")
        git("-C", source, "add", ".")
        git("-C", source, "commit", "-m", number)
        git("-C", source, "tag", number)
        if number == "1":
            git("clone", source, tmp_path / "nightcap-1")
    published = tmp_path / "nightcap-1" / "var" / "static"
    published.mkdir(parents=True)
    for name in ("base.0123456789ab.css", "staticfiles.json"):
        (published / name).write_text("of 1")
        os.utime(published / name, (0, 0))
    (tmp_path / "nightcap").symlink_to(tmp_path / "nightcap-1")
    fakes.mkdir()
    (tmp_path / "units").mkdir()
    for name, text in (("python", PYTHON), ("make", MAKE), ("systemctl", SYSTEMCTL)):
        (fakes / name).write_text(text)
        (fakes / name).chmod(0o755)
    return Host(tmp_path)


RESTARTED = [
    f"systemctl restart nightcap-{name}.service, release 2"
    for name in ("web@8001", "web@8002", "worker@1", "bots", "slow", "beat", "workers")
]


def test_it_is_prepared_first_and_then_started_one_by_one(host: Host) -> None:
    done = host.upgrade()
    assert (done.returncode, done.stderr) == (0, "")
    assert host.notes() == ["2 is asked: prepare", "systemctl daemon-reload, release 2", *RESTARTED]
    assert host.number() == "2"
    assert "== Done: version 2.0.0 runs." in done.stdout
    assert (host.folder / "units" / "nightcap-beat.service").read_text() == "# of 2\n"
    assert (host.folder / "nightcap-1" / "number").read_text() == "1", "it may still be running"
    # A page from before may still request it; its old date lets a newer file replace it.
    kept = host.link / "var" / "static" / "base.0123456789ab.css"
    assert (kept.read_text(), kept.stat().st_mtime) == ("of 1", 0)


def test_nothing_new_starts_when_it_cannot_be_prepared(host: Host) -> None:
    """If `prepare` fails, no process is restarted."""
    done = host.upgrade(PREPARED="1")
    assert done.returncode == 1
    assert done.stderr == (
        f"No process was restarted: {host.link} still leads to {host.folder}/nightcap-1.\n"
    )
    assert host.notes() == ["2 is asked: prepare"]
    assert host.number() == "1"
    assert not list((host.folder / "units").iterdir())


def test_static_files_that_are_not_the_release_s_own_stop_it(host: Host) -> None:
    done = host.upgrade(STATIC_ELSEWHERE="yes")
    assert done.returncode == 1
    assert "NIGHTCAP_STATIC_ROOT is set" in done.stderr
    assert host.number() == "1"


def test_the_others_go_on_when_a_web_process_does_not_answer(host: Host) -> None:
    done = host.upgrade(UNWELL="http://127.0.0.1:8001/healthz")
    assert done.returncode == 1
    assert "nightcap-web@8001.service does not answer." in done.stderr
    assert host.notes()[-1] == RESTARTED[0]


def test_a_release_by_name_and_in_spite_of_matches(host: Host) -> None:
    done = host.upgrade("1", "--unchecked")
    assert (done.returncode, done.stderr) == (0, "")
    assert host.notes()[0] == "1 is asked: prepare --unchecked"
    assert host.link.resolve() != host.folder / "nightcap-1"


@pytest.mark.parametrize("unit", [unit for unit in UNITS if UNITS[unit][0] not in ONCE])
def test_it_restarts_each_unit_that_does_not_end(unit: str) -> None:
    assert unit.replace("@.", "@*.") in (DEPLOY / "upgrade.sh").read_text()


def test_an_unknown_release_or_a_folder_is_refused(host: Host) -> None:
    """The folder is in the place of the link."""
    done = host.upgrade("no-such-thing")
    assert done.returncode != 0
    assert (host.notes(), host.number()) == ([], "1")
    host.link.unlink()
    (host.folder / "nightcap-1").rename(host.link)
    done = host.upgrade()
    assert done.returncode == 1
    assert f"{host.link} is not a link to a release. Make it one: mv" in done.stderr
    assert host.notes() == []


def test_what_has_started_goes_on_with_its_own_release(tmp_path: Path) -> None:
    """A running process keeps its modules and packages, even those that it imports after the link
    has moved.
    """
    for number in ("1", "2"):
        release = tmp_path / number
        (release / "platform").mkdir(parents=True)
        (release / "platform" / "late.py").write_text(f"number = {number}\n")
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", release / ".venv"], check=True
        )
        (packages,) = (release / ".venv" / "lib").glob("python*/site-packages")
        (packages / "package.py").write_text(f"number = {number}\n")
    link = tmp_path / "link"
    link.symlink_to("1")
    (start,) = lines("nightcap-beat.service")["ExecStart"]
    (given,) = lines("nightcap-.service.d/common.conf")["Environment"]
    program = start.split(" -m ")[0].split()
    script = "input(); import late, package; print(late.number, package.number)"
    with subprocess.Popen(
        [*program, "-c", script],
        cwd=link,
        env={"PATH": os.environ["PATH"]} | dict(pair.split("=") for pair in given.split()),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        link.unlink()
        link.symlink_to("2")
        assert process.communicate("\n")[0] == "1 1\n"
