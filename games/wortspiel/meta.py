"""Wortspiel's entry in the catalogue."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight, Level, Meta, Millis, Pad, Target, Tempo
from games.kernel.tempos import DAY, HOUR, MINUTE, SECOND, correspondence
from games.wortspiel.events import CONTEST
from games.wortspiel.feats import FEATS
from games.wortspiel.options import OPTIONS

_OWN: Final = ("opening", "idle", "colour")
_TOGETHER: Final = ("photo", "talk", "vote", "final")


def _slow(each: Millis) -> dict[str, Millis]:
    """Return the limits by correspondence; the table's common decisions take a day at most."""
    return dict.fromkeys(_OWN, each) | dict.fromkeys(_TOGETHER, min(each, DAY))


NEWCOMER: Final = {"opening": (6_000, 10_000), "idle": (10_000, 15_000)}
PRACTISED: Final = {"idle": (5_000, 8_500)}
"""Thinking times by the deadline that concerns a seat; docs/bots.md describes how people were timed."""


def _own(each: Millis, bank: Millis) -> dict[str, Millis]:
    """Return the limits of a table's own tempo; common decisions take about as long as others."""
    if each >= HOUR:
        return _slow(each)
    photo, short = max(each // 5, 10 * SECOND), max(each // 4, 6 * SECOND)
    return dict.fromkeys(_OWN, each) | {
        "colour": min(each, max(short, 10 * SECOND)),
        "photo": min(photo, MINUTE),
        "talk": min(max(each, 30 * SECOND), 2 * MINUTE),
        "vote": min(max(each // 2, 15 * SECOND), MINUTE),
        "final": min(short, 30 * SECOND),
    }


HIGHLIGHTS: Final = (
    Highlight("halt", N_("Halt!")),
    Highlight("doubt_over", N_("A doubt is settled")),
    Highlight("photo_finish", N_("A photo finish")),
    Highlight("last_card", N_("A last card")),
)
"""Events that readers look for in a finished round."""

META: Final = Meta(
    slug="wortspiel",
    title=N_("Wortspiel"),
    tagline=N_("Make one German word out of two, and be quicker than the others."),
    seats=(3, 8),
    minutes={3: (4, 7), 4: (4, 7), 5: (4, 7), 6: (4, 7), 7: (4, 8), 8: (3, 8)},
    revisions=(1,),
    options=OPTIONS,
    tempos=(
        Tempo(
            slug="live",
            label=N_("Live"),
            limits={
                "opening": 45 * SECOND,
                "idle": 45 * SECOND,
                "photo": 10 * SECOND,
                "talk": 30 * SECOND,
                "vote": 15 * SECOND,
                "colour": 10 * SECOND,
                "final": 6 * SECOND,
            },
            bank_ms=MINUTE,
        ),
        Tempo(
            slug="relaxed",
            label=N_("Relaxed"),
            limits={
                "opening": 120 * SECOND,
                "idle": 120 * SECOND,
                "photo": 20 * SECOND,
                "talk": 60 * SECOND,
                "vote": 40 * SECOND,
                "colour": 30 * SECOND,
                "final": 12 * SECOND,
            },
            bank_ms=3 * MINUTE,
        ),
        *correspondence(
            _slow,
            label=N_("One day per move (cards played face down)"),
            proposes={"race_mode": "sealed"},
        ),
    ),
    levels=(
        # Time for one attempt: a word is not always found at the first. The times by deadline are
        # those that a newcomer, or a practised player, takes to read the cards, find a word and
        # type it.
        Level("easy", N_("Easy"), (2_500, 5_500), NEWCOMER, version=3),
        Level("normal", N_("Normal"), (2_000, 4_500), PRACTISED, version=3),
        Level("hard", N_("Hard"), (1_500, 3_500), version=2),
    ),
    max_moves=3_000,
    targets=(Target(None, 30), Target(None, 20), Target(None, 50), Target(1)),
    pad=Pad(
        points=N_("Minus points"),
        about=N_("Minus points per round. The lowest total wins."),
        goal=N_("Until a player has %(points)s minus points"),
        near=N_("The match ends at %(goal)s minus points. Closest: %(names)s, %(total)s."),
        lowest_wins=True,
    ),
    gives_up=("accept", "concede", "pass", "stuck"),
    decisions=("opening", "colour"),
    contests=(CONTEST,),
    data="3b38c268449390598086a060272dccc52a19478f9b3248403a821cdfef99e7fa",
    capabilities=("race",),
    limits=_own,
    feats=FEATS,
    highlights=HIGHLIGHTS,
    concerns={
        "all_stuck": ("seats",),
        "chips": ("seats",),
        "colour_wanted": ("seat",),
        "doubt_over": ("author", "doubters"),
        "halt": ("author",),
        "opening_drawn": ("seats",),
        "reopened": ("seat",),
        "taken_back": ("seat",),
    },
    time_for={
        "idle": N_("Time to play a card"),
        "photo": N_("Time to agree"),
        "talk": N_("Time to talk"),
        "final": N_("Time to doubt"),
    },
    words="de",
)
