"""Facts that must never leak, one by one (RULES.md 6).

The contract's tests compare whole twins; these tests name each fact.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import Parry, Pass
from games.daumen_drauf.cards import CARDS, twin
from games.daumen_drauf.state import Phase, State
from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Viewer
from tests.games.contract.rounds import Position, Round, play_round
from tests.games.daumen_drauf.scene import Scene, name

ROUNDS = [(seats, seed) for seats in (2, 4, 7) for seed in (101, 102)]


@pytest.fixture(params=ROUNDS, ids=str)
def played(request: pytest.FixtureRequest) -> Round:
    seats, seed = request.param
    return play_round(GAME, seats, seed)


def sent(played: Round, position: Position, viewer: Viewer) -> str:
    """Return all that the server sends to this viewer there, except events."""
    offers = session.offers(GAME, played.rules, position.state, viewer)
    return "".join(
        [
            codec.encode(GAME.observe(played.rules, position.state, viewer)),
            *map(codec.encode, offers),
            *(" ".join(GAME.selection_of(offer)) for offer in offers),
            repr([
                deadline
                for deadline in GAME.deadlines(played.rules, position.state)
                if deadline.visible_to(viewer)
            ]),
        ]
    )  # fmt: skip


def open_cards(state: State, viewer: Viewer) -> set[str]:
    """Return the cards whose poison this viewer may see."""
    found: set[int] = set() if viewer is None else set(state.hands[viewer])
    holding: set[int] = set()
    for seat, card in reversed(state.trick):
        under_thumb = state.phase is Phase.BID and seat not in holding
        holding.add(seat)
        if not under_thumb or seat == viewer:
            found.add(card)
    return {CARDS[card] for card in found}


def test_1_poison_is_named_only_where_it_is_open(played: Round) -> None:
    """(1), (7), (8), (9) No message names the cards of offers, stock, piles and hands."""
    for position in played.positions:
        for viewer in played.viewers:
            text = sent(played, position, viewer)
            named = {card for card in CARDS if card in text}
            assert named == open_cards(position.state, viewer)


def test_1_events_name_only_what_is_open_then(played: Round) -> None:
    for move in played.taken:
        for event in move.events:
            text = codec.encode(event)
            named = {card for card in CARDS if card in text}
            match event.kind:
                case "released":
                    assert named == {event.data["card"]}
                case "trick_taken":
                    assert named == {CARDS[card] for _, card in move.after.state.trick}
                case "drew":
                    (seat,) = event.audience or ()
                    assert named <= {CARDS[card] for card in move.after.state.hands[seat]}
                case _:
                    assert not named, event


def swapped(state: State, seat: int) -> State:
    """Return the state with this seat's offer and its twin swapped."""
    mine = next(card for shown_by, card in reversed(state.trick) if shown_by == seat)
    other = twin(mine)
    change = {mine: other, other: mine}

    def turn(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(change.get(card, card) for card in cards))

    return replace(
        state,
        hands=tuple(map(turn, state.hands)),
        stock=tuple(change.get(card, card) for card in state.stock),
        trick=tuple((shown_by, change.get(card, card)) for shown_by, card in state.trick),
    )


def test_2_twins_are_not_told_apart() -> None:
    """(2) All others get the same bytes for either twin under the thumb, until it is released."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+").offer(0, "Y1+").raise_(1, "Y2-")
    real, dream = scene.state, swapped(scene.state, 1)
    assert real != dream
    for viewer in (0, 2, None):
        look = [codec.encode(GAME.observe(scene.rules, state, viewer)) for state in (real, dream)]
        assert look[0] == look[1]
    own = [codec.encode(GAME.observe(scene.rules, state, 1)) for state in (real, dream)]
    assert own[0] != own[1]


def test_2_what_a_selection_means_does_not_ask_for_the_poison() -> None:
    """Both twins of the highest card mean a parry, also for a seat that has neither."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+").offer(0, "Y1+")
    for card in ("Y1+", "Y1-"):
        assert scene.meant(1, name(card)) == Parry(name(card))
        assert scene.parrying(1, card) == "unknown_card"


def test_3_hands_have_no_order_of_their_own(played: Round) -> None:
    """(3), (4) Hands are sorted; others see their size, and no event tells where a card was."""
    for position in played.positions:
        assert all(hand == tuple(sorted(hand)) for hand in position.state.hands)
    keys = {key for event in played.last.events for key in event.data}
    assert not keys & {"index", "position", "place", "id"}


def test_5_who_can_only_pass_has_the_same_time() -> None:
    """(5) It has the same deadline and the same look, and the table waits for it, too."""
    looks = set()
    for hand in ("G4+ Y2-", "B1+ B2-", "Y1- G2+"):
        scene = Scene("Y3+ Y1+" if "Y1-" not in hand else "Y3+ G1+", hand, "Y4+ B4+")
        scene.offer(0, "Y3+")
        looks.add((codec.encode(scene.board()), repr(scene.deadlines())))
        assert scene.active == 1
        assert scene.code(1, Pass()) is None
    assert len(looks) == 1


def test_6_refusals_ask_the_hand_first() -> None:
    """(6) A card that is not in the hand is unknown, whichever twin is under another thumb."""
    scene = Scene("Y1+ G1+", "Y2- B2+", "Y3+ B1+").offer(0, "Y1+")
    for card in ("Y1+", "Y1-", "B4+"):
        assert scene.raising(1, card) == scene.parrying(1, card) == "unknown_card"


def test_8_a_finished_trick_is_shown_once(played: Round) -> None:
    """RULES.md 6.3: (8) It is a moment for all; the log keeps winner and number of cards."""
    tricks = [event for event in played.last.events if event.kind == "trick_taken"]
    assert len(tricks) > 3
    for event in tricks:
        assert event.moment
        assert event.audience is None
        logged = event.logged()
        assert logged is not None
        assert set(logged.data) == {"seat", "parried", "count"}


def test_8_nothing_of_a_pile_is_seen_after_the_review(played: Round) -> None:
    for position in played.positions:
        board = GAME.observe(played.rules, position.state, None)
        assert all(place.taken == () for place in board.places)
        if position.state.phase in (Phase.LEAD, Phase.OVER):
            assert board.trick == ()


def test_9_spectators_see_no_hand(played: Round) -> None:
    for position in played.positions:
        board = GAME.observe(played.rules, position.state, None)
        assert board.hand == ()
        assert board.awaited in ((), (position.state.active,))
    kinds = {event.kind for event in played.last.events if event.visible_to(None)}
    assert not kinds & {"drew", "looked"}


def test_10_bots_get_what_their_seat_has(played: Round) -> None:
    """(10) No bot's answer changes with what its seat may not know."""
    for position in played.sample(4):
        for seat in range(played.seats):
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            if not seen.offers:
                continue
            twin_state = GAME.sample_state(played.rules, seen, SeededChance(b"twin"))
            events = [event for event in position.events if event.visible_to(seat)]
            again = session.information_state(GAME, played.rules, twin_state, seat, events)
            assert again == seen


def test_11_whether_somebody_could_parry_shows_nowhere() -> None:
    """(11) All others get the same bytes, whichever seat holds the twin of the highest card."""
    looks = set()
    for hands in (("Y1+ G1+", "Y1- B2+", "Y3+ B1+"), ("Y1+ G1+", "Y3+ B2+", "Y1- B1+")):
        scene = Scene(*hands).offer(0, "Y1+")
        looks.add(codec.encode(scene.board(None)) + codec.encode(scene.board(0)))
    assert len(looks) == 1


def test_who_has_looked_is_known_to_that_seat_only() -> None:
    """RULES.md 4.3."""
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+").offer(0, "Y3+").pass_(1, 2)
    before = {viewer: scene.board(viewer) for viewer in (0, 2, None)}
    scene.look(1)
    (event,) = scene.told
    assert (event.kind, event.audience) == ("looked", (1,))
    assert event.logged() is None
    assert {viewer: scene.board(viewer) for viewer in (0, 2, None)} == before
    assert scene.board(1).looked
    assert scene.board(1).awaited == ()
    assert scene.board(0).awaited == (0,)
    assert scene.board(None).awaited == ()


def test_the_end_turns_up_no_hand(played: Round) -> None:
    """RULES.md 6.5: the end tells the number of cards left, not the cards."""
    over = GAME.observe(played.rules, played.last.state, None)
    assert over.ended is not None
    left = [len(hand) for hand in played.last.state.hands]
    assert [score.left for score in over.ended.scores] == left
    assert not any(card in codec.encode(over) for card in CARDS)
