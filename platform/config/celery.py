"""The Celery app: `celery -A config worker`. Tasks live in the `tasks.py` of each app.

A task's `name=` is what the schedule, queued messages and routes call it: it stays as it is, whatever
its function is called, so that what is queued before an upgrade is done after it.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from celery import Celery, Task
from celery.signals import (
    beat_init,
    setup_logging,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from django.db import close_old_connections, connections
from redis import RedisError

from config import process
from config.serving import (
    request_ids,  # noqa: F401 - tasks take along the id of what sent them
)
from config.serving.memory import leave_alone_what_is_loaded
from operations.child_processes import die_with_parent
from operations.heartbeat import BOTS, HEARTBEAT_KEY, record_heartbeat, start_heartbeat
from operations.monitoring import prometheus_exporter
from realtime import bus

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
prometheus_exporter.share_between_children()

app = Celery("nightcap")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# For every thread: "current" is this one's alone, and sockets send tasks from another.
app.set_default()

HEARTBEAT_LASTS = 30
NICENESS = 10
"""A process that is so nice gets a tenth of a core that another wants, and all of an idle one."""


@app.task(name="config.celery.heartbeat")
def heartbeat() -> None:
    """Leave a sign that beat sends and that a worker comes to what is sent; `/readyz` looks for it.

    It waits with all that people wait for, and is void when that takes too long (settings): workers
    that are so late do not act for people, and what people lose by it counts as if they were away.
    """
    from django.core.cache import cache

    cache.set(HEARTBEAT_KEY, int(time.time()), HEARTBEAT_LASTS)
    record_heartbeat("worker")


@worker_init.connect
@beat_init.connect
def _look_before_the_start(**_: object) -> None:
    # Before all that follows below. Needs the apps, which a worker loads later than this module.
    from operations.incomplete_database import end_on_half_a_database
    from operations.unknown_settings import say_unknown

    say_unknown()
    end_on_half_a_database()


@worker_ready.connect
def _beat_at_once(**_: object) -> None:
    heartbeat.delay()


@worker_ready.connect
def _worker_lives(**_: object) -> None:
    # That of a worker for tables comes through its queue, and that of slow tasks is no matter.
    if BOTS in app.amqp.queues.consume_from:
        start_heartbeat(BOTS)


@worker_shutting_down.connect
def _wait_no_longer(**_: object) -> None:
    """Let Valkey end this worker's wait for tasks: an idle worker waited for up to ten more seconds."""
    with suppress(RedisError):  # Valkey may be away, or forbid these commands
        valkey = bus.client()
        for each in valkey.client_list():
            if each["name"] == process.name_at_valkey and "b" in each["flags"]:
                valkey.client_unblock(int(each["id"]))


@setup_logging.connect
def _leave_the_log_alone(**_: object) -> None:
    """Django has set it up; otherwise Celery's own level would count in place of ours."""


@worker_ready.connect
def _let_metrics_be_read(**_: object) -> None:
    prometheus_exporter.open_for_workers()


@beat_init.connect
def _beat_lives(**_: object) -> None:
    start_heartbeat("beat")
    # It waits for as long before it sends the first of its own: with its start that is a silence.
    heartbeat.apply_async(expires=HEARTBEAT_LASTS, retry=False)


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
def _let_people_come_first(**_: object) -> None:
    # Where bots have workers of their own, these get the processor when nobody else wants it.
    if [*app.amqp.queues.consume_from] == [BOTS]:
        os.nice(NICENESS)


@worker_process_init.connect
def _look_for_less_garbage(**_: object) -> None:
    leave_alone_what_is_loaded()


@worker_process_init.connect
def _end_with_the_worker(**_: object) -> None:
    # A worker that was killed hard must not leave its own children behind.
    die_with_parent()
