"""Request ids: each request, each socket and each task that they send has one id, in every line of
the log.
"""

from __future__ import annotations

import logging
import re
import uuid
from typing import TYPE_CHECKING, Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun

from core.log_context import request_id

if TYPE_CHECKING:  # a worker does not need sockets
    from config.serving.own_origin import App, Scope

log = logging.getLogger(__name__)

HEADER = b"x-request-id"
TASK_HEADER = "nightcap_request_id"
WELL_FORMED = re.compile(rb"[0-9a-f]{32}")


class WithRequestId:
    """Take the id that our own proxy gave a request, otherwise create one; other ids are ignored."""

    def __init__(self, inner: App, *, behind_proxy: bool) -> None:
        self.inner = inner
        self.behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: object, send: object) -> None:
        given = dict(scope.get("headers", ())).get(HEADER, b"") if self.behind_proxy else b""
        known = WELL_FORMED.fullmatch(given)
        request_id.set(given.decode() if known else uuid.uuid4().hex)
        await self.inner(scope, receive, send)


@before_task_publish.connect
def _send_along(headers: dict[str, Any], **_: object) -> None:
    if request_id.get():
        headers[TASK_HEADER] = request_id.get()


@task_prerun.connect
def _take_up(task: Task, **_: object) -> None:
    if not task.request.is_eager:
        given = task.request.get(TASK_HEADER) or (task.request.headers or {}).get(TASK_HEADER)
        request_id.set(given or uuid.uuid4().hex)
        log.debug("a task begins", extra={"task": task.name})


@task_postrun.connect
def _let_go(task: Task, **_: object) -> None:
    if not task.request.is_eager:
        request_id.set("")
