"""Events with all that matters in their sentences, in addition to those of the golden rounds."""

from __future__ import annotations

from games.kernel.contract import Event
from games.kernel.events import public_event

LOG = {"seat": 0, "parried": False, "count": 2}

EVENTS: dict[str, list[Event]] = {
    "dealt": [public_event("dealt", first=0, stock=14)],
    "offered": [public_event("offered", seat=0, card="yellow-3")],
    "raised": [public_event("raised", seat=0, card="green-9")],
    "released": [
        public_event("released", seat=0, card=card)
        for card in ("black-1-harmless", "black-1-poisonous")
    ],
    "passed": [public_event("passed", seat=0)],
    "parried": [public_event("parried", seat=0, card="black-2")],
    "trick_taken": [
        public_event("trick_taken", **LOG),
        public_event("trick_taken", **LOG | {"count": 1}),
        public_event(
            "trick_taken", **LOG, cards=["yellow-3-poisonous", "green-1-harmless"], seats=[0, 1]
        ),
    ],
    "looked": [public_event("looked", seat=0)],
    "put_away": [
        public_event("put_away", seat=0, drawn=[2, 1, 0], leader=0),
        public_event("put_away", seat=0, drawn=[0, 0, 0], leader=2),
        public_event("put_away", seat=0, drawn=[0, 0, 0], leader=None),
    ],
    "drew": [public_event("drew", cards=["yellow-3-poisonous", "black-9-harmless"])],
    "timed_out": [Event("timed_out", {"seat": 0, "kind": kind}) for kind in ("lead", "bid")],
    "counted": [
        public_event("counted", harmless=[3, 1], poisonous=[1, 4], left=[0, 2], points=[2, -5]),
    ],
    "round_over": [
        public_event("round_over", reason=reason, winners=winners)
        for reason in ("none_left", "one_left", "closed")
        for winners in ([0], [0, 2])
    ],
}
NAMELESS = {"looked"}  # to the seat that has looked
