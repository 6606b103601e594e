"""While a match is paused, every action is refused with the reason; afterwards all is as before."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from bots.models import Thought
from bots.tasks import play_turn, think_ahead
from core import clock
from core.refusals import Refused
from matches.engine.clocks import HOUR_MS
from matches.models import Deadline, Match, Outbox, StandingOrder, pause_now
from matches.present import listings
from matches.services.absence import departure
from matches.services.clock import pause
from matches.services.rounds import deadlines, orders
from matches.services.rounds.finish import finish_round
from matches.store import outbox
from tests.platform.matches import cast
from tests.platform.matches.test_orders import carried_out, holder, owed
from tests.platform.matches.test_take_back import BEGIN, active, led, three

pytestmark = pytest.mark.django_db

LATER = BEGIN + HOUR_MS
SENTENCE = "This match is paused. Anyone at the table can end the pause at any time."


def paused_by(match: Match, *people: User) -> None:
    for user in people:
        pause.agree_to_pause(match.pk, user)
    assert pause_now(match.pk) is not None


def line_of(user: User) -> listings.MatchLine:
    (line,) = listings.mine(user).lines
    return line


def test_a_bot_rests_and_then_has_its_turn() -> None:
    with clock.stopped(BEGIN):
        alice = cast.person("Alice")
        match = cast.dealt(alice, bots=1, tempo="correspondence")
        while match.seats.get(number=cast.awaited(match)).user == alice:
            assert cast.act(match).refusal is None
        row = Outbox.objects.get(round__match=match, kind=outbox.BOT_TURN)
        paused_by(match, alice)
    assert not Outbox.objects.filter(pk=row.pk).exists()
    version = match.rounds.get().version
    with clock.stopped(row.due_ms):  # a task that was already sent to a worker still arrives
        row.save(force_insert=True)
        think_ahead(row.pk)
        play_turn(row.pk)
    assert match.rounds.get().version == version
    assert not Thought.objects.exists()
    with clock.stopped(LATER):
        pause.end_pause(match.pk, alice)
        again = Outbox.objects.get(round__match=match, kind=outbox.BOT_TURN)
    with clock.stopped(again.due_ms):
        play_turn(again.pk)
    assert match.rounds.get().version == version + 1


def test_an_order_waits_and_a_new_one_is_refused() -> None:
    with clock.stopped(BEGIN):
        match = three()
        seat = led(match)
        people = [holder(match, number) for number in range(3)]
        orders.give_order(match.pk, people[seat], "pass")
        row = owed(match)
        assert row is not None
        paused_by(match, *people)
    assert owed(match) is None
    with clock.stopped(LATER):
        orders.carry_out(row)  # it was already sent
        assert active(match) == seat
        other = people[(seat + 1) % 3]
        with pytest.raises(Refused, match="paused"):
            orders.give_order(match.pk, other, "pass")
        assert StandingOrder.objects.get().user == people[seat]
        pause.end_pause(match.pk, other)
    carried_out(match)
    assert active(match) != seat


def test_the_list_asks_nothing_and_says_why(client: Client) -> None:
    match, victim, attacker = cast.under_attack()
    line = line_of(victim)
    assert (line.need, line.paused) == (listings.TURN, False)
    assert line.asked is not None
    address = f"{reverse('pages:answer_from_list', args=[match.pk])}?seen=1"
    paused_by(match, victim, attacker)
    line = line_of(victim)
    assert (line.need, line.paused, line.asked, line.due) == ("", True, None, None)
    assert line.waits_for == []
    assert listings.waiting(victim.pk) == []
    client.force_login(victim)
    page = client.get("/matches/").content.decode()
    assert "paused" in page
    assert 'form="answer"' not in page
    answer = client.post(address, {"pick": "let_happen"})  # a page from before the pause
    assert answer.status_code == 409
    assert SENTENCE in answer.content.decode()
    assert listings.waiting(victim.pk) == []
    pause.end_pause(match.pk, attacker)
    line = line_of(victim)
    assert (line.need, line.paused) == (listings.TURN, False)
    assert line.asked is not None
    assert listings.waiting(victim.pk) == [match.pk]


def test_between_two_rounds_the_list_does_not_ask_who_is_ready() -> None:
    with clock.stopped(BEGIN):
        alice, bob = cast.person("Alice"), cast.person("Bob")
        match = cast.dealt(alice, bob, target="rounds-2")
        cast.play_out(match)
        finish_round(match.rounds.get(number=1).pk)
        assert line_of(alice).need == listings.READY
        paused_by(match, alice, bob)
        assert (line_of(alice).need, line_of(alice).due) == ("", None)
        # A player who leaves now counts as ready, like a bot, but a pause allows no deal.
        match.seats.filter(user=alice).update(ready=True)
        departure.leave_match(match.pk, bob)
        assert match.rounds.get(number=2).start is None
        pause.end_pause(match.pk, alice)
        assert Outbox.objects.filter(kind=outbox.NEXT_ROUND).exists()


def test_who_is_stood_in_for_need_not_agree() -> None:
    with clock.stopped(BEGIN):
        alice, bob = cast.person("Alice"), cast.person("Bob")
        match = cast.dealt(alice, bob, tempo="correspondence")
        departure.leave_match(match.pk, bob)
        pause.agree_to_pause(match.pk, alice)
        assert pause_now(match.pk) is not None
        assert not Deadline.objects.filter(round__match=match).exists()
        departure.come_back(match.pk, bob)
        assert pause_now(match.pk) is not None, "the match is paused"
        pause.end_pause(match.pk, bob)
    assert Deadline.objects.filter(round__match=match).exists()


@pytest.mark.parametrize("occasion", [{}, {"kind": "a league"}])
def test_where_it_counts_who_is_left_alone_does_not_stop_it(occasion: dict[str, str]) -> None:
    """The last player present cannot pause a match that counts.

    Before, a player who was losing to an absent opponent's bot paused the match forever, and no
    rating changed. A league's match counts with its present score when it is due, so the leader
    could keep it that way.
    """
    with clock.stopped(BEGIN):
        alice, bob = cast.person("Alice"), cast.person("Bob")
        match = cast.dealt(alice, bob, tempo="correspondence", public=True, rated=not occasion)
        Match.objects.update(occasion=occasion)
        departure.leave_match(match.pk, bob)
        pause.agree_to_pause(match.pk, alice)
        assert pause_now(match.pk) is None
        assert Deadline.objects.filter(round__match=match).exists()
        departure.come_back(match.pk, bob)
        pause.agree_to_pause(match.pk, bob)
        assert pause_now(match.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_nor_does_who_asked_first_and_is_left_alone_then() -> None:
    with clock.stopped(BEGIN):
        alice, bob = cast.person("Alice"), cast.person("Bob")
        match = cast.dealt(alice, bob, tempo="correspondence", public=True)
        pause.agree_to_pause(match.pk, alice)
        departure.leave_match(match.pk, bob)
        assert pause_now(match.pk) is None


@pytest.fixture
def wanted() -> tuple[Match, list[User]]:
    """Return a pause to which all but the last of three players agree."""
    with clock.stopped(BEGIN):
        people = [cast.person(name) for name in ("Alice", "Bob", "Carla")]
        match = cast.dealt(*people, tempo="correspondence")
        for user in people[:2]:
            pause.agree_to_pause(match.pk, user)
    assert pause_now(match.pk) is None
    return match, people


def test_a_pause_begins_when_the_last_who_did_not_want_it_leaves(
    wanted: tuple[Match, list[User]], django_capture_on_commit_callbacks: Any
) -> None:
    match, people = wanted
    with clock.stopped(LATER), django_capture_on_commit_callbacks(execute=True):
        departure.leave_match(match.pk, people[2])
    begun = pause_now(match.pk)
    assert begun is not None
    assert begun.begins_ms == LATER
    assert not Deadline.objects.filter(round__match=match).exists()


def test_it_does_not_for_a_player_who_has_left(
    wanted: tuple[Match, list[User]], django_capture_on_commit_callbacks: Any
) -> None:
    match, people = wanted
    with clock.stopped(LATER), django_capture_on_commit_callbacks(execute=True):
        departure.leave_match(match.pk, people[0])
    assert pause_now(match.pk) is None
    with clock.stopped(LATER), django_capture_on_commit_callbacks(execute=True):
        departure.leave_match(match.pk, people[2])
    assert pause_now(match.pk) is not None, "Bob is alone and wants the pause"


def test_where_nobody_is_left_nobody_wants_a_pause(django_capture_on_commit_callbacks: Any) -> None:
    with clock.stopped(BEGIN), django_capture_on_commit_callbacks(execute=True):
        alice, bob = cast.person("Alice"), cast.person("Bob")
        match = cast.dealt(alice, bob, tempo="correspondence")
        departure.leave_match(match.pk, bob)
        match.pauses.create(agreed=[])
        departure.leave_match(match.pk, alice)
    assert pause_now(match.pk) is None


def test_a_pause_begins_when_a_bot_takes_the_last_unwilling_seat(
    wanted: tuple[Match, list[User]], django_capture_on_commit_callbacks: Any
) -> None:
    match, people = wanted
    seat = cast.awaited(match)
    asked = match.seats.get(number=seat).user
    with clock.stopped(BEGIN):
        pause.decline_pause(match.pk, people[0])
        for user in people:
            if user != asked:
                pause.agree_to_pause(match.pk, user)
    match.seats.filter(number=seat).update(missed=1)
    late = Deadline.objects.get(round__match=match, seat=seat).due_ms
    with clock.stopped(late), django_capture_on_commit_callbacks(execute=True):
        deadlines.apply_due_deadlines()
    assert match.seats.get(number=seat).stand_in
    assert pause_now(match.pk) is not None


def test_a_substitute_has_a_say_of_their_own(
    wanted: tuple[Match, list[User]], django_capture_on_commit_callbacks: Any
) -> None:
    match, people = wanted
    with clock.stopped(LATER):
        departure.leave_match(match.pk, people[2])  # and the server stops before it can check again
        with django_capture_on_commit_callbacks(execute=True):
            dora = cast.person("Dora")
            cast.take_over(match, 2, dora)
        assert pause_now(match.pk) is None
        pause.agree_to_pause(match.pk, dora)
        assert pause_now(match.pk) is not None
