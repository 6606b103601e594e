"""A new release: a process is replaced under open pages, and no page shows an error."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
from pathlib import Path

from config.celery import NICENESS
from tests.deploy.files import DEPLOY, compose
from tests.deploy.fleet import Fleet
from tools.load.roll import GOING_AWAY, roll

PAGES = 40


async def test_a_web_process_is_replaced_under_open_pages(fleet: Fleet) -> None:
    fleet.repair()  # another test has killed some
    tls = ssl.create_default_context(cafile=fleet.front.certificate)
    found = await roll(fleet, tls, PAGES, ["web-2"])
    assert found["errors"] == 0, found["answers"]
    assert found["answers"]["POST 403"] > 20
    codes = {gap["code"] for gap in found["gaps"]}
    assert codes == {GOING_AWAY}, found["gaps"]
    assert len(found["gaps"]) >= PAGES / 4
    assert found["moves"] > 0
    assert found["facts"]["differing"] == 0
    assert found["facts"]["downtimes"] == 0


def test_who_thinks_for_bots_stands_back_and_nobody_else(fleet: Fleet) -> None:
    here = os.getpriority(os.PRIO_PROCESS, 0)

    def of_children(name: str) -> set[int]:
        pid = fleet.processes[name].pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return {os.getpriority(os.PRIO_PROCESS, int(child)) - here for child in children}

    # 19 is the lowest priority.
    assert of_children("bots") == {min(NICENESS, 19 - here)}
    assert of_children("worker-2") == of_children("slow") == {0}


def test_the_script_replaces_every_service_that_is_ours() -> None:
    script = (DEPLOY / "roll.sh").read_text()
    assert subprocess.run(["sh", "-n", DEPLOY / "roll.sh"], check=False).returncode == 0
    (line,) = re.findall(r"^for service in (.+); do$", script, re.MULTILINE)
    first, last = re.findall(
        r"^docker compose up --detach --no-deps ([a-z ]+)$", script, re.MULTILINE
    )
    # Pages of the new release need files that only the new nginx has.
    assert first == "front"
    assert script.index("--no-deps front") < script.index("replace web")
    replaced = {"web", first, *line.split(), *last.split()}
    kept = {"prepare", "postgres", "valkey"}
    assert replaced == set(compose()["services"]) - kept
