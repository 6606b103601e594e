"""The Celery app: `celery -A config worker`. Tasks are in the `tasks.py` of each app.

The schedule, queued messages and routes use a task's `name=`. Keep it when a function is renamed,
so that tasks queued before an upgrade run after it.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from functools import cache

from celery import Celery, Task
from celery.signals import (
    beat_init,
    celeryd_after_setup,
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
# Celery ignores what Django's checks find, and they would load every page. `prepare` runs them.
os.environ["CELERY_SKIP_CHECKS"] = "yes"
if "worker" in sys.argv:
    prometheus_exporter.share_between_children()

app = Celery("nightcap")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# For every thread: "current" applies to this one only, and sockets send tasks from another.
app.set_default()

HEARTBEAT_LASTS = 30
NICENESS = 10
"""At this niceness a process gets a tenth of a core that another process wants, and all of an idle
one.
"""


@app.task(name="config.celery.heartbeat")
def heartbeat() -> None:
    """Store a sign that beat sends tasks and that a worker runs them in time; `/readyz` reads it.

    It waits in the same queue as the tasks for people, and expires if it is late (see the
    settings). Workers that are this late do not act for people in time, so time limits that pass
    meanwhile count as downtime.
    """
    from django.core.cache import cache

    cache.set(HEARTBEAT_KEY, int(time.time()), HEARTBEAT_LASTS)
    record_heartbeat("worker")


@cache
def look_before_the_start() -> None:
    """Check names and database, once: `config.workers` does it for all of them."""
    # It needs the apps, which a worker loads after this module.
    from operations.incomplete_database import end_on_half_a_database
    from operations.unknown_settings import say_unknown

    say_unknown()
    end_on_half_a_database()


@worker_init.connect
@beat_init.connect
def _look_before_all_handlers_below(**_: object) -> None:
    look_before_the_start()


@worker_ready.connect
def _beat_at_once(**_: object) -> None:
    heartbeat.delay()


@worker_ready.connect
def _worker_lives(**_: object) -> None:
    # The heartbeat of a worker for tables comes through its queue; slow tasks need none.
    if BOTS in app.amqp.queues.consume_from:
        start_heartbeat(BOTS)


@worker_shutting_down.connect
def _wait_no_longer(**_: object) -> None:
    """Make Valkey end this worker's wait for tasks: an idle worker would wait for up to ten more
    seconds.
    """
    with suppress(RedisError):  # Valkey may be unavailable, or forbid these commands
        valkey = bus.client()
        for each in valkey.client_list():
            if each["name"] == process.name_at_valkey and "b" in each["flags"]:
                valkey.client_unblock(int(each["id"]))


@setup_logging.connect
def _leave_the_log_alone(**_: object) -> None:
    """Keep Django's logging setup; otherwise Celery's own level would replace ours."""


@worker_ready.connect
def _let_metrics_be_read(**_: object) -> None:
    prometheus_exporter.open_for_workers()


@beat_init.connect
def _beat_lives(**_: object) -> None:
    start_heartbeat("beat")
    # Beat waits for a full interval before its first heartbeat, which with its start is too long.
    heartbeat.apply_async(expires=HEARTBEAT_LASTS, retry=False)


@worker_init.connect
@beat_init.connect
def _keep_connections(**_: object) -> None:
    # Opening a connection takes the database more time than most tasks.
    connections.settings["default"]["CONN_MAX_AGE"] = None


@task_prerun.connect
def _look_after_connections(task: Task, **_: object) -> None:
    # Open a lost connection again, as before each request of the web process.
    if not task.request.is_eager:
        close_old_connections()


@worker_process_init.connect
def _let_people_come_first(**_: object) -> None:
    # Where bots have their own workers, these use the processor only when it is free.
    if [*app.amqp.queues.consume_from] == [BOTS]:
        os.nice(NICENESS)


@celeryd_after_setup.connect
def _look_for_less_garbage(**_: object) -> None:
    # Before the worker forks: a collection in its children would write to every page that they share.
    leave_alone_what_is_loaded()


@worker_process_init.connect
def _end_with_the_worker(**_: object) -> None:
    # The children of a worker that was killed must end, too.
    die_with_parent()
