"""Checks that taking back, standing orders and haste reveal nothing."""

from __future__ import annotations

import re
from typing import Any

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import EVERYONE, Order
from tests.games.contract.checks import secrets
from tests.games.contract.rounds import Position, Round, Taken

TWINS = 3
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def takes_back_only_what_told_nothing(played: Round) -> None:
    """A move that may be taken back reveals nothing: twins before it are twins after it.

    It drew nothing, and no seat can act after it unseen.
    """
    told = {event.kind for event in played.last.events}
    assert session.UNDONE not in told, "only the kernel may send this event"
    game, rules = played.game, played.rules
    for move in played.taken:
        before, after, seat = move.before, move.after, move.seat
        if seat is None or session.is_over(game, rules, after.state):
            continue  # `session` allows no return behind the end
        if not game.may_undo(rules, before.state, after.state, seat):
            continue
        assert before.drawn == after.drawn, f"{move.action} draws but may be taken back"
        assert all(event.audience is EVERYONE for event in move.events)
        assert move.events, "a move without events may be taken back"
        _nobody_follows_unseen(played, after)
        for viewer in played.viewers:
            seen = session.information_state(game, rules, before.state, viewer, before.events)
            shown = secrets.look(played, after.state, viewer, before.at_ms)
            for number in range(TWINS):
                key = f"undo {played.seed} {before.moves} {viewer} {number}".encode()
                twin = game.sample_state(rules, seen, SeededChance(key))
                _told_nothing(played, move, twin, viewer, shown)


def _nobody_follows_unseen(played: Round, after: Position) -> None:
    """Check that every later action is public: the offer to take back would reveal a hidden one."""
    game, rules = played.game, played.rules
    for seat in range(played.seats):
        for action in played.offers(after, seat):
            chance = played.chance(after)
            step = game.apply(rules, after.state, seat, action, chance, played.act_at(after))
            assert any(event.audience is EVERYONE for event in step.events), action
    for deadline in game.deadlines(rules, after.state):
        assert deadline.audience is EVERYONE, deadline


def _told_nothing(
    played: Round, move: Taken, twin: object, viewer: int | None, shown: dict[str, Any]
) -> None:
    game, rules, seat, at_ms = played.game, played.rules, move.seat, move.after.at_ms
    refusal = session.why_not(game, rules, twin, seat, move.action, at_ms)
    assert refusal is None, f"viewer {viewer} learns that seat {seat} could play {move.action}"
    step = game.apply(rules, twin, seat, move.action, played.chance(move.before), at_ms)
    dreamt = [event for event in step.events if event.visible_to(viewer)]
    assert dreamt == [event for event in move.events if event.visible_to(viewer)]
    assert shown == secrets.look(played, step.state, viewer, move.before.at_ms)


def orders_go_by_what_a_seat_knows(played: Round) -> None:
    """Orders and their actions are the same in every round that the seat cannot distinguish.

    The actions are legal, and no order is left when the round is over.
    """
    game, rules = played.game, played.rules
    for position in played.sample(secrets.POSITIONS * 2):
        for seat in range(played.seats):
            orders = game.orders(rules, position.state, seat)
            assert len({order.name for order in orders}) == len(orders)
            assert all(NAME.fullmatch(order.name) and order.label for order in orders)
            assert not (orders and session.is_over(game, rules, position.state))
            seen = session.information_state(game, rules, position.state, seat, position.events)
            for number in range(TWINS):
                key = f"order {played.seed} {position.moves} {seat} {number}".encode()
                twin = game.sample_state(rules, seen, SeededChance(key))
                assert game.orders(rules, twin, seat) == orders
            for order in orders if played.offers(position, seat) else ():
                _does_what_is_legal(played, position, seat, order)


def _does_what_is_legal(played: Round, position: Position, seat: int, order: Order) -> None:
    game, rules, state = played.game, played.rules, position.state
    action = game.answer(rules, state, seat, order)
    seen = session.information_state(game, rules, state, seat, position.events)
    for number in range(TWINS):
        key = f"answer {played.seed} {position.moves} {seat} {number}".encode()
        twin = game.sample_state(rules, seen, SeededChance(key))
        assert game.answer(rules, twin, seat, order) == action
    if action is not None:
        at_ms = played.act_at(position)
        assert session.why_not(game, rules, state, seat, action, at_ms) is None
        assert game.auto_play_words(action), "the seat reads what its order does"


def haste_tells_no_more_than_the_action(played: Round) -> None:
    """The haste of a seat without a choice, or its absence, reveals no more than its action does.

    In every round that another viewer cannot distinguish, the same action is without a choice too.
    """
    game, rules = played.game, played.rules
    for position in played.sample(secrets.POSITIONS * 2):
        able = [seat for seat in range(played.seats) if played.offers(position, seat)]
        for viewer in played.viewers:
            seen = session.information_state(game, rules, position.state, viewer, position.events)
            for number in range(TWINS):
                key = f"haste {played.seed} {position.moves} {viewer} {number}".encode()
                twin = game.sample_state(rules, seen, SeededChance(key))
                for seat in able:
                    _hurries_alike(played, position.state, twin, seat)
                    _hurries_alike(played, twin, position.state, seat)


def _hurries_alike(played: Round, state: Any, other: Any, seat: int) -> None:
    """Check that a seat without a choice has none in the other state, if its action is legal there."""
    game, rules = played.game, played.rules
    if not game.no_choice(rules, state, seat):
        return
    (only,) = session.offers(game, rules, state, seat)
    if only in session.offers(game, rules, other, seat):
        assert game.no_choice(rules, other, seat), (
            f"seat {seat} reveals by its haste more than by {only}"
        )
