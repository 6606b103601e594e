"""Facts that must never leak, one by one (RULES.md 7).

The contract's tests compare whole twins; these tests name each fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.kernel import codec, session
from games.kernel.contract import Event, Viewer
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import PlayJester, PlayKing, PlayKnight, PlayPotion
from games.sleeping_queens.cards import QUEENS, SPECIALS
from games.sleeping_queens.state import EMPTY
from tests.games.contract.rounds import Round, play_round
from tests.games.sleeping_queens.scene import Scene

ROUNDS = [(seats, seed) for seats in (2, 3, 5) for seed in (101, 102, 103)]


def words_of(value: Any) -> set[str]:
    """Return every string anywhere in the value, and every part of a piece's name."""

    def walk(part: object) -> Iterator[str]:
        if isinstance(part, str):
            yield from (part, *part.split("-"))
        elif isinstance(part, dict):
            for item in part.values():
                yield from walk(item)
        elif isinstance(part, list | tuple):
            for item in part:
                yield from walk(item)

    return set(walk(msgspec.to_builtins(value) if hasattr(value, "__struct_fields__") else value))


def sent_to(played: Round, viewer: Viewer) -> Iterator[tuple[Any, object]]:
    """Yield each position with all that the server sends to this viewer there, except events."""
    for position in played.positions:
        offers = session.offers(GAME, played.rules, position.state, viewer)
        deadlines = [
            (one.kind, one.seat, one.since_ms, one.after_ms)
            for one in GAME.deadlines(played.rules, position.state)
            if one.visible_to(viewer)
        ]
        yield (
            position.state,
            [
                msgspec.to_builtins(GAME.observe(played.rules, position.state, viewer)),
                [msgspec.to_builtins(offer) for offer in offers],
                [GAME.selection_of(offer) for offer in offers],
                deadlines,
            ],
        )


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_1_sleeping_queens_are_never_named(seats: int, seed: int) -> None:
    """RULES.md 7.1: (1) No board, offer or piece names a sleeping queen, or tells her slot."""
    played = play_round(GAME, seats, seed)
    for viewer in played.viewers:
        for state, sent in sent_to(played, viewer):
            named = words_of(sent) & set(QUEENS)
            assert named == {QUEENS[queen] for owned in state.awake for queen in owned}


def test_1_swapped_sleepers_change_nothing() -> None:
    """(1) Every viewer gets the same bytes, whichever queen is on which slot."""
    scene = Scene("king", "", "", awake=("cat", "moon"))
    turned = [queen for queen in scene.state.slots if queen != EMPTY][::-1]
    rest = iter(turned)
    slots = tuple(queen if queen == EMPTY else next(rest) for queen in scene.state.slots)
    other = replace(scene.state, slots=slots)
    assert slots != scene.state.slots
    for viewer in (0, 1, 2, None):
        boards = [GAME.observe(scene.rules, state, viewer) for state in (scene.state, other)]
        assert codec.encode(boards[0]) == codec.encode(boards[1])
        offers = [
            session.offers(GAME, scene.rules, state, viewer) for state in (scene.state, other)
        ]
        assert offers[0] == offers[1]


@pytest.mark.parametrize("raid", ["knight", "potion"])
def test_2_the_window_does_not_depend_on_the_hand(raid: str) -> None:
    """(2) It always opens, with the same times, even if no such card can be left."""
    seen = []
    for hand in ("dragon wand 1 1 1", "dragon 1 1 1 2", "wand 1 1 1 2", "1 1 1 2 2"):
        scene = Scene(raid, hand, "", awake=("", "heart"), asleep={0: "-"})
        if raid == "knight":
            scene.do(0, PlayKnight(1, "heart"))
        else:
            scene.do(0, PlayPotion(1, "heart", 0))
        seen.append(
            [scene.told, scene.deadlines(), *(scene.board(viewer) for viewer in (0, 2, None))]
        )
    assert seen.count(seen[0]) == len(seen)
    scene = Scene(raid, "", "dragon dragon dragon wand wand", awake=("", "heart"), asleep={0: "-"})
    scene.do(0, PlayKnight(1, "heart") if raid == "knight" else PlayPotion(1, "heart", 0))
    assert scene.board().phase == "defense"  # all dragons are in another hand


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_3_only_who_may_act_is_offered_anything(seats: int, seed: int) -> None:
    """(3) No other seat sees what a seat could do."""
    played = play_round(GAME, seats, seed)
    for position in played.positions:
        awaited = GAME.to_act(played.rules, position.state)
        for viewer in played.viewers:
            offers = session.offers(GAME, played.rules, position.state, viewer)
            assert not offers or viewer in (*awaited.seats, *awaited.may_also)


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_4_drawn_cards_are_for_who_drew_them(seats: int, seed: int) -> None:
    """RULES.md 7.1: (4) Others learn only the number; the draw pile is a number."""
    played = play_round(GAME, seats, seed)
    for event in played.last.events:
        if event.kind == "drew":
            assert event.audience is not None
            assert len(event.audience) == 1
        if event.kind == "refilled":
            assert set(event.data) == {"seat", "count"}
        if event.kind == "reshuffled":
            assert set(event.data) == {"count"}
    for viewer in played.viewers:
        for state, _ in sent_to(played, viewer):
            assert GAME.observe(played.rules, state, viewer).draw == len(state.draw)


def test_5_a_card_that_a_jester_revealed_is_hidden_again() -> None:
    """RULES.md 7.1: (5) It is shown once; in the hand it is like any other."""
    scene = Scene("jester 1 2 3 4", "", draw="wand").do(0, PlayJester())
    revealed = scene.board(1)
    plain = Scene("wand 1 2 3 4", "").board(1)
    assert revealed.hand == plain.hand
    assert revealed.places == plain.places
    scene.do(0, scene.offers(0)[0])
    assert scene.board().reveal is None
    assert scene.hand(0) == sorted(scene.hand(0), key=lambda name: _order(name))


def _order(name: str) -> int:
    return SPECIALS.index(name) if name in SPECIALS else len(SPECIALS) + int(name)


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_6_hands_have_no_order_of_their_own(seats: int, seed: int) -> None:
    """(6) Hands are sorted by face, so that places reveal nothing; events name only faces."""
    played = play_round(GAME, seats, seed)
    for position in played.positions:
        for hand in position.state.hands:
            assert hand == tuple(sorted(hand))
    keys = {key for event in played.last.events for key in event.data}
    assert not keys & {"index", "position", "place", "id"}


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_8_spectators_see_no_hand(seats: int, seed: int) -> None:
    """RULES.md 7.1: (8) They see only the open cards, and no private message."""
    played = play_round(GAME, seats, seed)
    for state, _ in sent_to(played, None):
        board = GAME.observe(played.rules, state, None)
        assert board.hand == ()
        assert not board.answered
        assert [place.cards for place in board.places] == [len(hand) for hand in state.hands]
    told = [event.kind for event in played.last.events if event.visible_to(None)]
    assert not {"drew", "answered"} & set(told)


def test_9_a_clashing_king_is_like_any_other() -> None:
    """(9) Answer, offers and deadlines before are the same; only the turned-up queen differs."""
    clash = Scene("king", "", awake=("cat",), asleep={6: "dog", 7: "moon"})
    plain = Scene("king", "", awake=("cat",), asleep={6: "moon", 7: "dog"})
    assert clash.offers(0) == plain.offers(0)
    assert clash.code(0, PlayKing(6)) is plain.code(0, PlayKing(6)) is None
    assert clash.do(0, PlayKing(6)).told[0] == plain.do(0, PlayKing(6)).told[0]
    assert clash.chance.drawn == plain.chance.drawn
    assert clash.deadlines() == plain.deadlines()


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_moments_name_their_slot_once(seats: int, seed: int) -> None:
    """RULES.md 7.2: the logged form of a queen who falls asleep has no slot."""
    played = play_round(GAME, seats, seed)
    for event in played.last.events:
        logged = event.logged()
        if event.kind in {"queen_put_back", "queen_slept"}:
            assert isinstance(logged, Event)
            assert "slot" in event.data
            assert "slot" not in logged.data
            assert "slot" not in logged.data.get("log", {})
        else:
            assert logged is event


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_the_end_turns_up_nothing(seats: int, seed: int) -> None:
    """RULES.md 7.4: hands, piles and sleepers stay hidden."""
    played = play_round(GAME, seats, seed)
    over = GAME.observe(played.rules, played.last.state, None)
    assert over.phase == "over"
    assert over.hand == ()
    asleep = {QUEENS[queen] for queen in played.last.state.slots if queen != EMPTY}
    assert not words_of(over) & asleep


@pytest.mark.parametrize(("seats", "seed"), ROUNDS)
def test_time_is_only_told_where_something_was_seen(seats: int, seed: int) -> None:
    """A board's `since_ms` changes with what its viewer sees, and only then."""
    played = play_round(GAME, seats, seed)
    for (before, after), move in zip(pairwise(played.positions), played.taken, strict=True):
        for viewer in played.viewers:
            if not any(event.visible_to(viewer) for event in move.events):
                old = GAME.observe(played.rules, before.state, viewer)
                assert GAME.observe(played.rules, after.state, viewer) == old
