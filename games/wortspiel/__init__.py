"""Wortspiel: make a German word of two cards, faster than the others. The rules are in RULES.md."""

from __future__ import annotations

from games.wortspiel.rules import Wortspiel

GAME = Wortspiel()

__all__ = ["GAME"]
