"""The format of the log: JSON lines in production, plain lines for a person.

Only the fields below, passed as `extra`, are added to a line; actions, states and seeds are never
logged. `config/logs/redaction.py` removes addresses from the rest, also in lines of libraries.
"""

from __future__ import annotations

import json
import logging
import sys
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, TextIO

from django.db import IntegrityError

from config.logs.redaction import redacted, route
from core.log_context import add_context

FIELDS = (
    "request_id",
    "match",
    "round",
    "seat",
    "game",
    "user",
    "task",
    "code",
    "status_code",
    "duration_ms",
)
"""The extras that a line may carry, as ids, codes and numbers."""


class JsonFormatter(logging.Formatter):
    """Format a record as one JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON, with its traceback if it has one."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage()),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = redacted(self.formatException(record.exc_info))
        return json.dumps(line, default=str, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """Format a record as a line for a person, with the traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        return redacted(super().format(record))


class Stderr(logging.StreamHandler[TextIO]):
    """A handler that writes to the process's standard error."""

    def handle(self, record: logging.LogRecord) -> bool:
        """Write the line. A line that cannot be formatted must not break the request that it is
        about.
        """
        try:
            return super().handle(record)
        except Exception:
            self.handleError(record)
            return False

    def handleError(self, record: logging.LogRecord) -> None:
        """Log the place of a line that cannot be written; not its content, as Python would."""
        error, where = sys.exception(), f"{record.pathname}:{record.lineno}"
        with suppress(OSError, ValueError):  # the reader of the log is gone
            self.stream.write(f"a line could not be written: {type(error).__name__} at {where}\n")


def not_about_readiness(record: logging.LogRecord) -> bool:
    """Drop Django's line for each "not ready yet": `operations.health` logs the reason itself."""
    return getattr(getattr(record, "request", None), "path", None) != "/readyz"


def without_addresses(record: logging.LogRecord) -> bool:
    """Replace the path in Django's lines, which may have any character, by the page's route."""
    request = getattr(record, "request", None)
    if request is not None and isinstance(record.args, tuple):
        said = route(request.path) or "(no such page)"
        # Django escapes the paths that it logs.
        paths = {request.path, request.path.encode("unicode_escape").decode("ascii")}
        record.args = tuple(said if arg in paths else arg for arg in record.args)
    return True


def without_blame(record: logging.LogRecord) -> bool:
    """Log a client's faulty request in one line: only our own errors have a traceback.

    An unexpected conflict is our error (`core.errors`).
    """
    asked_wrongly = range(HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)
    _, error, _ = record.exc_info or (None, None, None)
    if getattr(record, "status_code", None) in asked_wrongly and not isinstance(
        error, IntegrityError
    ):
        record.exc_info = record.exc_text = None
        record.levelno = min(record.levelno, logging.WARNING)
        record.levelname = logging.getLevelName(record.levelno)
    return True


def of_a_route(record: logging.LogRecord) -> bool:
    """Shorten daphne's message about each answer that it ends to the request's route."""
    if str(record.msg).startswith("Application instance") and isinstance(record.args, tuple):
        record.msg, record.args = "Ended, because the client has left: %s", record.args[-1:]
    return True


def logging_config(style: str, level: str) -> dict[str, Any]:
    """Return Python's logging configuration for `json` or `text`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.formatters.JsonFormatter"},
            "text": {
                "()": "config.logs.formatters.TextFormatter",
                "format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s",
            },
        },
        "filters": {
            "readiness": {"()": "django.utils.log.CallbackFilter", "callback": not_about_readiness},
            "addresses": {"()": "django.utils.log.CallbackFilter", "callback": without_addresses},
            "blame": {"()": "django.utils.log.CallbackFilter", "callback": without_blame},
            "route": {"()": "django.utils.log.CallbackFilter", "callback": of_a_route},
            "context": {"()": "django.utils.log.CallbackFilter", "callback": add_context},
        },
        "handlers": {
            "stderr": {
                "class": "config.logs.formatters.Stderr",
                "formatter": style,
                "filters": ["addresses", "blame", "context"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would log everything twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"filters": ["readiness"]},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
            # Scanners that connect by IP address are answered with 400, which is not worth a line.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            "daphne.server": {"filters": ["route"]},
            # It warns of every task that a closing worker returns to the queue, which is normal.
            "kombu.transport.virtual.base": {"level": "ERROR"},
            # One line for a task is noise: a bot plays every few seconds.
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
