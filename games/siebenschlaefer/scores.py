"""Scores: winners and payers, places, and a match of several rounds (RULES.md 5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Event, Outcome, Rules, Seat, Standing, Target
from games.kernel.default_answers import round_over
from games.kernel.events import public_event
from games.siebenschlaefer.cards import names, points
from games.siebenschlaefer.state import State


def outcome(rules: Rules, state: State) -> Outcome | None:
    """The round as it ended: everybody scores what is left in the hand, the fewest wins.

    Whoever laid everything counts nothing and is alone in that: all others hold two cards or more.
    """
    if state.ending is None:
        return None
    counted = tuple(map(points, state.hands))
    return Outcome(
        scores=counted,
        places=series.places(counted, min),
        began=state.began,
        reason=state.ending.value,
    )


def payers(outcome: Outcome) -> tuple[Seat, ...]:
    """The seats that hold the most pay; winners never do, even if all hold the same (RULES.md 5.3)."""
    most = max(outcome.scores)
    return tuple(
        seat
        for seat, (score, place) in enumerate(zip(outcome.scores, outcome.places, strict=True))
        if score == most and place > 1
    )


def last_words(rules: Rules, state: State) -> tuple[Event, ...]:
    """What is told at the end: the hands, laid open and counted (RULES.md 5.2); nothing before it."""
    ended = outcome(rules, state)
    return () if ended is None else (counted_event(state, ended), round_over(ended))


def counted_event(state: State, ended: Outcome) -> Event:
    """Everybody sees all hands, what they count, and who pays."""
    hands = [list(names(hand)) for hand in state.hands]
    return public_event(
        "hands_counted", hands=hands, points=list(ended.scores), payers=list(payers(ended))
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """The fewest rounds paid win a match; then more rounds won; then fewer points (RULES.md 5.5)."""
    paid = series.lowest_total(target, [_paid(outcome) for outcome in outcomes])
    wins = series.most_wins(target, outcomes).totals
    counted = series.lowest_total(target, outcomes).totals
    standings = [
        (pays, -won, points) for pays, won, points in zip(paid.totals, wins, counted, strict=True)
    ]
    places = tuple(1 + sum(other < own for other in standings) for own in standings)
    return replace(paid, places=places)


def _paid(outcome: Outcome) -> Outcome:
    """The same round with 1 for each seat that pays, else 0."""
    paying = payers(outcome)
    return replace(
        outcome, scores=tuple(int(seat in paying) for seat in range(len(outcome.scores)))
    )
