"""Settings of the garbage collector for a process that runs for days."""

from __future__ import annotations

import gc

NEW_ONES = 50_000
"""New objects before the collector runs. A move creates three times Python's default of 700."""


def begin_to_load() -> None:
    """Stop the collector while modules are loaded: their objects stay in use.

    The settings call this. `end_loading` follows when all apps are loaded.
    """
    gc.disable()


def end_loading() -> None:
    """Start the collector again."""
    gc.enable()


def leave_alone_what_is_loaded() -> None:
    """Exclude the loaded program from garbage collection, and collect the rest less often.

    Call this once, when everything is loaded. Reference counting frees nearly all objects at once;
    only cycles need the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_ONES, 20, 20)
