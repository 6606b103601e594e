"""A process that serves people does not start on half a database."""

from __future__ import annotations

import logging
import sys

from django.db import Error, connections

from core.schema_check import why_not_whole

log = logging.getLogger(__name__)


def end_on_half_a_database() -> None:
    """End this process, with a sentence, if a restore of its database was cut short.

    If the database is away it starts all the same: `/readyz` goes on looking.
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
