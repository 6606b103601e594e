"""The garbage collector of a process that serves for days."""

from __future__ import annotations

import gc

NEW_ONES = 50_000
"""So many new objects before it looks for garbage among them; Python's own 700 are a third of a move's."""


def begin_to_load() -> None:
    """Look for no garbage from now on: the objects that modules are made of stay.

    The settings call it. `end_loading` follows when all apps are there.
    """
    gc.disable()


def end_loading() -> None:
    """Look for garbage again, as Python does by itself."""
    gc.enable()


def leave_alone_what_is_loaded() -> None:
    """Never look again for garbage among what the program is made of, and less often among the rest.

    To be called once, when all is loaded. Counting frees nearly everything at once; only what refers
    to itself waits for the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_ONES, 20, 20)
