"""The garbage collector of a process that serves for days."""

from __future__ import annotations

import gc

NEW_ONES = 50_000
"""So many new objects before it looks for garbage among them; Python's own 700 are a third of a move's."""


def leave_alone_what_is_loaded() -> None:
    """Never look again for garbage among what the program is made of, and less often among the rest.

    To be called once, when all is loaded. Counting frees nearly everything at once; only what refers
    to itself waits for the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_ONES, 20, 20)
