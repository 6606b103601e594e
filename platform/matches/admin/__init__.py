"""Matches in the admin: all there is to see, and of a running round what everyone may see.

Whoever may open the admin may sit at a table, too. So a round that is not over is shown here as a
spectator sees it: no hidden card, no seed, and no answer that is held back either, which the mere
number of moves, of deadlines or of what is owed would tell. The log is kept for ever: nobody
changes it here, and the database refuses it besides.
"""

from __future__ import annotations

from matches.admin import absence, due, rounds, rules, tables, talk

__all__ = ["absence", "due", "rounds", "rules", "tables", "talk"]
