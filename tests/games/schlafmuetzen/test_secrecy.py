"""Facts that must never leak, one by one (RULES.md 8).

The contract's tests compare whole twins, and A28 the effects of right and wrong targets; these
tests name each fact.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Viewer
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import CallSchlafmuetze, PlaceDiscardTop, PlaceRevealed
from games.schlafmuetzen.state import State
from tests.games.contract.rounds import Position, Round, play_round

ROUNDS = [(2, "last_placement"), (4, "last_turn"), (8, "last_placement")]
UNKNOWN = 99


@pytest.fixture(params=ROUNDS, ids=str, scope="module")
def played(request: pytest.FixtureRequest) -> Round:
    seats, scope = request.param
    return play_round(GAME, seats, 41, {"call_scope": scope})


def sent(played: Round, state: State, viewer: Viewer) -> list[str]:
    """Return all that the server sends to this viewer there, except events."""
    samples: list[Any] = played.samples
    offers = session.offers(GAME, played.rules, state, viewer)
    return [
        codec.encode(GAME.observe(played.rules, state, viewer)),
        *map(codec.encode, offers),
        *(" ".join(GAME.selection_of(offer)) for offer in offers),
        repr(GAME.to_act(played.rules, state)),
        repr(GAME.deadlines(played.rules, state)),
        *(
            repr(session.why_not(GAME, played.rules, state, viewer, action, state.not_before_ms))
            for action in samples
        ),
    ]


def unchanged(played: Round, position: Position, other: State) -> bool:
    """Return whether no viewer can distinguish this state from the real one."""
    return all(
        sent(played, other, viewer) == sent(played, position.state, viewer)
        for viewer in played.viewers
    )


def test_1_no_card_of_a_draw_pile_shows(played: Round) -> None:
    """RULES.md 8.2."""
    for position in played.sample(25):
        piles = position.state.piles
        draws = tuple((UNKNOWN,) * len(pile) for pile in piles.draws)
        other = replace(position.state, piles=replace(piles, draws=draws))
        assert unchanged(played, position, other)


def test_2_penalty_cards_have_no_value_in_what_is_told(played: Round) -> None:
    told = [event for event in played.last.events if event.kind in ("penalty", "called_wrongly")]
    assert {event.kind for event in told} == {"penalty", "called_wrongly"}
    for event in told:
        assert event.data.keys() <= {"seat", "givers", "accused", "seq", "cost"}


def test_3_whether_it_was_right_shows_nowhere(played: Round) -> None:
    """Without any mistake, and with one in each placement, the table looks the same."""
    mistakes = [
        laid.mistake
        for position in played.positions
        for laid in position.state.laid
        if laid.mistake is not None
    ]
    for position in played.sample(40):
        state = position.state
        for mistake in (None, mistakes[0], mistakes[-1]):
            laid = tuple(replace(one, mistake=mistake) for one in state.laid)
            piles = replace(state.piles, missed=mistake.duty if mistake else None)
            other = replace(state, laid=laid, piles=piles, before=None if mistake else piles)
            assert unchanged(played, position, other)


def test_3_nothing_that_is_told_says_so_before_a_call(played: Round) -> None:
    for move in played.taken:
        for event in move.events:
            if event.kind == "unnoticed":
                assert event.audience == (), "no viewer sees it until the round is over"
            elif "error" in event.data:
                assert event.kind == "called_out"
                assert isinstance(move.action, CallSchlafmuetze)


def test_4_and_5_right_and_wrong_targets_look_alike(played: Round) -> None:
    """The test lays every possible card on every pile at any point of a round."""
    verdicts = set()
    for position in played.sample(30):
        state, active = position.state, position.state.active
        looks: dict[tuple[str, bool], set[str]] = {}
        for offer in played.offers(position, active):
            if not isinstance(offer, PlaceDiscardTop | PlaceRevealed):
                continue
            step = GAME.apply(
                played.rules, state, active, offer, SeededChance(b""), position.at_ms + 5_000
            )
            verdicts.add(step.state.laid[-1].mistake is None)
            middle = offer.target.startswith("middle")
            key = (type(offer).__name__, middle)
            looks.setdefault(key, set()).add(masked(played, step.state, step.events))
        assert all(len(found) == 1 for found in looks.values()), looks
    assert verdicts == {True, False}


def masked(played: Round, state: State, events: tuple[Any, ...]) -> str:
    """Return all that all viewers get, without the target and the cards on the piles."""
    found = []
    for viewer in played.viewers:
        board = GAME.observe(played.rules, state, viewer)
        assert board.laid is not None
        places = tuple(replace(place, top=None, discard=0) for place in board.places)
        laid = replace(board.laid, target="")
        found.append(codec.encode(replace(board, middle=(), places=places, laid=laid)))
        for event in events:
            if event.visible_to(viewer):
                bare = {name: what for name, what in event.data.items() if name != "target"}
                found.append(codec.encode(replace(event, data=bare)))
        offers = session.offers(GAME, played.rules, state, viewer)
        found += [
            codec.encode(offer)
            for offer in offers
            # A pile that was empty before is now a target for any card.
            if not getattr(offer, "target", "").startswith("seat")
        ]
        found.append(repr(GAME.deadlines(played.rules, state)))
    return "\n".join(found)


def test_8_cards_have_no_names_but_their_values(played: Round) -> None:
    """Equal cards are the same card, so they cannot be distinguished."""
    for position in played.sample(10):
        zones = GAME.reveal_all(played.rules, position.state)
        assert all(1 <= card <= 20 for part in zones.values() for card in flat(part))


def flat(zone: Any) -> list[int]:
    return [card for part in zone for card in flat(part)] if isinstance(zone, list) else [zone]


def test_9_what_lies_below_a_top_shows_nowhere(played: Round) -> None:
    """RULES.md 8.2."""

    def covered(pile: tuple[int, ...]) -> tuple[int, ...]:
        return (*(UNKNOWN,) * (len(pile) - 1), *pile[-1:])

    for position in played.sample(25):
        piles = position.state.piles
        other = replace(
            piles,
            middle=tuple(map(covered, piles.middle)),
            discards=tuple(map(covered, piles.discards)),
        )
        assert unchanged(played, position, replace(position.state, piles=other))


def test_all_see_the_same(played: Round) -> None:
    """No seat has private knowledge (RULES.md 8.1)."""
    for position in played.sample(25):
        boards = {
            codec.encode(replace(GAME.observe(played.rules, position.state, viewer), viewer=None))
            for viewer in played.viewers
        }
        assert len(boards) == 1
    for event in played.last.events:
        assert event.audience in (None, ())


def test_a_call_is_offered_whatever_was_laid(played: Round) -> None:
    """It is offered to all but the author while the window is open, and to no other seat."""
    for position in played.positions:
        state = position.state
        for seat in range(played.seats):
            calls = [
                offer
                for offer in played.offers(position, seat)
                if isinstance(offer, CallSchlafmuetze)
            ]
            entitled = (
                state.window
                and seat != state.laid[-1].seat
                and seat not in state.accepted
                and (seat not in state.locked or state.phase == "win_window")
            )
            assert bool(calls) == entitled
