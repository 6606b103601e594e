"""What each game lets be taken back, and which standing orders it knows: by its rules, no more."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import codec, registry, session
from games.kernel.chance import SeededChance
from games.kernel.contract import OptionValue, Rules
from games.kernel.refusals import Refused
from games.kernel.session import TAKE_BACK, Recorded, Undo
from games.siebenschlaefer.actions import Lay
from tests.games.contract import checks_word
from tests.games.contract.rounds import Position, Round, key_of, play_round

FREE: dict[str, OptionValue] = {"compulsory_lay": False}


def rounds(slug: str, chosen: dict[str, OptionValue] | None = None) -> list[Round]:
    game = registry.get(slug)
    return [play_round(game, 3, seed, chosen) for seed in range(1, 5)]


def taken_back(played: Round) -> list[int]:
    """Which moves of this round could have been taken back."""
    game, rules = played.game, played.rules
    return [
        number
        for number, move in enumerate(played.taken)
        if move.seat is not None
        and not session.is_over(game, rules, move.after.state)
        and game.may_undo(rules, move.before.state, move.after.state, move.seat)
    ]


@pytest.mark.parametrize(
    ("slug", "chosen", "kinds"),
    [
        ("daumen_drauf", {}, {"Pass"}),
        ("siebenschlaefer", {}, set()),
        ("siebenschlaefer", FREE, {"Pass"}),
        ("sleeping_queens", {}, set()),
        ("schlafmuetzen", {}, set()),
        ("schlafmuetzen", {"error_mode": "strict"}, set()),
        ("wortspiel", {}, {"Ready", "Vote"}),
        ("wortspiel", {"race_mode": "sealed"}, {"Ready", "Vote"}),
    ],
)
def test_what_may_be_taken_back(slug: str, chosen: dict[str, OptionValue], kinds: set[str]) -> None:
    found: set[str] = set()
    for played in rounds(slug, chosen):
        checks_word.takes_back_only_what_told_nothing(played)
        found |= {type(played.taken[number].action).__name__ for number in taken_back(played)}
    assert found == kinds


@pytest.mark.parametrize(("slug", "chosen"), [("daumen_drauf", {}), ("siebenschlaefer", FREE)])
def test_a_log_with_a_move_taken_back_is_done_again(
    slug: str, chosen: dict[str, OptionValue]
) -> None:
    """The same round after it, but for the two moves, and no draw is used twice or lost."""
    played = next(one for one in rounds(slug, chosen) if taken_back(one))
    number = taken_back(played)[0]
    moves: list[Recorded[Any]] = [
        Recorded(move.seat, move.action, move.after.at_ms) for move in played.taken
    ]
    seat, at_ms = moves[number].seat, moves[number].at_ms
    back = [moves[number], Recorded(seat, TAKE_BACK, at_ms)]
    states = again(played, [*moves[:number], *back, *moves[number:]])
    assert states[number + 2] == played.taken[number].before.state
    assert states[-1] == played.last.state
    with pytest.raises(Refused):
        again(played, [*moves[:number], *back, *back])


def again(played: Round, moves: list[Recorded[Any]]) -> list[Any]:
    chance = SeededChance(key_of(played.seed))
    steps = session.replay(played.game, played.rules, played.seats, played.start, chance, moves)
    return [step.state for step in steps]


def test_what_may_be_taken_back_is_stored() -> None:
    played = rounds("daumen_drauf")[0]
    move = played.taken[taken_back(played)[0]]
    undo = Undo(move.seat, move.before.state, 3)
    assert codec.decode_undo(played.game, codec.encode(undo)) == undo
    assert codec.decode_undo(played.game, codec.encode(Undo())) == Undo()
    assert codec.decode_undo(played.game, "") == Undo()
    assert undo.counted(10) == 4


def orders(played: Round, position: Position, seat: int) -> list[str]:
    return [one.name for one in played.game.orders(played.rules, position.state, seat)]


def test_daumen_drauf_passes_in_one_trick_only() -> None:
    """RULES.md 3.10."""
    for played in rounds("daumen_drauf"):
        for position in played.positions:
            state = position.state
            for seat, hand in enumerate(state.hands):
                leads = state.phase == "lead" and seat == state.active
                free = state.phase in ("lead", "bid") and not leads and bool(hand)
                assert orders(played, position, seat) == (["pass"] if free else [])
        untils = {
            order.until
            for position in played.positions
            for order in played.game.orders(played.rules, position.state, 0)
        }
        tricks = sum(event.kind == "trick_taken" for event in played.last.events)
        assert 1 < len(untils) <= tricks


def test_siebenschlaefer_draws_and_passes_where_nothing_can_be_laid() -> None:
    """RULES.md 4.8; where one may draw all the same, everybody plays in person."""
    seen: set[str] = set()
    for played in rounds("siebenschlaefer"):
        game = played.game
        for position in played.positions:
            state, rules = position.state, played.rules
            over = session.is_over(game, rules, state)
            for seat in range(played.seats):
                assert orders(played, position, seat) == ([] if over else ["draw_and_pass"])
                for order in game.orders(rules, state, seat):
                    offers = played.offers(position, seat)
                    action = game.answer(rules, state, seat, order)
                    laying = any(isinstance(offer, Lay) for offer in offers)
                    assert action == (None if laying or not offers else offers[0])
                    assert game.no_choice(rules, state, seat) == (action is not None)
                    seen.add(type(action).__name__)
    assert seen == {"NoneType", "DrawTwo", "Pass"}
    for played in rounds("siebenschlaefer", FREE):
        for position in played.positions:
            for seat in range(played.seats):
                assert orders(played, position, seat) == []
                assert not played.game.no_choice(played.rules, position.state, seat)


def test_sleeping_queens_lets_happen_all_but_the_queen_named() -> None:
    """RULES.md 5.8."""
    answered = 0
    for played in rounds("sleeping_queens"):
        rules: Rules = played.rules
        for position in played.positions:
            state = position.state
            table = played.game.observe(rules, state, None)
            for seat, place in enumerate(table.places):
                names = [f"keep-{queen}" for queen in place.queens] if len(place.queens) > 1 else []
                is_over = session.is_over(played.game, rules, state)
                wanted = [*names, "let_happen"] if place.queens and not is_over else []
                assert sorted(orders(played, position, seat)) == sorted(wanted)
            attack = table.attack
            if attack is None or state.pending.answered:
                continue
            for order in played.game.orders(rules, state, attack.victim):
                action = played.game.answer(rules, state, attack.victim, order)
                assert (action is None) == (order.name == f"keep-{attack.queen}")
                answered += 1
    assert answered > 10
