"""The systemd units: valid for systemd, with the same processes as compose.yaml."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, command, compose, example
from tests.deploy.test_files import settings_read

FOLDER = DEPLOY / "systemd"
SERVICES = {
    "web": "nightcap-web@.service",
    "worker": "nightcap-worker@.service",
    "bots": "nightcap-bots.service",
    "slow": "nightcap-slow.service",
    "beat": "nightcap-beat.service",
    "prepare": "nightcap-prepare.service",
    "backup": "nightcap-backup.service",
}
WORKERS = "nightcap-workers.service"
UNITS = {
    **{unit: (service, "compose.yaml") for service, unit in SERVICES.items()},
    WORKERS: ("beat", "compose.small.yaml"),
}
"""The service of compose that each unit runs, and its file."""
TARGETS = ("nightcap.target", "nightcap-small.target")
ONCE = ("backup", "prepare")
PYTHON = ".venv/bin/python"


def lines(name: str) -> dict[str, list[str]]:
    """Return the settings of a unit, by name."""
    found: dict[str, list[str]] = {}
    for line in (FOLDER / name).read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS)
def test_it_runs_what_compose_runs(unit: str) -> None:
    (start,) = lines(unit)["ExecStart"]
    # One of several on one machine: only nginx reaches it, by its port.
    here = {
        **{"0.0.0.0": "127.0.0.1", "8000": "%i", "python": PYTHON},
        "/backups": "/var/lib/nightcap-backups",
    }
    wanted = [here.get(word, word) for word in command(*UNITS[unit])]
    # Here a timer starts each backup, and systemd accepts no relative path.
    wanted = ["/usr/bin/env", *(word for word in wanted if word not in ("--every", "24"))]
    assert start.split() == wanted


@pytest.mark.parametrize("unit", [unit for unit in UNITS if UNITS[unit][0] not in ONCE])
def test_it_comes_back_by_itself_and_ends_in_its_own_time(unit: str) -> None:
    service, form = UNITS[unit]
    given = lines(unit)
    assert given["Restart"] == ["always"]
    grace = compose(form)["services"][service]["stop_grace_period"]
    assert given["TimeoutStopSec"] == [grace.removesuffix("s")]
    assert "nightcap-prepare.service" in given["After"]


def test_a_process_that_ends_ends_its_children_itself() -> None:
    """A worker whose children got the signal, too, would lose the tasks that they are at."""
    assert lines("nightcap-.service.d/common.conf")["KillMode"] == ["mixed"]
    assert not any("KillMode" in lines(unit) for unit in UNITS)


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_target_starts_ends_with_it(target: str) -> None:
    assert target in lines("nightcap-.service.d/common.conf")["PartOf"][0].split()
    assert lines(target)["WantedBy"] == ["multi-user.target"]


def test_the_target_of_a_small_machine_has_one_of_each() -> None:
    wanted = " ".join(lines("nightcap-small.target")["Wants"]).split()
    assert sorted(wanted) == ["nightcap-prepare.service", "nightcap-web@8001.service", WORKERS]


def test_the_target_has_as_many_as_compose() -> None:
    wanted = " ".join(lines("nightcap.target")["Wants"]).split()
    assert wanted.count("nightcap-beat.service") == 1
    for service in ("web", "worker"):
        assert len([name for name in wanted if name.startswith(f"nightcap-{service}@")]) == 2
    assert {name.partition("@")[0].partition(".")[0] for name in wanted} == {
        f"nightcap-{service}" for service in SERVICES if service != "backup"
    }
    assert (FOLDER / "nightcap-backup.timer").exists()


def test_each_process_tells_its_metrics_at_a_port_of_its_own() -> None:
    """The port is open only on this machine."""
    addresses = [
        address
        for unit in UNITS
        for address in lines(unit).get("Environment", [])
        if address.startswith("NIGHTCAP_METRICS=")
    ]
    assert len(addresses) == len(set(addresses)) == 5
    assert all(address.startswith("NIGHTCAP_METRICS=127.0.0.1:1") for address in addresses)


def test_its_settings_are_ours() -> None:
    (given,) = lines("nightcap-.service.d/common.conf")["Environment"]
    names = {pair.partition("=")[0] for pair in given.split()}
    assert {name for name in names if name.startswith("NIGHTCAP_")} <= set(settings_read())
    assert names <= set(example()) | {"PYTHONPATH", "PYTHONUNBUFFERED"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
@pytest.mark.parametrize("misspelt", [False, True])
def test_systemd_takes_it(misspelt: bool, tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    for path in tmp_path.glob("*.service"):
        text = path.read_text()
        path.write_text(text.replace("Restart=always", "Restart=alwys") if misspelt else text)
    units = [name.replace("@.", "@8001.") for name in UNITS]
    judged = subprocess.run(
        ["systemd-analyze", "verify", *TARGETS, "nightcap-backup.timer", *units],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in judged.stderr.splitlines() if "nightcap" in line]
    assert bool(complaints) is misspelt, judged.stderr
