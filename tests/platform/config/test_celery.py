"""Tasks are sent through our broker, from every thread."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from inspect import signature

import redis
from celery import current_app
from celery.signals import worker_shutting_down
from django.conf import settings

from config import process
from config.local.installation import ROOT
from config.workers import PROCESSES
from matches.tasks import sweep
from operations.monitoring.measures import QUEUES
from realtime import bus
from tests.platform.config.server import wait_until

PATIENCE_S = 60


def test_another_threads_tasks_are_ours_too() -> None:
    found: list[str] = []

    def look() -> None:
        found.append(current_app.conf.broker_url)
        found.append(sweep.app.main)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [settings.CELERY_BROKER_URL, "nightcap"]


def test_nothing_waits_for_ever() -> None:
    assert current_app.conf.task_time_limit
    assert current_app.conf.task_soft_time_limit < current_app.conf.task_time_limit
    assert current_app.conf.task_acks_late
    assert current_app.conf.task_reject_on_worker_lost


def test_a_worker_that_ends_waits_for_no_more_tasks() -> None:
    """An idle worker ends without waiting for its polling interval, so Ctrl-C is fast.

    Other workers continue.
    """
    with ThreadPoolExecutor() as workers:

        def worker(name: str) -> Future[object]:
            client = redis.Redis.from_url(settings.REDIS_URL, client_name=name)
            return workers.submit(client.brpop, [f"no-tasks-of-{name}"], timeout=PATIENCE_S)

        ours, another = worker(process.name_at_valkey), worker("another")
        both = {process.name_at_valkey, "another"}
        wait_until(lambda: waiting() >= both)
        options = current_app.conf.broker_transport_options
        assert options["client_name"] == process.name_at_valkey
        worker_shutting_down.send(sender="this one")
        assert ours.result(PATIENCE_S / 2) is None
        assert "another" in waiting()
        bus.client().rpush("no-tasks-of-another", "the end")
        assert another.result(PATIENCE_S / 2) is not None


def waiting() -> set[str]:
    """Return the names of the connections that wait for tasks."""
    return {each["name"] for each in bus.client().client_list() if "b" in each["flags"]}


def test_every_scheduled_task_exists() -> None:
    current_app.loader.import_default_modules()
    for entry in current_app.conf.beat_schedule.values():
        assert entry["task"] in current_app.tasks


def test_each_queue_has_a_worker() -> None:
    """In compose, and so under systemd and in a cluster; and under `make run`, in each size."""
    current_app.loader.import_default_modules()
    queues = {current_app.conf.task_default_queue}
    for name, route in current_app.conf.task_routes.items():
        assert name in current_app.tasks
        assert f"--queues, {route['queue']}," in (ROOT / "deploy" / "compose.yaml").read_text()
        queues.add(route["queue"])
    assert queues == set(QUEUES)
    for processes in PROCESSES.values():
        assert set(processes) == queues
        assert all(processes.values())


def test_what_a_task_is_sent_opens_nothing() -> None:
    """Celery logs arguments and stores them in Valkey: they are ids, never a token or an email
    address.
    """
    current_app.loader.import_default_modules()
    ours = {name: task for name, task in current_app.tasks.items() if "celery." not in name}
    assert len(ours) > 20
    for name, task in ours.items():
        for one in signature(task.run).parameters.values():
            is_id = one.annotation in ("int", int) and one.name.endswith("_id")
            assert is_id or one.name in {"match_id", "game", "number"}, (name, one.name)
