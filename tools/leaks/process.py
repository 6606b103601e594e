"""A process that compares: it has its own services and database, which end with it."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from multiprocessing.util import Finalize
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.leaks.tally import Tally


def begin() -> None:
    """Start services, and make a database, before Django is loaded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops, and ends this process
    signal.signal(signal.SIGTERM, _end)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    Finalize(None, atexit._run_exitfuncs, exitpriority=0)  # which such processes omit
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)


def play_round(
    slug: str, seats: int, levels: tuple[str, ...], text: str, number: int, each: int, most: int
) -> Tally:
    """Play a round and compare at one move in `each`, at `most` positions."""
    from bots.lab.simulation import SimulationPlan
    from tools.leaks.proof import prove

    return prove(SimulationPlan(slug, seats, levels, text, each), number, most=most)


def _end(sig: int, frame: FrameType | None) -> None:
    sys.exit(1)
