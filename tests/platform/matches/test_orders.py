"""Standing orders act like the player's own moves, at a person's pace, and unseen by others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from core import clock
from core.refusals import Refused
from games.sleeping_queens.state import DEFENCE_CARD
from matches import models, tasks
from matches.engine.verification import difference
from matches.present import board, listings
from matches.services.absence import departure
from matches.services.rounds import deadlines, orders, start
from matches.services.seating import seats as sitting
from matches.services.seating import tables
from matches.store import outbox
from matches.store.load_match import load_table
from realtime import bus
from tests.platform.matches.cast import person, under_attack
from tests.platform.matches.test_take_back import BEGIN, DAY, active, does, due, led, page, three
from tests.sure import sure

pytestmark = pytest.mark.django_db


def holder(match: models.Match, seat: int) -> User:
    user = match.seats.get(number=seat).user
    assert user is not None
    return user


def given(match: models.Match) -> list[tuple[int, str]]:
    rows = models.StandingOrder.objects.filter(round__match=match)
    return list(rows.values_list("seat", "name"))


def owed(match: models.Match) -> models.Outbox | None:
    return models.Outbox.objects.filter(round__match=match, kind=outbox.ORDER).first()


def carried_out(match: models.Match) -> int:
    """Run the next check of an order at its time, and return that time."""
    row = owed(match)
    assert row is not None
    with clock.stopped(row.due_ms):
        tasks.carry_out_order(row.pk)
    return row.due_ms


def seen_by_others(match: models.Match, seat: int) -> tuple[Any, ...]:
    """Return everything that other viewers see, to the byte, on pages and in lists."""
    round_ = match.rounds.get()
    others = [viewer for viewer in (None, *range(match.seats.count())) if viewer != seat]
    visible = [count for index, count in enumerate(round_.visible) if index != seat + 1]
    glances = [glance for index, glance in enumerate(round_.glances) if index != seat]
    return [page(match, other) for other in others], visible, glances, due(match)


def test_it_passes_until_the_trick_ends_and_then_is_gone() -> None:
    with clock.stopped(BEGIN):
        match = three("live")
        bidder = led(match)
        last = (bidder + 1) % 3
        orders.give_order(match.pk, holder(match, last), "pass")
        assert owed(match) is None, "it is not its turn"
        assert does(match, bidder, "pass").refusal is None
        assert active(match) == last
    acted = carried_out(match)
    assert BEGIN + 1_000 <= acted <= BEGIN + 15_000
    table = load_table(match.pk)
    assert table.live is not None
    state: Any = table.live.state
    assert state.phase == "review", "the last one has passed"
    assert given(match) == []
    assert owed(match) is None
    move = sure(match.rounds.get().moves.last())
    assert (move.seat, move.action, move.at_ms) == (last, {"type": "pass"}, acted)
    assert difference(match.rounds.get().pk) is None


def test_a_turn_that_has_begun_is_answered_too_and_once() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
        row = owed(match)
    carried_out(match)
    assert active(match) != seat
    version = match.rounds.get().version
    assert row is not None
    orders.carry_out(row)  # a second delivery
    assert match.rounds.get().version == version
    assert given(match) == [(seat, "pass")], "the trick is not over"


@pytest.mark.parametrize("swept", [True, False])
def test_an_order_is_tried_before_time_runs_out(swept: bool) -> None:
    """This holds regardless of how late the server is."""
    with clock.stopped(BEGIN):
        match = three("live")
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
    row = owed(match)
    assert row is not None
    (deadline,) = match.rounds.get().deadlines.filter(seat=seat)
    assert row.due_ms < deadline.due_ms
    with clock.stopped(deadline.due_ms + 10 * 60_000):
        if swept:
            assert deadlines.apply_due_deadlines() == 0
        tasks.carry_out_order(row.pk)
    move = sure(match.rounds.get().moves.last())
    assert (move.seat, move.action) == (seat, {"type": "pass"})
    place = match.seats.get(number=seat)
    assert (place.missed, place.bank_used_ms) == (0, 0)


def test_nobody_else_sees_that_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(bus, "publish", lambda *topics, **more: told.append((topics, more)))
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        before, mine = seen_by_others(match, seat), page(match, seat)
        told.clear()
        orders.give_order(match.pk, holder(match, seat), "pass")
        assert seen_by_others(match, seat) == before
        assert told == []
        assert 'id="order-given"' in page(match, seat)
        orders.give_order(match.pk, holder(match, seat), "")
        assert seen_by_others(match, seat) == before
        assert page(match, seat) == mine
        assert told == []


def test_a_move_by_order_looks_as_one_made_by_hand() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
        row = owed(match)
        assert row is not None

    def tried(do: Callable[[], object]) -> tuple[Any, ...]:
        with transaction.atomic():
            do()
            move = sure(match.rounds.get().moves.last())
            facts = (move.seat, move.action, move.events, move.at_ms)
            left = set(models.Outbox.objects.values_list("kind", flat=True)) - {outbox.ORDER}
            found = (seen_by_others(match, seat), facts, move.body, bool(move.key), left)
            transaction.set_rollback(True)
        return found

    with clock.stopped(row.due_ms):
        by_order = tried(lambda: tasks.carry_out_order(row.pk))
        by_hand = tried(lambda: does(match, seat, "pass"))
    assert by_order[0] == by_hand[0]
    assert by_order[1] == by_hand[1]
    assert by_order[3:] == by_hand[3:]


def test_the_moment_does_not_depend_on_what_the_seat_holds() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
        first = sure(owed(match)).due_ms
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        state: Any = live.state
        hands = list(state.hands)
        hands[seat] = tuple(reversed(state.stock[:5]))
        live.state = replace(state, hands=tuple(hands))
        match.rounds.update(state=live.dump())
        orders.give_order(match.pk, holder(match, seat), "pass")
        assert sure(owed(match)).due_ms == first


def test_an_order_that_does_not_apply_leaves_all_to_the_deadline() -> None:
    """The deadline applies all the same."""
    match, victim, _ = under_attack()
    seat = match.seats.get(user=victim).number
    table = load_table(match.pk)
    live = sure(table.live)
    queen = live.game.observe(live.rules, live.state, seat).attack.queen
    offered = [order.name for order in live.orders(seat)]
    with clock.stopped(live.at_ms):
        assert {"defend", "let_happen"} <= set(offered)
        if len(offered) == 2:
            orders.give_order(match.pk, victim, "let_happen")
        else:
            orders.give_order(match.pk, victim, f"keep-{queen}")
    version = match.rounds.get().version
    row = owed(match)
    assert row is not None
    with clock.stopped(row.due_ms):
        deadlines.apply_due_deadlines()
        moved = match.rounds.get().version
    row = owed(match)  # if the hold is over by now, the order for the victim is checked again
    with clock.stopped(sure(row).due_ms):
        tasks.carry_out_order(sure(row).pk)
        done = match.rounds.get().version > moved
    assert done == (len(offered) == 2)
    assert match.rounds.get().version >= version
    assert difference(match.rounds.get().pk) is None


def armed(match: models.Match, seat: int, *, helps: bool) -> None:
    """Give the attacked seat a hand with or without the card that helps."""
    live = sure(load_table(match.pk).live)
    state: Any = live.state
    card = DEFENCE_CARD[state.pending.raid]
    hands = list(state.hands)
    rest = [face for face in hands[seat] if face != card][:4]
    hands[seat] = tuple(sorted((card if helps else 0, *rest, *[0] * (4 - len(rest)))))
    live.state = replace(state, hands=tuple(hands))
    match.rounds.update(state=live.dump())


@pytest.mark.parametrize("helps", [True, False])
def test_always_defending_says_so_and_waits_as_a_player_does(helps: bool) -> None:
    """No other viewer, and no time, tells of the order or of the card."""
    match, victim, _ = under_attack()
    seat = match.seats.get(user=victim).number
    at_ms = sure(load_table(match.pk).live).at_ms
    with clock.stopped(at_ms):
        armed(match, seat, helps=helps)
        before = seen_by_others(match, seat)
        assert "Auto-play" not in page(match, seat).partition('id="call"')[2][:80]
        planned = set()
        for held in (not helps, helps):
            armed(match, seat, helps=held)
            for order in ("let_happen", "defend"):
                orders.give_order(match.pk, victim, order)
                planned.add(sure(owed(match)).due_ms)
        assert len(planned) == 1
        assert seen_by_others(match, seat) == before
        mine = page(match, seat)
        call = mine.partition('id="call"')[2].partition("</p>")[0]
        assert "Auto-play" in call
        assert ("defends with your" in call) == helps
        assert ("lets the attack happen" in call) != helps
        assert 'value="let_happen" form="play"' not in mine
        assert "data-call=" not in mine
        (line,) = listings.mine(victim).lines
        assert "Auto-play" in sure(line.asked).words
        assert sure(line.asked).answers == ""
    carried_out(match)
    move = sure(match.rounds.get().moves.last())
    assert (move.seat, move.action["type"]) == (seat, "defend" if helps else "let_happen")


def test_stopping_an_order_asks_again() -> None:
    match, victim, _ = under_attack()
    seat = match.seats.get(user=victim).number
    with clock.stopped(sure(load_table(match.pk).live).at_ms):
        asked = page(match, seat)
        orders.give_order(match.pk, victim, "defend")
        assert re.search(r'form="order" name="order" value="">\s*Stop\s*<', page(match, seat))
        orders.give_order(match.pk, victim, "")
        assert page(match, seat) == asked


def test_who_takes_a_move_back_decides_anew() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
    with clock.stopped(carried_out(match)):
        assert does(match, seat, "take_back").refusal is None
    assert given(match) == []
    assert owed(match) is None


def test_it_is_its_givers_and_ends_with_another_holder() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        orders.give_order(match.pk, holder(match, seat), "pass")
        row = sure(owed(match))
        match.seats.filter(number=seat).update(user=person("Dora"))
        assert 'id="order-given"' not in page(match, seat)
    with clock.stopped(row.due_ms):
        tasks.carry_out_order(row.pk)
    assert active(match) == seat
    assert owed(match) is None


@pytest.mark.parametrize("name", ["", "pass", "nonsense", "x" * 5_000, "\0"])
def test_bad_orders_are_refused(client: Client, name: str) -> None:
    with clock.stopped(BEGIN):
        match = three()
        stranger, seat = person("Eve"), active(match)
        with pytest.raises(Refused, match="not_seated"):
            orders.give_order(match.pk, stranger, name)
        client.force_login(holder(match, seat))
        address = reverse("matches:give_order", args=[match.pk])
        answer = client.post(address, {"order": name})
        # The player who leads a trick cannot pass.
        assert answer.status_code == (302 if name == "" else 409)
        assert given(match) == []
        other = (seat + 1) % 3
        client.force_login(holder(match, other))
        answer = client.post(address, {"order": name}, headers={"accept": "application/json"})
        assert answer.status_code in ((302,) if name in ("", "pass") else (409,))
        assert client.get(address).status_code == 405
        client.logout()
        assert client.post(address, {"order": name}).status_code in (403, 404)


def test_an_order_answers_its_giver_alone(client: Client) -> None:
    """The page stays, and its board is the answer."""
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        client.force_login(holder(match, seat))
        address, asked = reverse("matches:give_order", args=[match.pk]), {"HX-Request": "true"}
        answer = client.post(address, {"order": "pass"}, headers=asked)
        assert answer.status_code == 200
        assert answer.content.lstrip().startswith(b'<section id="board"')
        assert b'id="order-given"' in answer.content
        answer = client.post(address, {"order": "nonsense"}, headers=asked)
        assert answer.status_code == 409
        assert b'data-refused="no_order"' in answer.content
        for other in {0, 1, 2} - {seat}:
            assert 'id="order-given"' not in page(match, other)


def test_a_reader_of_the_round_and_its_board_get_nothing() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        table = load_table(match.pk)
        assert board.context(table, None, user_id=None).orders == ()
        orders.give_order(match.pk, holder(match, seat), "pass")
        table = load_table(match.pk)
        for viewer in {None, 0, 1, 2} - {seat}:
            assert board.context(table, viewer, user_id=None).order is None


def sleepyheads(**state: Any) -> models.Match:
    """Deal to Alice and Bob in a game where a player without a playable card draws and passes.

    It is Alice's turn.
    """
    alice, bob = person("Alice"), person("Bob")
    match = tables.open_match(alice, "siebenschlaefer", seats=2)
    sitting.take_seat(match.pk, bob)
    for user in (alice, bob):
        start.get_ready(match.pk, user, "a1b2")
    live = load_table(match.pk).live
    assert live is not None
    live.state = replace(live.state, active=0, **state)
    match.rounds.update(state=live.dump())
    return match


def test_who_lets_time_run_out_has_left_no_word_any_more() -> None:
    """A time-out ends the order. Otherwise an absent player would never be missed, because the
    order would act like a person.
    """
    with clock.stopped(BEGIN):
        match = sleepyheads()
        for seat in (0, 1):
            orders.give_order(match.pk, holder(match, seat), "draw_and_pass")
    with clock.stopped(BEGIN + DAY):
        for _ in range(2):
            outbox.mark_tried_in_vain(match.pk)
            deadlines.apply_due_deadlines()
    late = [move.seat for move in match.rounds.get().moves.all()]
    assert late
    assert given(match) == []
    assert match.seats.get(number=0).missed > 0


def test_the_word_of_others_stands_when_somebodys_time_runs_out() -> None:
    with clock.stopped(BEGIN):
        match = sleepyheads()
        for seat in (0, 1):
            orders.give_order(match.pk, holder(match, seat), "draw_and_pass")
        due_ms = due(match)[0][2]
    with clock.stopped(due_ms):
        outbox.mark_tried_in_vain(match.pk)
        deadlines.apply_due_deadlines()
    assert match.rounds.get().version == 1
    assert given(match) == [(1, "draw_and_pass")]


@pytest.mark.parametrize("hand", [(2, 3), (10, 10)])
def test_by_order_one_draws_and_passes_as_late_as_a_person(hand: tuple[int, int]) -> None:
    """A bot acts fast if no card can be played; the same haste would reveal a standing order."""
    with clock.stopped(BEGIN):
        match = sleepyheads(hands=(hand, (2, 2)), value=19)
        orders.give_order(match.pk, holder(match, 0), "draw_and_pass")
        row = sure(owed(match))
        live = sure(load_table(match.pk).live)
        assert row.due_ms - BEGIN >= 1_000
        hurries = live.acts_at_ms(0, "hard", "luck", BEGIN) - BEGIN < 900
        assert hurries == (hand == (2, 3))
    with clock.stopped(row.due_ms):
        tasks.carry_out_order(row.pk)
    moves = list(match.rounds.get().moves.all())
    assert [move.action["type"] for move in moves] == (["draw_two"] if hurries else [])


def test_while_a_bot_stands_in_nothing_is_done_by_order() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        user = holder(match, seat)
        orders.give_order(match.pk, user, "pass")
        row = owed(match)
        version = match.rounds.get().version
        departure.leave_match(match.pk, user)
        assert given(match) == []
        assert owed(match) is None
        assert 'id="order-menu"' not in page(match, seat)
        with pytest.raises(Refused, match="no_order"):
            orders.give_order(match.pk, user, "pass")
        departure.come_back(match.pk, user)
        assert 'id="order-menu"' in page(match, seat)
    assert row is not None
    with clock.stopped(row.due_ms):
        orders.carry_out(row)
    assert match.rounds.get().version == version


def test_what_is_done_by_order_counts_as_ones_own() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        match.seats.filter(number=seat).update(missed=1)
        orders.give_order(match.pk, holder(match, seat), "pass")
    carried_out(match)
    assert match.seats.get(number=seat).missed == 0
