"""What is counted: a round, its places, and a match of several rounds (RULES.md 5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.daumen_drauf.cards import is_poisonous
from games.daumen_drauf.options import chosen
from games.daumen_drauf.state import Count, Ending, State
from games.kernel import series
from games.kernel.contract import Event, Outcome, Rules, Standing, Target
from games.kernel.events import public_event


def put_down(state: State) -> State:
    """The finished trick lies on the pile of who takes it."""
    taken = tuple(card for _, card in state.trick)
    piles, winner = state.piles, state.active
    return replace(
        state, trick=(), piles=(*piles[:winner], piles[winner] + taken, *piles[winner + 1 :])
    )


def counts(state: State, *, hands_count: bool) -> tuple[Count, ...]:
    """What each seat has taken, and what it has left (RULES.md 5.2)."""
    found = []
    for pile, hand in zip(state.piles, state.hands, strict=True):
        poisonous = sum(map(is_poisonous, pile))
        found.append(Count(len(pile) - poisonous, poisonous, len(hand) if hands_count else 0))
    return tuple(found)


def counted_event(ending: Ending) -> Event:
    """Everybody hears what was counted, by seat."""
    return public_event(
        "counted",
        harmless=[count.harmless for count in ending.counts],
        poisonous=[count.poisonous for count in ending.counts],
        left=[count.left for count in ending.counts],
        points=[count.score for count in ending.counts],
    )


def outcome(state: State, ending: Ending) -> Outcome:
    """The round as it ended; equal scores share a place (RULES.md 5.4)."""
    points = tuple(count.score for count in ending.counts)
    return Outcome(
        scores=points,
        places=series.places(points),
        began=state.began,
        reason=ending.reason.value,
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """The highest total wins; equal totals share a place, unless the last round decides between
    them (RULES.md 5.5, 5.6)."""
    totals = series.highest_total(target, outcomes)
    if not outcomes or not chosen(rules, "tiebreak", "last_partie"):
        return totals
    strengths = list(zip(totals.totals, outcomes[-1].scores, strict=True))
    return replace(totals, places=_ranked(strengths))


def _ranked(strengths: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)
