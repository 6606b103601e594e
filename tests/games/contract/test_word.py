"""Moves that are taken back, in a log and as stored; each game's tests show which may be."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import OptionValue
from games.kernel.refusals import Refused
from games.kernel.session import TAKE_BACK, Recorded, Undo
from tests.games.contract.rounds import Round, key_of
from tests.games.contract.words import rounds, taken_back

FREE: dict[str, OptionValue] = {"compulsory_lay": False}


@pytest.mark.parametrize(("slug", "chosen"), [("daumen_drauf", {}), ("siebenschlaefer", FREE)])
def test_a_log_with_a_move_taken_back_is_done_again(
    slug: str, chosen: dict[str, OptionValue]
) -> None:
    """A replay gives the same round without the two moves; no draw is repeated or lost."""
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
    return [step.state for step, _ in steps]


def test_what_may_be_taken_back_is_stored() -> None:
    played = rounds("daumen_drauf")[0]
    move = played.taken[taken_back(played)[0]]
    undo = Undo(move.seat, move.before.state, 3)
    assert codec.decode_undo(played.game, codec.encode(undo)) == undo
    assert codec.decode_undo(played.game, codec.encode(Undo())) == Undo()
    assert codec.decode_undo(played.game, "") == Undo()
    assert undo.count_standing_moves(10) == 4
