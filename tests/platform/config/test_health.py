"""`/healthz` and `/readyz`: what they need, and what they say when something is missing."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from config import health
from config.celery import BOTS, heartbeat
from core import clock
from matches.models import Deadline, Outbox
from matches.table import backlog
from tests.platform.matches.cast import dealt, person

pytestmark = pytest.mark.django_db


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


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/readyz").status_code == 405
