"""Samples of a whole round that fits all that one viewer knows.

No seat has private cards, so all viewers see the same: the turned cards. In a sample each hidden
card is a token that takes its value when it is turned. The sampler replays the events with tokens,
then deals values to the remaining tokens at random.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import Chance, Event, InformationState, Rules, Seat
from games.kernel.turn import put
from games.schlafmuetzen import scores
from games.schlafmuetzen.actions import SchlafmuetzenAction, accept, call, reveal, undo_flip
from games.schlafmuetzen.cards import HIGHEST, WHOLE_PACK, Card, Pile
from games.schlafmuetzen.options import to_deal
from games.schlafmuetzen.state import (
    GAP_MS,
    OWN,
    TURNED,
    Phase,
    Piles,
    Reason,
    State,
    opening,
)
from games.schlafmuetzen.turn import Turn
from games.schlafmuetzen.view import Board

TOKENS: Final = range(HIGHEST + 1, HIGHEST + 1 + len(WHOLE_PACK))
"""Cards whose value no viewer knows, as many as the whole pack has."""


def sample_state(
    rules: Rules, seen: InformationState[SchlafmuetzenAction, Board], chance: Chance
) -> State:
    """Keep the open cards, put once turned cards where they went, deal the rest at random.

    `seen.events`: all of the round.
    """
    board = seen.observation
    cards = to_deal(rules)
    tokens = tuple(TOKENS[: len(cards)])
    replay = _Replay(rules, tokens, len(board.places), chance)
    for event in seen.events:
        replay.again(event)
    state, values = replay.state, replay.values
    unseen = list(cards)
    for card in values.values():
        unseen.remove(card)
    hidden = [token for token in tokens if token not in values]
    values.update(zip(hidden, chance.shuffled(unseen), strict=True))
    return replace(
        state,
        piles=_valued(state.piles, values),
        before=None if state.before is None else _valued(state.before, values),
        since_ms=board.since_ms,
        laid_ms=None if state.laid_ms is None else board.not_before_ms - GAP_MS,
    )


class _Replay:
    """A replay of a round with tokens; `values`: the values of the tokens that were turned."""

    def __init__(self, rules: Rules, tokens: Pile, seats: int, chance: Chance) -> None:
        self.rules, self.tokens, self.chance = rules, tokens, chance
        self.state = opening(tokens, seats, 0, 0)
        self.values: dict[Card, Card] = {}

    def again(self, event: Event) -> None:
        """Apply this event; one that only follows from another event is applied with that."""
        data, turn = event.data, Turn(self.rules, self.state, self.chance, 0)
        match event.kind:
            case "dealt":
                turn.state = opening(self.tokens, self.state.seats, data["first"], 0)
            case "turned":
                turn.state = self._valued_top(data["seat"], data["card"])
                reveal.turn_top(turn)
            case "laid":
                turn.place(data["source"], data["target"])
            case "kept":
                turn.place(TURNED, OWN)
            case "turned_back":
                undo_flip.turn_back(turn)
            case "accepted":
                accept.accept(turn, data["seat"])
            case "let_stand" if turn.state.window:
                turn.let_stand()
            case "called_out" | "called_wrongly":
                call.call(turn, data["seat"])
            case "round_over" if turn.state.phase is not Phase.OVER:
                turn.state = scores.over(
                    turn.state, Reason(data["reason"]), scores.fewest(turn.state)
                )
        self.state = turn.state

    def _valued_top(self, seat: Seat, card: Card) -> State:
        """Give the top card of this draw pile its value."""
        piles = self.state.piles
        draw = piles.draws[seat]
        if draw and draw[-1] in TOKENS:
            self.values[draw[-1]] = card
            piles = replace(piles, draws=put(piles.draws, seat, (*draw[:-1], card)))
        return replace(self.state, piles=piles)


def _valued(piles: Piles, values: dict[Card, Card]) -> Piles:
    draws = tuple(tuple(values.get(card, card) for card in pile) for pile in piles.draws)
    return replace(piles, draws=draws)
