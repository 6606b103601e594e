"""Matches in the admin: all data of finished rounds, and the public part of a running one.

A user of the admin may also sit at a table. The admin therefore shows a running round as a
spectator sees it: no hidden card, no seed and no answer that is held back. It shows no number of
moves, deadlines or outbox rows either, because these would reveal hidden answers. The log is
permanent: the admin cannot change it, and the database refuses changes too.
"""

from __future__ import annotations

from matches.admin import absence, corrections, due, rounds, rules, tables, talk

__all__ = ["absence", "corrections", "due", "rounds", "rules", "tables", "talk"]
