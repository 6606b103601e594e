"""Checks of the input from pages, strangers and bots."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Refusal
from tests.games.cards import cards_in
from tests.games.contract.rounds import Position, Round

DEEP: Any = []
for _ in range(50):
    DEEP = [DEEP]
JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 99, 2**31, 2**53, -(2**53), 2**64, 10**400, 0.0, 1.0, 1.5,
    float("nan"), float("inf"), "", "0", "king", "x" * 500, "x" * 5000, "\ud800", "\0", "ÄÖ\n",
    [], [0], [1, 2, 3], [-1], [None], ["a", 1], list(range(300)), {}, {"type": "x"}, DEEP,
)  # fmt: skip
TEXTS: tuple[str | bytes, ...] = (
    "", " ", "null", "{", "[]", "[" * 3000, '{"a":' * 600, "NaN", "1e999", "9" * 5000, '"x"', "{}",
    '{"type":1}', '{"type":null}', '{"type":"nothing"}', '{"type":"x","type":"x"}', b"\xff", b"\0",
    b"\xef\xbb\xbf{}", "\ud800", '{"type":"\\ud800"}',
)  # fmt: skip
BENT = 150
"""Number of bent actions per round: a race offers thousands that differ only in a card."""


def judges_garbage(played: Round) -> None:
    """Anything that a stranger sends is an action that the game judges, or `Malformed`."""
    game, rules = played.game, played.rules
    rng = random.Random(played.seed)
    sent: list[Any] = [*JUNK, *TEXTS]
    bent = rng.sample(played.offered, min(BENT, len(played.offered)))
    for action in (*played.kinds, *bent):
        sent += _bent(msgspec.to_builtins(action), rng)
    positions = played.sample(4)
    for thing in sent:
        try:
            action = codec.decode_action(game, thing)
        except codec.Malformed:
            continue
        for position in positions:
            for viewer in (*played.viewers, played.seats, -1):
                at_ms = played.act_at(position)
                judged = session.why_not(game, rules, position.state, viewer, action, at_ms)
                if judged is None:
                    step = session.play(
                        game, rules, position.state, viewer, action,
                        played.chance(position), at_ms, position.moves,
                    )  # fmt: skip
                    all_cards = cards_in(game, rules, position.state)
                    assert cards_in(game, rules, step.state) == all_cards
                    assert codec.decode_state(game, codec.encode(step.state)) == step.state
                else:
                    assert isinstance(judged, Refusal)
                    judged.sentence % judged.facts


def _bent(action: dict[str, Any], rng: random.Random) -> list[Any]:
    """Return the action with a wrong part in it, or with another right one."""
    fields = [name for name in action if name != "type"]
    bent: list[Any] = [{**action, "more": 1}, {**action, "type": rng.choice(JUNK)}, [action]]
    for name in fields:
        bent.append({key: value for key, value in action.items() if key != name})
        bent += [{**action, name: junk} for junk in rng.sample(JUNK, 6)]
        value = action[name]
        if isinstance(value, list):
            bent += [{**action, name: changed} for changed in (value * 2, value[:-1], [*value, 99])]
        if type(value) is int:
            bent += [{**action, name: value + by} for by in (-20, -1, 1, 20)]
    return bent


def selections_mean_actions(played: Round) -> None:
    """The selection of an offered action stands for this action, or for its exact twin."""
    game, rules = played.game, played.rules
    for position in played.positions:
        for seat in range(played.seats):
            picked: dict[tuple[str, ...], list[Any]] = {}
            for action in played.offers(position, seat):
                picked.setdefault(game.selection_of(action), []).append(action)
            picked.pop((), None)
            for selection, twins in picked.items():
                assert selection == tuple(sorted(selection)), (
                    f"the selection is not sorted: {selection}"
                )
                assert all(selection), "a piece has an empty name"
                meant = game.action_from_selection(rules, position.state, seat, selection)
                assert meant in twins, f"{selection} should stand for one of {twins}, not {meant}"
                if len(twins) > 1:
                    _are_twins(played, position, seat, twins)
    _nonsense_means_nothing_legal(played)


def _are_twins(played: Round, position: Position, seat: int, twins: list[Any]) -> None:
    """Check that actions with the same selection have the same effect, except for equal cards."""
    game, rules = played.game, played.rules
    kinds = {type(twin) for twin in twins}
    assert len(kinds) == 1, f"one selection for different actions: {twins}"
    looks = set()
    for twin in twins:
        chance, at_ms = played.chance(position), played.act_at(position)
        step = game.apply(rules, position.state, seat, twin, chance, at_ms)
        looks.add(tuple(codec.encode(game.observe(rules, step.state, v)) for v in played.viewers))
    assert len(looks) <= 1, f"one selection for actions with different effects: {twins}"


def _nonsense_means_nothing_legal(played: Round) -> None:
    """Check that selections that no page can send break nothing."""
    game, rules = played.game, played.rules
    handles = sorted({pick for action in played.offered for pick in game.selection_of(action)})
    rng = random.Random(played.seed)
    nonsense: list[tuple[str, ...]] = [(), ("",), ("nothing",), ("slot-99",), ("-",), ("\0",)]
    if handles:
        nonsense += [tuple(sorted(rng.choices(handles, k=rng.randrange(1, 6)))) for _ in range(60)]
    for position in played.sample(4):
        for seat in range(played.seats):
            for selection in nonsense:
                meant = game.action_from_selection(rules, position.state, seat, selection)
                if meant is not None:
                    at_ms = played.act_at(position)
                    session.why_not(game, rules, position.state, seat, meant, at_ms)
                assert selection or meant is None, "an empty selection stands for an action"


def bots_answer(played: Round) -> None:
    """Each level answers legally or not at all, and the same for the same chance."""
    game, rules = played.game, played.rules
    for position in played.sample(6):
        at_ms = played.act_at(position)
        for seat in range(played.seats):
            seen = session.information_state(game, rules, position.state, seat, position.events)
            if not seen.offers:
                continue
            for level, bot in game.bots.items():
                answer = bot(rules, seen, SeededChance(b"bot"))
                assert answer == bot(rules, seen, SeededChance(b"bot")), (
                    f"{level} answers differently for the same chance"
                )
                if answer is None:
                    continue
                refusal = session.why_not(game, rules, position.state, seat, answer, at_ms)
                assert refusal is None, f"{level} answers {answer}, which is refused: {refusal}"
