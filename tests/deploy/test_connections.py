"""Connections to PostgreSQL: the most that the files start at a time stay below the server's limit.

The autoscaler's maximum counts, and so does a release that is being rolled out.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import pytest

from config.workers import PROCESSES
from tests.deploy import files
from tests.deploy.files import command, compose
from tests.deploy.test_files import settings_read
from tests.deploy.test_kubernetes import WORKLOADS, container, of_kind
from tests.deploy.test_systemd import TARGETS, lines

OF_POSTGRES = 100
"""PostgreSQL's default limit."""
RESERVED = 10
"""Three reserved by PostgreSQL for its administrator, one for an exporter of metrics, and some for
commands.
"""
OURS = ("web", "worker", "bots", "slow", "beat", "backup", "prepare")


def pool(settings: Mapping[str, str]) -> int:
    """Return the most connections that a web process holds."""
    default = settings_read()["NIGHTCAP_DB_POOL"]
    assert isinstance(default, ast.Constant)
    return int(settings.get("NIGHTCAP_DB_POOL", str(default.value)))


def connections(argv: list[str], settings: Mapping[str, str]) -> int:
    """Return the most connections that a process with this command holds (docs/hosting.md, "More of
    it").
    """
    if "config.serving.web_server" in argv:
        return pool(settings)
    if "worker" in argv:
        # One for each child process, and one for the parent.
        return int(argv[argv.index("--concurrency") + 1]) + 1
    if "config.workers" in argv:  # at its larger size
        processes = PROCESSES["normal"].values()
        return sum(processes) + len(processes) + 2
    if "beat" in argv or "backup" in argv:  # one for the heartbeat or pg_dump
        return 2
    assert "prepare" in argv
    return 1


def given_to_postgres(argv: list[str]) -> int:
    """Return the limit of a server that is started with this command."""
    found = [word.partition("=")[2] for word in argv if word.startswith("max_connections=")]
    return int(found[0]) if found else OF_POSTGRES


def scaled_to(name: str) -> int:
    """Return the most pods of a workload during the roll-out of a release."""
    spec = WORKLOADS[name]["spec"]
    scaler = of_kind("HorizontalPodAutoscaler").get(name)
    most = scaler["spec"]["maxReplicas"] if scaler else spec.get("replicas", 1)
    surge = spec.get("strategy", {}).get("rollingUpdate", {}).get("maxSurge", 0)
    return int(most) + int(surge)


def test_in_a_cluster_all_that_is_scaled_out_fits() -> None:
    settings = of_kind("ConfigMap")["nightcap-settings"]["data"]
    held = {
        name: scaled_to(name) * connections(container(name).get("args") or command("web"), settings)
        for name in OURS
    }
    assert held["web"] >= 10 * held["beat"], "the autoscaler's maximum counts"
    room = given_to_postgres(container("postgres")["args"])
    assert sum(held.values()) + RESERVED <= room, held
    page = (files.ROOT / "docs" / "without-compose.md").read_text()
    assert (
        f"hold up to {sum(held.values())} connections to PostgreSQL; `data.yaml` allows {room}"
        in page
    )


def test_with_compose_all_fits_while_a_release_is_rolled_out() -> None:
    """`roll.sh` doubles the containers of one service at a time."""
    services: dict[str, Any] = compose()["services"]
    example = files.example()

    def count(name: str) -> int:
        return int(files.filled(str(services[name].get("deploy", {}).get("replicas", 1)), {}))

    held = {name: count(name) * connections(command(name), example) for name in OURS}
    most = sum(held.values()) + max(held.values())
    assert most + RESERVED <= given_to_postgres(services["postgres"].get("command", [])), held


@pytest.mark.parametrize("target", TARGETS)
def test_under_systemd_all_fits(target: str) -> None:
    wanted = " ".join(lines(target)["Wants"]).split()
    held = 0
    for unit in [*wanted, "nightcap-backup.service"]:
        name, at, _ = unit.partition("@")
        (start,) = lines(f"{name}@.service" if at else unit)["ExecStart"]
        held += connections(start.split(), {})
    assert held + RESERVED <= OF_POSTGRES


@pytest.mark.parametrize("name", sorted(set(compose()["services"]) - {"postgres"}))
def test_no_service_takes_the_memory_of_the_database(name: str) -> None:
    """No pod in a cluster takes more than its limit either."""
    service = compose()["services"][name]
    given = files.filled(service["mem_limit"], {})
    most = container(name)["resources"]["limits"]["memory"]
    assert given == most.removesuffix("i").lower()
    assert service["pids_limit"] > 200
