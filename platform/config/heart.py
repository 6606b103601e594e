"""A heart for each process that Nightcap cannot do without: see `matches.services.clock.downtime`.

It beats in a thread of its own, whatever else the process is busy with, as long as the process
lives and reaches the database and Valkey.
"""

from __future__ import annotations

import logging
import threading
import time

from django.core.cache import cache
from django.db import connections

log = logging.getLogger(__name__)


def start(part: str) -> None:
    """Let the heart of this part (`Heartbeat.Part`) beat from now on, until the process ends."""
    threading.Thread(target=_live, args=(part,), name="heart", daemon=True).start()


def _live(part: str) -> None:
    from matches.services.clock.downtime import BEAT_MS

    while True:
        beat(part)
        time.sleep(BEAT_MS / 1000)


def beat(part: str) -> None:
    """One beat, if database and Valkey can be reached; the next one tries again."""
    # Needs the apps, which a worker loads later than this module.
    from matches.models import Heartbeat
    from matches.services.clock import downtime

    try:
        cache.set(f"heart-{part}", 1, 60)
        downtime.heartbeat(Heartbeat.Part(part))
    except Exception:
        log.warning("the heart of the %s missed a beat", part, exc_info=True)
    finally:
        # Of this thread alone. Kept open, it would be shared with every process that forks off.
        connections.close_all()
