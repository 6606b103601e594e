"""The watch over a web process's event loop: one that has stopped answers nobody, not even `/healthz`.

A cluster ends such a process; Docker, systemd and `make run` leave it as it is. So it ends by itself, to
be started anew, and says where its loop stands.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""Seconds between two looks."""
LOST_LOOKS = 36
"""Looks in vain after which the loop has stopped: three minutes. Counted, for a machine that was asleep
has missed none."""


def watch_loop() -> None:
    """Look after the loop of this process from now on."""
    threading.Thread(target=_watch, name="loop", daemon=True).start()


def _watch() -> None:
    while _turns():
        time.sleep(LOOK_S)
    where = traceback.format_stack(sys._current_frames().get(threading.main_thread().ident or 0))
    log.critical(
        "This process answers nobody any more, for its loop stands still: it ends, to be started"
        " anew. It stands at\n%s",
        "".join(where),
    )
    logging.shutdown()
    os._exit(1)  # whatever would end it in order waits for the loop


def _turns() -> bool:
    """Whether the loop comes round, however late, before there were too many looks in vain."""
    from twisted.internet import reactor  # daphne has chosen which by now

    came_round = threading.Event()
    reactor.callFromThread(came_round.set)
    return any(came_round.wait(LOOK_S) for _ in range(LOST_LOOKS))
