"""Siebenschläfer: lay two cards at a time, always more than before. The rules are in RULES.md."""

from __future__ import annotations

from games.siebenschlaefer.rules import Siebenschlaefer

GAME = Siebenschlaefer()

__all__ = ["GAME"]
