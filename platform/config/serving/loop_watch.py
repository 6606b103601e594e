"""A watchdog of a web process's event loop: a stopped loop answers no request, not even `/healthz`.

A cluster ends such a process; Docker, systemd and `make run` leave it as it is. So it ends itself,
to be restarted, and logs where its loop has stopped.
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
"""Time between two checks, in seconds."""
LOST_LOOKS = 36
"""Failed checks after which the loop counts as stopped: three minutes. Counted, because a machine
that was asleep has missed none.
"""


def watch_loop() -> None:
    """Watch the loop of this process from now on."""
    threading.Thread(target=_watch, name="loop", daemon=True).start()


def _watch() -> None:
    while _turns():
        time.sleep(LOOK_S)
    where = traceback.format_stack(sys._current_frames().get(threading.main_thread().ident or 0))
    log.critical(
        "This process answers nobody any more: its event loop has stopped. It ends now, to be"
        " restarted. The loop has stopped at\n%s",
        "".join(where),
    )
    logging.shutdown()
    os._exit(1)  # an orderly end would wait for the loop


def _turns() -> bool:
    """Return whether the loop answers before the limit of failed checks."""
    from twisted.internet import reactor  # daphne has chosen the reactor by now

    came_round = threading.Event()
    reactor.callFromThread(came_round.set)
    return any(came_round.wait(LOOK_S) for _ in range(LOST_LOOKS))
