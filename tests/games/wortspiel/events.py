"""Events with all that matters in their sentences, beside those of the golden rounds."""

from __future__ import annotations

from games.kernel.contract import Event
from games.kernel.events import tell
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
    "dealt": [tell("dealt", dealer=0, circle=["eis-red"], cards=10, stock=66)],
    "drew": [tell("drew", card="schluessel-yellow")],
    "passed": [tell("passed", seat=0, by_time=by_time) for by_time in (False, True)],
    "opening_drawn": [
        tell("opening_drawn", seats=[0, 1, 2], round=1),
        tell("opening_drawn", seats=[0], round=3),
    ],
    "laid": [tell("laid", **CARD, opening=False, left=3)],
    "submitted": [
        tell("submitted", card="eis-red", word="EISWEIN"),
        tell("submitted", card=None, word=""),
    ],
    "withdrew": [tell("withdrew")],
    "last_card": [tell("last_card", seat=0)],
    "accepted": [tell("accepted", seat=0)],
    "stuck": [tell("stuck", seat=0, by_time=by_time) for by_time in (False, True)],
    "unstuck": [tell("unstuck", seat=0)],
    "all_stuck": [
        tell("all_stuck", colour=colour, seats=seats, left=2)
        for colour, seats in zip(COLOURS, ([0, 1], [0], [0, 1, 2], []), strict=True)
    ],
    "contender": [tell("contender", **CARD)],
    "photo_finish": [tell("photo_finish", seq=3, seats=[0, 1])],
    "conceded": [tell("conceded", seat=0)],
    "objected": [tell("objected", seat=0)],
    "pointed": [tell("pointed", seat=0, to=1)],
    "photo_settled": [tell("photo_settled", seq=3, seat=seat) for seat in (0, None)],
    "taken_back": [
        tell("taken_back", seat=0, seq=3, card="eis-red", word_of_card="EIS", pile=4, why="halt")
    ],
    "halt": [tell("halt", seat=0, seq=3, author=1, word="EISWEIN")],
    "joined": [tell("joined", seat=0, seq=3)],
    "ready": [tell("ready", seat=0)],
    "vote_begins": [tell("vote_begins", order=[1, 2, 0], seq=3)],
    "voted": [
        tell("voted", seat=0, valid=True, by_time=False),
        tell("voted", seat=0, valid=False, by_time=False),
        tell("voted", seat=0, valid=True, by_time=True),
    ],
    "doubt_over": [
        tell("doubt_over", **DOUBT, stands=stands, by=by)
        for stands in (True, False)
        for by in ("vote", "lexicon", "precedents")
    ]
    + [
        tell(
            "doubt_over", **DOUBT, stands=True, by="vote", precedent=RULED | {"decision": decision}
        )
        for decision in ("valid", "invalid", "form", "table")
    ],
    "chips": [tell("chips", seats=[0], left=15), tell("chips", seats=[0, 1], left=0)],
    "colour_wanted": [
        tell("colour_wanted", seat=0, why=why, colours=["red"])
        for why in ("overturned", "photo_finish", "stuck")
    ],
    "colour_stays": [tell("colour_stays", colour="blue", why="overturned")],
    "colour_chosen": [
        tell("colour_chosen", seat=0, colour="green", by_time=by_time) for by_time in (False, True)
    ],
    "reopened": [tell("reopened", seat=0)],
    "counted": [tell("counted", cards=[0, 2, 3], chips=[1, 0, 2], points=[0, 2, 5], out=0)],
    "round_over": [
        tell("round_over", reason=reason, winners=winners)
        for reason in ("out", "deadlock", "closed")
        for winners in ([0], [0, 2])
    ],
}
