"""Heartbeats of processes: each is sent only while its process can reach its services."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from celery.signals import beat_init, worker_process_init, worker_ready
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError

from config import celery
from matches.engine.clocks import SILENCE_MS
from matches.models import Heartbeat
from matches.services.clock import downtime
from operations import heartbeat


@pytest.fixture(autouse=True)
def _connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send heartbeats in the thread of the test, which needs its connection later."""
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


@pytest.mark.django_db
def test_no_web_process_beats_while_pages_wait_at_one() -> None:
    """Players who wait there lose time, which must not count for any of them (`downtime`)."""
    cache.delete("late-web")
    heartbeat.send_heartbeat("web", lambda: False)
    heartbeat.send_heartbeat("web")
    assert not Heartbeat.objects.exists()
    heartbeat.send_heartbeat("beat")
    assert Heartbeat.objects.get().part == "beat"
    cache.delete("late-web")  # as if its seconds had passed
    heartbeat.send_heartbeat("web", lambda: True)
    assert Heartbeat.objects.filter(part="web").exists()


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
    monkeypatch.setattr("operations.heartbeat.time.sleep", sleep)
    with pytest.raises(SystemExit):
        heartbeat._send_heartbeats("web")
    assert beats == ["web"] * 3


@pytest.fixture
def queues() -> Iterator[Any]:
    queues = celery.app.amqp.queues
    before = queues._consume_from
    yield queues
    queues._consume_from = before


@pytest.mark.django_db
def test_a_workers_heartbeat_waits_with_what_people_wait_for() -> None:
    """It is a task in the same queue."""
    celery.heartbeat()
    assert Heartbeat.objects.get().part == "worker"
    entry = settings.CELERY_BEAT_SCHEDULE["heartbeat"]
    assert entry["schedule"] * 1000 == downtime.HEARTBEAT_MS
    # A later one is void, and three void ones in a row are a silence.
    assert entry["options"]["expires"] * 1000 < SILENCE_MS
    assert entry["task"] not in settings.CELERY_TASK_ROUTES


def test_bots_and_beat_send_heartbeats_of_their_own(
    monkeypatch: pytest.MonkeyPatch, queues: Any
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(celery, "start_heartbeat", begun.append)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(celery.heartbeat, "delay", lambda: None)
    monkeypatch.setattr(celery.heartbeat, "apply_async", lambda **how: sent.append(how))
    for names in ("celery", "slow"):
        queues.select(names)
        worker_ready.send(None)
    assert begun == []
    queues.select("bots")
    worker_ready.send(None)
    assert begun == ["bots"]
    beat_init.send(None)
    assert begun == ["bots", "beat"]
    assert (
        len(sent) == 1
    )  # for the workers, whose next one would be sent five seconds after the start


def test_only_processes_of_bots_alone_stand_back(
    monkeypatch: pytest.MonkeyPatch, queues: Any
) -> None:
    nicer: list[int] = []
    monkeypatch.setattr("os.nice", nicer.append)
    monkeypatch.setattr(celery, "die_with_parent", lambda: None)
    for names in ("celery", "slow", "celery,bots"):
        queues.select(names)
        worker_process_init.send(None)
    assert nicer == []
    queues.select("bots")
    worker_process_init.send(None)
    assert nicer == [celery.NICENESS]
