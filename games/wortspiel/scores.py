"""The score of a round and of a match (RULES.md 7)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Event, Outcome, Rules, Seat, Standing, Target
from games.kernel.events import public_event
from games.wortspiel.options import chosen
from games.wortspiel.state import Count, Ending, Reason, State


def ending(state: State, reason: Reason, out: Seat | None) -> Ending:
    """Count a minus point for each card in the hand and each chip (RULES.md 7.2).

    The seat that laid the last card counts nothing.
    """
    counts = (
        Count(len(hand), chips, 0 if seat == out else len(hand) + chips)
        for seat, (hand, chips) in enumerate(zip(state.hands, state.chips, strict=True))
    )
    return Ending(reason, out, tuple(counts))


def counted_event(end: Ending) -> Event:
    """Return the public event with the count, by seat."""
    return public_event(
        "counted",
        cards=[count.cards for count in end.counts],
        chips=[count.chips for count in end.counts],
        points=[count.points for count in end.counts],
        out=end.out,
    )


def outcome(state: State, end: Ending) -> Outcome:
    """Return the result of the round; the fewest minus points are best, equal ones share."""
    points = tuple(count.points for count in end.counts)
    return Outcome(
        scores=points,
        places=series.places(points, min),
        began=state.dealer,
        reason=end.reason.value,
    )


def standing(rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Add up the rounds: the fewest points win when a total reaches the target (RULES.md 7.4).

    If a shared win is played off, the match goes on until one seat is first (RULES.md 7.5).
    """
    totals = series.lowest_total(target, outcomes)
    if totals.decided and totals.places.count(1) > 1 and chosen(rules, "tiebreak", "extra_round"):
        return replace(totals, decided=False)
    return totals
