"""`/healthz` and `/readyz`: their checks, and their answers when something is missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.celery import heartbeat
from config.local.embedded.place import find_place
from config.local.embedded.postgres import NAME, Postgres
from config.local.embedded.services import Services
from config.local.embedded.testing import KEPT, TEMPLATE, copy_migrated_data
from core import clock
from matches.models import Deadline, Outbox
from matches.store import backlog
from operations import health
from operations.heartbeat import BOTS
from tests.platform.matches.cast import dealt, person
from tests.platform.operations.backups import in_database

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the results of earlier checks before each test."""
    monkeypatch.setattr(health, "_well", {})


def test_the_process_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"ok": True}


def test_ready_when_everything_is_there(client: Client) -> None:
    heartbeat()
    cache.set(f"heartbeat-{BOTS}", 1)
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "ok": True,
        "database": True,
        "writes": True,
        "schema": True,
        "valkey": True,
        "migrations": True,
        "workers": True,
        "bots": True,
        "busy": False,
    }


def test_a_busy_server_is_ready_and_says_that_it_is_busy(client: Client) -> None:
    heartbeat()
    cache.set(f"heartbeat-{BOTS}", 1)
    round_ = dealt(person("Alice"), bots=2).rounds.get()
    Outbox.objects.all().delete()
    row = Outbox.objects.create(
        kind="bot_turn", round=round_, seat=1, version=1, due_ms=clock.now_ms() + 60_000
    )
    Deadline.objects.all().delete()
    with clock.stopped(row.due_ms + backlog.BUSY_MS):
        assert client.get("/readyz").json()["busy"] is False
    with clock.stopped(row.due_ms + backlog.BUSY_MS + 1):
        response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["busy"] is True


def test_not_ready_without_a_worker(client: Client) -> None:
    cache.clear()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["workers"] is False
    assert response.json()["database"] is True


def test_not_ready_without_bots(client: Client) -> None:
    heartbeat()
    cache.delete(f"heartbeat-{BOTS}")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["bots"] is False


def test_a_check_that_fails_is_an_answer_and_no_error(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> bool:
        raise ConnectionError("no such server")

    monkeypatch.setitem(health.CHECKS, "valkey", gone)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["valkey"] is False
    assert "no such server" not in response.content.decode()


def test_a_database_that_takes_no_writes_is_not_ready(client: Client) -> None:
    """This is a standby, or a managed server that became read-only when its disk was full."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
    found = health.check_all()
    assert found["database"]
    assert not found["writes"]


def test_half_a_database_is_not_ready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log contains the remedy."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER matches_move_append_only ON matches_move")
    assert not health.check_all()["schema"]
    assert "lacks 1 of its keys, indexes and triggers" in caplog.text


def test_however_often_it_is_asked_it_seldom_writes(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        for _ in range(5):
            client.get("/readyz")
    writes = [query for query in asked if "heartbeat" in query["sql"] and "UPDATE" in query["sql"]]
    assert len(writes) == 1


@pytest.fixture
def small_disk() -> Iterator[tuple[Path, str]]:
    """A small disk with a migrated database: its path, and the database's address."""
    var = Path(tempfile.mkdtemp(prefix="nightcap-small-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=400m,mode=755", "tmpfs", str(var)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no disk can be mounted here")
    services = Services(var, forgetful=True)
    try:
        services.claim()
        copy_migrated_data(Postgres(find_place(var)).data, KEPT)
        urls = services.start(("DATABASE_URL",))
        yield var, urls["DATABASE_URL"].removesuffix(NAME) + TEMPLATE
    finally:
        services.stop()
        subprocess.run(["umount", "-l", var], check=True)
        shutil.rmtree(var, ignore_errors=True)


def test_a_full_disk_is_not_ready(small_disk: tuple[Path, str]) -> None:
    """Small rows can be rewritten in place for hours, so the check must need a new page."""
    var, url = small_disk
    assert _checks_of(url) == {"database": True, "writes": True}
    filler = var / "filler"
    free = os.statvfs(var)
    with filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
    assert _checks_of(url) == {"database": True, "writes": False}
    filler.unlink()
    assert _checks_of(url) == {"database": True, "writes": True}


def _checks_of(url: str) -> dict[str, bool]:
    script = (
        "import json\n"
        "from operations.health import check_all\n"
        "print(json.dumps({k: v for k, v in check_all().items() if k in ('database', 'writes')}))"
    )
    done = in_database(url, "shell", "-v0", "-c", script)
    found: dict[str, bool] = json.loads(done.stdout)
    return found


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/readyz").status_code == 405
