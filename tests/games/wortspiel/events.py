"""Events with all that matters in their sentences, in addition to those of the golden rounds."""

from __future__ import annotations

from games.kernel.contract import Event
from games.kernel.events import public_event
from games.wortspiel.cards import COLOURS

CARD = {
    "seat": 0,
    "seq": 3,
    "card": "eis-red",
    "word_of_card": "EIS",
    "pile": 4,
    "base": "wein-yellow",
    "word_of_base": "WEIN",
    "word": "EISWEIN",
}
DOUBT = {
    "author": 0,
    "word": "WEINEIS",
    "parts": ["EIS", "WEIN"],
    "seq": 3,
    "doubters": [1],
    "votes": [[1, False], [2, True], [0, True]],
}
RULED = {"ruling": 7, "word": "WEINEIS", "parts": ["EIS", "WEIN"], "on": "2026-11-22"}

EVENTS: dict[str, list[Event]] = {
    "dealt": [public_event("dealt", dealer=0, circle=["eis-red"], cards=10, stock=66)],
    "drew": [public_event("drew", card="schluessel-yellow")],
    "passed": [public_event("passed", seat=0, by_time=by_time) for by_time in (False, True)],
    "opening_drawn": [
        public_event("opening_drawn", seats=[0, 1, 2], round=1),
        public_event("opening_drawn", seats=[0], round=3),
    ],
    "laid": [public_event("laid", **CARD, opening=False, left=3)],
    "submitted": [
        public_event("submitted", card="eis-red", word="EISWEIN"),
        public_event("submitted", card=None, word=""),
    ],
    "withdrew": [public_event("withdrew")],
    "last_card": [public_event("last_card", seat=0)],
    "accepted": [public_event("accepted", seat=0)],
    "stuck": [public_event("stuck", seat=0, by_time=by_time) for by_time in (False, True)],
    "unstuck": [public_event("unstuck", seat=0)],
    "all_stuck": [
        public_event("all_stuck", colour=colour, seats=seats, left=2)
        for colour, seats in zip(COLOURS, ([0, 1], [0], [0, 1, 2], []), strict=True)
    ],
    "contender": [public_event("contender", **CARD)],
    "photo_finish": [public_event("photo_finish", seq=3, seats=[0, 1])],
    "conceded": [public_event("conceded", seat=0)],
    "objected": [public_event("objected", seat=0)],
    "pointed": [public_event("pointed", seat=0, to=1)],
    "photo_settled": [public_event("photo_settled", seq=3, seat=seat) for seat in (0, None)],
    "taken_back": [
        public_event(
            "taken_back", seat=0, seq=3, card="eis-red", word_of_card="EIS", pile=4, why="halt"
        )
    ],
    "halt": [public_event("halt", seat=0, seq=3, author=1, word="EISWEIN")],
    "joined": [public_event("joined", seat=0, seq=3)],
    "ready": [public_event("ready", seat=0)],
    "vote_begins": [public_event("vote_begins", order=[1, 2, 0], seq=3)],
    "voted": [
        public_event("voted", seat=0, valid=True, by_time=False),
        public_event("voted", seat=0, valid=False, by_time=False),
        public_event("voted", seat=0, valid=True, by_time=True),
    ],
    "doubt_over": [
        public_event("doubt_over", **DOUBT, stands=stands, by=by)
        for stands in (True, False)
        for by in ("vote", "lexicon", "precedents")
    ]
    + [
        public_event(
            "doubt_over", **DOUBT, stands=True, by="vote", precedent=RULED | {"decision": decision}
        )
        for decision in ("valid", "invalid", "form", "table")
    ],
    "chips": [
        public_event("chips", seats=[0], left=15),
        public_event("chips", seats=[0, 1], left=0),
    ],
    "colour_wanted": [
        public_event("colour_wanted", seat=0, why=why, colours=["red"])
        for why in ("overturned", "photo_finish", "stuck")
    ],
    "colour_stays": [public_event("colour_stays", colour="blue", why="overturned")],
    "colour_chosen": [
        public_event("colour_chosen", seat=0, colour="green", by_time=by_time)
        for by_time in (False, True)
    ],
    "reopened": [public_event("reopened", seat=0)],
    "counted": [public_event("counted", cards=[0, 2, 3], chips=[1, 0, 2], points=[0, 2, 5], out=0)],
    "round_over": [
        public_event("round_over", reason=reason, winners=winners)
        for reason in ("out", "deadlock", "closed")
        for winners in ([0], [0, 2])
    ],
}
