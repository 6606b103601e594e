"""Daumen drauf!: take the harmless snakes, pass on the poisonous ones. The rules are in RULES.md."""

from __future__ import annotations

from games.daumen_drauf.rules import DaumenDrauf

GAME = DaumenDrauf()

__all__ = ["GAME"]
