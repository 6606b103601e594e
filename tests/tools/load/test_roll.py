"""`make roll` counts errors, and the reconnections at the same moment."""

from __future__ import annotations

from tools.load.roll import GOING_AWAY, crowd, goals
from tools.load.rolling import Gap


def test_what_goes_wrong_is_counted() -> None:
    found = {
        "errors": 1,
        "gaps": [
            {"begins": 0.0, "ends": 3.0, "code": GOING_AWAY},
            {"begins": 0.0, "ends": 3.1, "code": 1006},
        ],
        "moves": 9,
        "facts": {"missed": 1, "downtimes": 1, "differing": 1},
    }
    met = [goal.what for goal in goals(found) if goal.met]
    assert met == ["pages that had to reconnect"]


def test_a_crowd_is_who_comes_back_at_the_same_moment() -> None:
    together = [Gap(0, 1.0, 0), Gap(0, 1.2, 0), Gap(0, 1.4, 0), Gap(0, 9.0, 0)]
    assert crowd(together) == 0.75
    assert crowd([Gap(0, at, 0) for at in range(10)]) == 0.1
    assert crowd([]) == 0
