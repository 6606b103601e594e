"""Facts that must never leak, one by one (RULES.md 7).

The contract's tests compare whole twins; these tests name each fact.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from games.kernel import codec, session
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import Lay
from games.siebenschlaefer.cards import names
from tests.games.contract.rounds import Round, play_round
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay

ROUNDS = [(seats, seed) for seats in (2, 3, 7) for seed in (101, 102)]


@pytest.fixture(scope="module", params=ROUNDS, ids=str)
def played(request: pytest.FixtureRequest) -> Round:
    seats, seed = request.param
    return play_round(GAME, seats, seed)


def test_hands_are_counts_for_others(played: Round) -> None:
    """RULES.md 7.1, 7.2: until the end a board names only cards of the own hand and on top."""
    for position in played.positions:
        state = position.state
        for viewer in played.viewers:
            board = GAME.observe(played.rules, state, viewer)
            assert board.hand == (() if viewer is None else names(state.hands[viewer]))
            assert board.cards == tuple(map(len, state.hands))
            assert board.stock == len(state.stock)
            assert board.discard == len(state.discard)
            assert (board.ended is None) == (state.ending is None)


def test_drawn_cards_are_for_who_drew_them(played: Round) -> None:
    """RULES.md 7.2."""
    for event in played.last.events:
        if event.kind == "drew":
            assert event.audience is not None
            assert len(event.audience) == 1
            assert len(event.data["cards"]) == 2
        else:
            assert event.audience is None
        if event.kind == "cards_drawn":
            assert set(event.data) == {"seat", "count", "because"}
        if event.kind == "reshuffled":
            assert set(event.data) == {"count"}


def test_drawn_cards_have_no_order(played: Round) -> None:
    """Hands are sorted by face, too, so that places reveal nothing."""
    for position in played.positions:
        for hand in position.state.hands:
            assert hand == tuple(sorted(hand))
    one, other = (Scene("2 3", "2 2", top="10 10", stock=s).do(0, DRAW) for s in ("9 4", "4 9"))
    assert one.last("drew") == other.last("drew")


def test_only_who_may_act_is_offered_anything(played: Round) -> None:
    """No other seat sees what a seat could lay."""
    for position in played.positions:
        awaited = GAME.to_act(played.rules, position.state)
        for viewer in played.viewers:
            offers = session.offers(GAME, played.rules, position.state, viewer)
            assert not offers or viewer in awaited.seats


def test_what_others_could_lay_changes_nothing() -> None:
    """RULES.md 7.2: all others get the same bytes and deadlines, if the seat can lay or not."""
    seen = []
    for hand in ("2 3 jack king", "10 10 ace ace", "ace ace 2 2"):
        scene = Scene(hand, "2 4", "3 5", top="9 9")
        boards = [codec.encode(scene.board(viewer)) for viewer in (1, 2, None)]
        seen.append((boards, scene.deadlines(), scene.code(1, lay("2 4"))))
    assert seen.count(seen[0]) == len(seen)


def test_another_order_of_the_stock_changes_nothing() -> None:
    """RULES.md 7.2."""
    scene = Scene("2 3", "9 9", "4 4", top="5 5")
    other = replace(scene.state, stock=scene.state.stock[::-1])
    for viewer in (0, 1, 2, None):
        boards = [GAME.observe(scene.rules, state, viewer) for state in (scene.state, other)]
        assert codec.encode(boards[0]) == codec.encode(boards[1])


def test_refusals_are_by_the_own_hand() -> None:
    """Another seat's cards do not change the sentence."""
    for others in ("10 10", "2 2", "ace ace"):
        scene = Scene("2 3 jack king", others, top="9 9")
        assert scene.code(0, lay("10 10")) == "unknown_card"
        assert scene.code(0, PASS) == "must_draw"


def test_lots_are_shown_once() -> None:
    """RULES.md 2.4: the log keeps the seats that drew and the lowest, not the cards."""
    drawn = 0
    for seed in range(12):
        for event in play_round(GAME, 4, seed).opening.events:
            if event.kind == "lots":
                logged = event.logged()
                assert logged is not None
                assert event.moment
                assert set(event.data) - set(logged.data) == {"cards"}
                drawn += 1
            else:
                assert not event.moment
    assert drawn > 5


def test_hands_lie_open_at_the_end_for_all(played: Round) -> None:
    """RULES.md 7.4."""
    hands = tuple(names(hand) for hand in played.last.state.hands)
    for viewer in played.viewers:
        ended = GAME.observe(played.rules, played.last.state, viewer).ended
        assert ended is not None
        assert tuple(hand.cards for hand in ended.hands) == hands


def test_laid_cards_are_all_that_becomes_public(played: Round) -> None:
    """RULES.md 7.1: in a move the public board changes only by open cards and by numbers."""
    for (before, after), move in zip(pairwise(played.positions), played.taken, strict=True):
        old = GAME.observe(played.rules, before.state, None)
        new = GAME.observe(played.rules, after.state, None)
        if old.top == new.top:
            continue
        turned = [e.data["cards"] for e in move.events if e.kind in {"laid", "new_start"}]
        assert list(new.top) == turned[-1]
        if isinstance(move.action, Lay):
            assert sorted(move.action.cards) == sorted(new.top)
