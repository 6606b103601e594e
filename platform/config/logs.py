"""The format of the log: JSON lines in production, plain lines for a person.

Only what code passes as `extra` in the fields below is added to a line; actions, states and seeds
are never logged.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

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
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON, with its traceback if it has one."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def not_about_readiness(record: logging.LogRecord) -> bool:
    """Drop Django's line for each "not ready yet": `config.health` says itself what is wrong."""
    return getattr(getattr(record, "request", None), "path", None) != "/readyz"


def without_addresses(record: logging.LogRecord) -> bool:
    """Put a page's route where Django names its address, which may hold an invitation."""
    request = getattr(record, "request", None)
    if request is not None and isinstance(record.args, tuple):
        found = getattr(request, "resolver_match", None)
        route = found.route if found else "(no such page)"
        record.args = tuple(route if arg == request.path else arg for arg in record.args)
    return True


def logging_config(style: str, level: str) -> dict[str, Any]:
    """Python's logging configuration for `json` or `text`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.JsonFormatter"},
            "text": {"format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s"},
        },
        "filters": {
            "readiness": {"()": "django.utils.log.CallbackFilter", "callback": not_about_readiness},
            "addresses": {"()": "django.utils.log.CallbackFilter", "callback": without_addresses},
            "context": {"()": "django.utils.log.CallbackFilter", "callback": add_context},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": style,
                "filters": ["addresses", "context"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would say everything twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"filters": ["readiness"]},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
            # Scanners that go by addresses are answered with 400, and are no news.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            # It warns of every task that a closing worker gives back, which is as it should be.
            "kombu.transport.virtual.base": {"level": "ERROR"},
            # One line a task is noise: a bot plays every few seconds.
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
