"""The table that is changed in place follows the rules of the game (RULES.md 3, 4, 5)."""

from __future__ import annotations

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import DaumenDraufAction, Offer, Parry, Raise
from games.daumen_drauf.bots.mutable_round import NONE, Table
from games.daumen_drauf.bots.rollout import card_chooser
from games.daumen_drauf.cards import CARD_NAMED
from games.daumen_drauf.state import Phase, State
from tests.games.contract.rounds import Round, play_round


@pytest.fixture(scope="module", params=range(2, 8))
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, request.param, 31)


def look(table: Table) -> dict[str, object]:
    """Return all that the table holds."""
    hands = [sorted(hand) for hand in table.hands]
    return {name: getattr(table, name) for name in Table.__slots__} | {"hands": hands, "tricks": 0}


def scores(table: Table) -> tuple[int, ...]:
    """Return the scores of a finished round (RULES.md 5.2)."""
    return tuple(points - len(hand) for points, hand in zip(table.points, table.hands, strict=True))


def do(table: Table, action: DaumenDraufAction) -> None:
    match action:
        case Offer(card) | Raise(card) | Parry(card):
            table.show(CARD_NAMED[card])
        case _:
            table.pass_()


def test_leads_to_the_same(played: Round) -> None:
    """After every move of a round the table equals one that is made from the state."""
    compared = 0
    for move in played.taken:
        if move.before.state.phase is Phase.REVIEW or move.seat is None:
            continue
        table = Table(move.before.state)
        do(table, move.action)
        after: State = move.after.state
        expected = Table(after)
        assert look(table) == look(expected), move.action
        compared += 1
    assert compared > 20


def test_ends_with_the_same_scores(played: Round) -> None:
    """The recorded actions lead to the same scores from any point of the round."""
    outcome = GAME.outcome(played.rules, played.last.state)
    assert outcome is not None
    for start in range(0, len(played.taken), 7):
        table = Table(played.positions[start].state)
        for move in played.taken[start:]:
            if move.before.state.phase is Phase.REVIEW:
                continue
            card = move.after.state.trick[-1][1] if move.seat is None else None
            if card is not None and len(move.after.state.trick) > len(move.before.state.trick):
                table.show(card)  # the table led for a seat whose time was up
            else:
                do(table, move.action)
        assert table.over
        assert scores(table) == outcome.scores


def test_habits_are_legal_and_end_rounds(played: Round) -> None:
    choose = card_chooser(played.seats)
    for position in played.positions:
        state = position.state
        if state.phase in (Phase.REVIEW, Phase.OVER):
            continue
        card = choose(Table(state))
        names = {
            CARD_NAMED[action.card] if isinstance(action, Offer | Raise | Parry) else NONE
            for action in played.offers(position, state.active)
        }
        assert card in names
        table = Table(state, tricks=100)
        table.play_on(choose)
        assert table.over
        left = sum(card % 2 == 0 for hand in table.hands for card in hand)
        assert sum(scores(table)) == -2 * left


def test_stops_after_so_many_tricks(played: Round) -> None:
    table = Table(played.opening.state, tricks=1)
    table.play_on(card_chooser(played.seats))
    assert table.holder == NONE
    assert not table.over
    assert sum(map(len, table.hands)) == 5 * played.seats
