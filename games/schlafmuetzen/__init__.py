"""Schlafmützen: lay every card you can, and call out players who overlook one.

The rules are in RULES.md.
"""

from __future__ import annotations

from games.schlafmuetzen.rules import Schlafmuetzen

GAME = Schlafmuetzen()

__all__ = ["GAME"]
