"""`make chaos`, briefly: a few matches, and one fault of each kind."""

from __future__ import annotations

import sys

from tools.chaos.__main__ import tell
from tools.chaos.run import Plan, run
from tools.command import Screen


def test_nothing_is_lost_whatever_breaks() -> None:
    screen = Screen(sys.stdout)
    found = run(
        Plan(
            matches=5,
            seconds=None,
            seed=7,
            think=(0.3, 0.8),
            lasts=0.7,
            calm=0.5,
            boards=6,
            patience=120.0,
        ),
        screen,
    )
    tell(found.data, screen)
    assert len(found.data["faults"]) > 15
    assert found.data["boards compared"] > 0
    assert [goal.what for goal in found.goals if not goal.met] == []
