"""Heartbeats of the processes: each is sent while its process can reach what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from celery.signals import beat_init, worker_ready
from django.core.cache import cache
from django.db import OperationalError

from config import celery, heartbeat
from matches.models import Heartbeat
from matches.services.clock import downtime


@pytest.fixture(autouse=True)
def _connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here heartbeats are sent in the thread of the test, which needs its connection further on."""
    monkeypatch.setattr(heartbeat, "close_old_connections", lambda: None)


@pytest.mark.django_db
def test_each_part_has_a_heartbeat_of_its_own() -> None:
    for _ in range(2):
        for part in ("web", "worker", "beat"):
            heartbeat.send_heartbeat(part)
    assert set(Heartbeat.objects.values_list("part", flat=True)) == {"web", "worker", "beat"}


@pytest.mark.django_db
def test_who_cannot_reach_valkey_does_not_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise ConnectionError("away")

    monkeypatch.setattr(cache, "set", away)
    heartbeat.send_heartbeat("worker")
    assert not Heartbeat.objects.exists()


def test_heartbeats_go_on_after_one_that_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[str] = []

    def beat(part: str) -> None:
        beats.append(part)
        raise OperationalError("the database is away")

    def sleep(seconds: float) -> None:
        assert seconds * 1000 == downtime.HEARTBEAT_MS
        if len(beats) == 3:
            raise SystemExit

    monkeypatch.setattr(downtime, "record_heartbeat", beat)
    monkeypatch.setattr("config.heartbeat.time.sleep", sleep)
    with pytest.raises(SystemExit):
        heartbeat._send_heartbeats("web")
    assert beats == ["web"] * 3


@pytest.fixture
def queues() -> Iterator[Any]:
    queues = celery.app.amqp.queues
    before = queues._consume_from
    yield queues
    queues._consume_from = before


def test_workers_and_beat_send_heartbeats_and_workers_of_slow_tasks_send_none(
    monkeypatch: pytest.MonkeyPatch, queues: Any
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(celery, "start_heartbeat", begun.append)
    monkeypatch.setattr(celery.heartbeat, "delay", lambda: None)
    worker_ready.send(None)
    assert begun == ["worker"]
    queues.select("slow")
    worker_ready.send(None)
    assert begun == ["worker"]
    beat_init.send(None)
    assert begun == ["worker", "beat"]
