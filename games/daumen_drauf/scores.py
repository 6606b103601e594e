"""The scores of a round, its places, and the standing of a match (RULES.md 5)."""

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
    """Put the finished trick onto the pile of the seat that takes it."""
    taken = tuple(card for _, card in state.trick)
    piles, winner = state.piles, state.active
    return replace(
        state, trick=(), piles=(*piles[:winner], piles[winner] + taken, *piles[winner + 1 :])
    )


def counts(state: State, *, hands_count: bool) -> tuple[Count, ...]:
    """Count the cards that each seat has taken, and those left in its hand (RULES.md 5.2)."""
    found = []
    for pile, hand in zip(state.piles, state.hands, strict=True):
        poisonous = sum(map(is_poisonous, pile))
        found.append(Count(len(pile) - poisonous, poisonous, len(hand) if hands_count else 0))
    return tuple(found)


def counted_event(ending: Ending) -> Event:
    """Return the public event with the count, by seat."""
    return public_event(
        "counted",
        harmless=[count.harmless for count in ending.counts],
        poisonous=[count.poisonous for count in ending.counts],
        left=[count.left for count in ending.counts],
        points=[count.score for count in ending.counts],
    )


def outcome(state: State, ending: Ending) -> Outcome:
    """Return the result of the finished round; equal scores share a place (RULES.md 5.4)."""
    points = tuple(count.score for count in ending.counts)
    return Outcome(
        scores=points,
        places=series.places(points),
        began=state.began,
        reason=ending.reason.value,
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Add up the rounds: the highest total wins, equal totals share a place (RULES.md 5.5, 5.6).

    The last round may break ties, if the option says so.
    """
    totals = series.highest_total(target, outcomes)
    if not outcomes or not chosen(rules, "tiebreak", "last_partie"):
        return totals
    strengths = list(zip(totals.totals, outcomes[-1].scores, strict=True))
    return replace(totals, places=_ranked(strengths))


def _ranked(strengths: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)
