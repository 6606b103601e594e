"""A guard against a start on a partly restored database."""

from __future__ import annotations

import logging
import sys

from django.db import Error, connections

from core.schema_check import why_not_whole

log = logging.getLogger(__name__)


def end_on_half_a_database() -> None:
    """End this process, with a sentence, if a restore of its database was interrupted.

    If the database is down the process starts anyway, and `/readyz` keeps checking.
    """
    try:
        why = why_not_whole()
    except Error:
        log.warning("the database is away: whether it is whole is not known", exc_info=True)
        return
    finally:
        connections.close_all()  # a worker's children must not inherit it
    if why is not None:
        sys.exit(why)
