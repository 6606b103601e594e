"""The garbage collector of a process that serves for days."""

from __future__ import annotations

import gc

NEW_ONES = 50_000
"""New objects before the collector looks for garbage among them. A move makes three times Python's own 700."""


def begin_to_load() -> None:
    """Stop the collector while modules are loaded: what they are made of stays.

    The settings call this. `end_loading` follows when all apps are there.
    """
    gc.disable()


def end_loading() -> None:
    """Start the collector again."""
    gc.enable()


def leave_alone_what_is_loaded() -> None:
    """Look for no garbage among what the program is made of, and less often among the rest.

    Call this once, when all is loaded. Python frees nearly everything at once by counting; only objects
    that refer to themselves wait for the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_ONES, 20, 20)
