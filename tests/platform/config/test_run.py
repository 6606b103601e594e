"""`make run` from outside: start, stop, twice, killed, blocked, damaged."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local.metrics_ports import metrics_addresses
from operations.child_processes import Unusable
from tests.platform.config.server import House, Run, manage, processes, status, wait_until

pytestmark = pytest.mark.skipif(
    not Path("/proc").exists(), reason="finds processes in Linux's /proc"
)


@pytest.fixture(scope="module")
def var() -> Iterator[Path]:
    """A `var` that the servers' user can enter, too; the tests use it one after the other."""
    folder = Path(tempfile.mkdtemp(prefix="nightcap-run-"))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def house(var: Path) -> Iterator[House]:
    """An installation that tests use one after the other; it is removed at the end."""
    house = House(var)
    yield house
    house.close()
    wait_until(lambda: not processes(var))


@pytest.fixture
def run(house: House) -> Run:
    """A running installation: from the test before, or started again."""
    return house.opened()


def test_it_is_open_and_in_use(run: Run, var: Path) -> None:
    assert status(f"{run.url()}/readyz") == 200
    assert status(f"{run.url()}/") == 200

    accounts = var / "demo-accounts.json"
    assert stat.S_IMODE(accounts.stat().st_mode) == 0o600
    for name, password in json.loads(accounts.read_text()).items():
        assert f"{name}: {password}" in run.text()

    second = manage(var, "run")
    assert second.returncode == 1
    assert second.stdout == f"Nightcap is already running on {var}.\n"
    assert second.stderr == ""

    # A command uses the running services.
    shown = manage(
        var, "shell", "-v0", "-c", "from accounts.models import User; print(User.objects.count())"
    )
    assert shown.stdout.strip() == str(len(json.loads(accounts.read_text()))), shown.stderr


def test_each_process_tells_its_metrics_at_a_port_of_its_own(run: Run, house: House) -> None:
    """The processes do not compete for one port."""
    for port in house.metrics:
        address = f"http://127.0.0.1:{port}/metrics"
        assert f" are at {address}." in run.text()
        assert status(address) == 200


def test_a_hard_kill_leaves_nothing_and_the_next_start_is_clean(
    run: Run, house: House, var: Path
) -> None:
    before = (var / "demo-accounts.json").read_text()
    assert run.end(signal.SIGKILL) == -signal.SIGKILL
    wait_until(lambda: not processes(var))

    again = house.opened()
    assert status(f"{again.url()}/readyz") == 200
    assert "database: up to date" in again.text()
    assert (var / "demo-accounts.json").read_text() == before


def test_ctrl_c_closes_it(run: Run, var: Path) -> None:
    assert run.end(signal.SIGINT) == 0
    assert processes(var) == []
    assert not (var / "services.json").exists()


def test_it_ends_when_it_is_told_to_while_it_starts(house: House, var: Path) -> None:
    house.close()
    run = Run(var)
    wait_until(lambda: "Starting PostgreSQL" in run.text())
    assert run.end(signal.SIGTERM) == 0
    assert processes(var) == []
    assert "Traceback" not in run.text()


WORKERS = ("nightcap-celery", "nightcap-bots", "nightcap-slow")


@pytest.mark.parametrize("part", ["python", *WORKERS])
def test_without_one_of_its_workers_it_does_not_go_on(run: Run, var: Path, part: str) -> None:
    """Nor does it without the process of all of them, which is beat: no time limit would be
    applied.
    """
    (beat,) = [pid for pid in children(run.process.pid) if b"config.workers" in command(pid)]
    named = {name(pid): pid for pid in (beat, *children(beat))}
    assert set(named) - {"python"} == set(WORKERS)
    os.kill(named[part], signal.SIGKILL)
    assert run.process.wait(60) == 1
    assert "The workers' process has ended unexpectedly: closing." in run.text()
    assert processes(var) == []


def children(parent: int) -> list[int]:
    """Return the children of a process's first thread."""
    return [*map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]


def command(pid: int) -> bytes:
    """Return the command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def name(pid: int) -> str:
    """Return the name that a process shows in `ps`."""
    found = Path(f"/proc/{pid}/comm").read_text().strip()
    return "python" if found.startswith("python") else found


def test_a_port_of_its_metrics_in_use_is_one_sentence(var: Path, house: House) -> None:
    first = house.metrics[0]
    house.close()
    with socket.create_server(("127.0.0.1", first + 1)):
        refused = manage(var, "run", NIGHTCAP_METRICS=f"127.0.0.1:{first}")
    assert refused.returncode == 1
    assert f"cannot listen on 127.0.0.1:{first + 1}: Address already in use." in refused.stdout
    assert "Traceback" not in refused.stdout + refused.stderr
    wait_until(lambda: not processes(var))


def test_metrics_without_enough_ports_are_one_sentence() -> None:
    with pytest.raises(Unusable, match="from 65534 to 65537, but the last possible one is 65535"):
        metrics_addresses("127.0.0.1:65534", "abcd")
    assert metrics_addresses("", "ab") == {}
    assert metrics_addresses("nonsense", "ab") == {"a": "nonsense", "b": "nonsense"}


def test_a_command_has_its_own_services_while_nothing_runs(house: House, var: Path) -> None:
    house.close()
    shown = manage(var, "migrate", "--check")
    assert (shown.returncode, shown.stderr) == (0, f"Database: that of `make run` in {var}.\n")
    assert processes(var) == []


def test_a_port_in_use_is_one_sentence(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = manage(var, "run", PORT=str(port))
    assert refused.returncode == 1
    assert refused.stdout == (
        f"Cannot listen on 127.0.0.1:{port} (Address already in use): "
        "choose another port: make run PORT=8001\n"
    )
    assert refused.stderr == ""


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PORT": "http"}, "PORT is 'http': write a number from 0 to 65535."),
        ({"PORT": "70000"}, "PORT is '70000': write a number from 0 to 65535."),
        ({"HOST": "no.such.host.invalid"}, "is not a known address: write one of this machine."),
    ],
)
def test_a_wrong_address_is_one_sentence(
    var: Path, variables: dict[str, str], sentence: str
) -> None:
    refused = manage(var, "run", **variables)
    assert refused.returncode == 1
    assert refused.stdout.endswith(f"{sentence}\n")
    assert (refused.stdout.count("\n"), refused.stderr) == (1, "")


def test_a_damaged_database_is_one_sentence(var: Path, house: House) -> None:
    control = var / "postgres" / "global" / "pg_control"
    if not control.exists():  # another process may have run the tests before
        house.opened()
    house.close()
    whole = control.read_bytes()
    control.write_bytes(whole[:100])
    try:
        refused = manage(var, "run")
    finally:
        control.write_bytes(whole)
    assert refused.returncode == 1
    last = refused.stdout.splitlines()[-1]
    assert last.startswith(f"The database in {var / 'postgres'} does not start (")
    assert last.endswith(
        "restore it from a backup, or move that folder away to start with an empty one."
    )
    assert "Traceback" not in refused.stdout + refused.stderr
    assert processes(var) == []


def test_a_var_that_is_a_file_is_one_sentence(var: Path) -> None:
    file = var.with_name("file")
    file.write_text("in the way")
    refused = manage(file, "run")
    assert refused.returncode == 1
    assert (
        refused.stdout
        == f"{file} is not a folder: move it away, because Nightcap needs a folder there.\n"
    )


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"NIGHTCAP_DELAY_SCALE": "quick"}, "NIGHTCAP_DELAY_SCALE is 'quick': write a number."),
        ({"NIGHTCAP_SIZE": "tiny"}, "NIGHTCAP_SIZE is 'tiny': write one of small, normal."),
    ],
)
def test_wrong_settings_stop_the_start_by_name(
    house: House, var: Path, setting: dict[str, str], sentence: str
) -> None:
    house.close()
    refused = manage(var, "run", **setting)
    assert refused.returncode == 1
    said = refused.stdout + refused.stderr
    assert sentence in said
    assert "Traceback" not in said
    assert processes(var) == []


def test_a_silent_valkey_is_named_and_not_asked_for_ever(var: Path) -> None:
    """The start stops with one line, instead of an endless log of retries."""
    refused = manage(var, "run", REDIS_URL="redis://127.0.0.1:1/0")
    assert refused.returncode == 1
    said = refused.stdout + refused.stderr
    assert "REDIS_URL: no Valkey or Redis answers: Error 111 connecting to 127.0.0.1:1." in said
    assert "Traceback" not in said
