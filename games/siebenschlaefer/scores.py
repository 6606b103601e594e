"""The scores of a round: winners and payers, places, and the standing of a match (RULES.md 5)."""

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
    """Score the cards left in each hand of the finished round; the fewest points win.

    A seat without cards counts 0 and wins alone, as all others hold two cards or more.
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
    """Return the seats that pay: those with the most points, but never a winner (RULES.md 5.3)."""
    most = max(outcome.scores)
    return tuple(
        seat
        for seat, (score, place) in enumerate(zip(outcome.scores, outcome.places, strict=True))
        if score == most and place > 1
    )


def last_words(rules: Rules, state: State) -> tuple[Event, ...]:
    """Return the events of the end: the hands, open and counted (RULES.md 5.2); none before."""
    ended = outcome(rules, state)
    return () if ended is None else (counted_event(state, ended), round_over(ended))


def counted_event(state: State, ended: Outcome) -> Event:
    """Return the public event with all hands, their points, and the seats that pay."""
    hands = [list(names(hand)) for hand in state.hands]
    return public_event(
        "hands_counted", hands=hands, points=list(ended.scores), payers=list(payers(ended))
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Rank by fewest rounds paid, then most rounds won, then fewest points (RULES.md 5.5)."""
    paid = series.lowest_total(target, [_paid(outcome) for outcome in outcomes])
    wins = series.most_wins(target, outcomes).totals
    counted = series.lowest_total(target, outcomes).totals
    standings = [
        (pays, -won, points) for pays, won, points in zip(paid.totals, wins, counted, strict=True)
    ]
    places = tuple(1 + sum(other < own for other in standings) for own in standings)
    return replace(paid, places=places)


def _paid(outcome: Outcome) -> Outcome:
    """Return the round with 1 as the score of each seat that pays, else 0."""
    paying = payers(outcome)
    return replace(
        outcome, scores=tuple(int(seat in paying) for seat in range(len(outcome.scores)))
    )
