"""The Celery app: `celery -A config worker`. Tasks live in the `tasks.py` of each app.

A task's `name=` is what the schedule, queued messages and routes call it: it stays as it is, whatever
its function is called, so that what is queued before an upgrade is done after it.
"""

from __future__ import annotations

import os
import time

from celery import Celery, Task
from celery.signals import (
    beat_embedded_init,
    beat_init,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
)
from django.db import close_old_connections, connections

from config.embedded.child import die_with_parent
from config.heartbeat import start_heartbeat
from config.memory import leave_alone_what_is_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("nightcap")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# For every thread: "current" is this one's alone, and sockets send tasks from another.
app.set_default()

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_LASTS = 30


@app.task(name="config.celery.heartbeat")
def heartbeat() -> None:
    """Leave a sign that beat sends and a worker works; `/readyz` looks for it."""
    from django.core.cache import cache

    cache.set(HEARTBEAT_KEY, int(time.time()), HEARTBEAT_LASTS)


@worker_ready.connect
def _beat_at_once(**_: object) -> None:
    heartbeat.delay()


@worker_ready.connect
def _worker_lives(**_: object) -> None:
    # A worker of slow tasks alone does nothing for a table.
    if app.conf.task_default_queue in app.amqp.queues.consume_from:
        start_heartbeat("worker")


@beat_init.connect
def _beat_lives(**_: object) -> None:
    start_heartbeat("beat")


@worker_init.connect
@beat_init.connect
def _keep_connections(**_: object) -> None:
    # To open one costs the database more than most tasks do.
    connections.settings["default"]["CONN_MAX_AGE"] = None


@task_prerun.connect
def _look_after_connections(task: Task, **_: object) -> None:
    # One that has gone is opened anew, as before each request of the web process.
    if not task.request.is_eager:
        close_old_connections()


@worker_process_init.connect
def _look_for_less_garbage(**_: object) -> None:
    leave_alone_what_is_loaded()


@worker_process_init.connect
@beat_embedded_init.connect
def _end_with_the_worker(**_: object) -> None:
    # A worker that was killed hard must not leave its own children behind.
    die_with_parent()
