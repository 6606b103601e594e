"""Events with all that matters in their sentences, in addition to those of the golden rounds."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import NOBODY, Event
from games.kernel.events import public_event

WRONG = {"seq": 9, "card": 5, "source": "discard", "targets": ["middle-1"]}
MISTAKES: list[dict[str, Any]] = [
    WRONG | {"error": "overlooked_discard", "laid": 13, "at": "own"},
    WRONG | {"error": "overlooked_discard", "laid": 9, "at": "seat-2", "targets": ["middle-0", "middle-1", "middle-3"]},
    WRONG | {"error": "overlooked_revealed", "laid": 5, "at": "own", "targets": ["seat-2"]},
    WRONG | {"error": "wrong_priority", "laid": 5, "at": "seat-2"},
    WRONG | {"error": "does_not_fit", "laid": 5, "at": "middle-4"},
    WRONG | {"error": "does_not_fit", "laid": 5, "at": "seat-1", "targets": []},
]  # fmt: skip

EVENTS: dict[str, list[Event]] = {
    "dealt": [public_event("dealt", first=0, counts=[48, 47])],
    "turned": [public_event("turned", seat=0, card=8, over=over) for over in (0, 1, 12)],
    "laid": [
        public_event("laid", seq=9, seat=0, card=8, source=source, target=target)
        for source in ("discard", "turned")
        for target in ("middle-4", "seat-2")
    ],
    "kept": [public_event("kept", seq=9, seat=0, card=8, next=1)],
    "turned_back": [public_event("turned_back", seat=0, card=8, cards=3)],
    "accepted": [public_event("accepted", seat=0, seq=9)],
    "let_stand": [public_event("let_stand", seat=0, seq=9)],
    "called_out": [
        public_event("called_out", seat=0, accused=1, next=2, **wrong) for wrong in MISTAKES
    ],
    "taken_back": [
        public_event("taken_back", seat=0, card=8, target="middle-1", later=later, hidden=hidden, over=over)
        for later in ([], [["turned", 9, "seat-1"]], [["turned", 9, "seat-1"], ["discard", 3, "own"]])
        for hidden in ([], [[0, 13]], [[0, 13], [1, 20]])
        for over in ([], [1])
    ],
    "penalty": [public_event("penalty", seat=0, givers=givers) for givers in ([], [1], [1, 2, 3])],
    "called_wrongly": [
        public_event("called_wrongly", seat=0, accused=1, seq=9, cost=cost)
        for cost in ("card", "locked", "nothing")
    ],
    "timed_out": [public_event("timed_out", seat=0, phase=phase) for phase in ("open", "revealed")],
    "unnoticed": [Event("unnoticed", {"seat": 0, **wrong}, NOBODY) for wrong in MISTAKES],
    "round_over": [
        public_event("round_over", reason=reason, winners=winners)
        for reason in ("laid", "given", "stalled", "closed")
        for winners in ([0], [0, 2])
    ],
}  # fmt: skip
