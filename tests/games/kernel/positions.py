"""Positions of Doze from which tests of the kernel start."""

from __future__ import annotations

from msgspec.structs import replace

from games.kernel.session import Pace
from tests.games.contract.doze import DOZE
from tests.games.contract.doze_values import DozeState
from tests.games.contract.rounds import rules_of

RULES = rules_of(DOZE)
PACE = Pace(limits=DOZE.meta.tempos[0].limits)
TURN = DozeState(
    phase="turn",
    began=0,
    active=0,
    hands=((2, 5), (1, 6), (3, 4)),
    stock=(1, 2, 3, 4, 5, 6),
    pile=(),
    points=(0, 0, 0),
    bids=(None, None, None),
    said=(False, False, False),
    since_ms=1000,
)
ANSWER = replace(
    TURN, phase="answer", hands=((5,), (1, 6), (3, 4)), pile=(2,), hold_ms=2000, since_ms=5000
)
SEALED = replace(TURN, phase="sealed", bids=(None, 1, None))
OVER = replace(TURN, phase="over")
