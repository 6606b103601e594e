"""A rematch with the same people: one new match, regardless of who requests it first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from core.refusals import Refused
from core.signals import seat_kept
from matches import limits
from matches.engine import stored_values
from matches.models import Match
from matches.present.rematch_bots import other_bots
from matches.services.rounds import abandonment, finish, start
from matches.services.seating import reserve_seat, seats
from matches.services.seating.declarations import keep_declaration
from matches.services.seating.rematch import open_rematch
from matches.services.seating.tables import open_match
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, person, play_out, start_of

pytestmark = pytest.mark.django_db


def over(*users: User, **wanted: Any) -> Match:
    match = dealt(*users, **wanted)
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    return match


def code_of(function: Callable[..., object], *args: Any) -> str:
    with pytest.raises(Refused) as caught:
        function(*args)
    return caught.value.refusal.code


def test_the_first_to_ask_opens_the_rematch() -> None:
    """The others find their seats kept."""
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob, tempo="correspondence", options={"memory_aid": "on"}, public=True)
    again = open_rematch(match.pk, bob)
    assert [(place.user, place.kept_for) for place in again.seats.all()] == [
        (None, alice),
        (bob, None),
    ]
    same = ("game", "rules_id", "tempo", "pace", "target", "public")
    assert all(getattr(again, name) == getattr(match, name) for name in same)
    assert (again.host, again.status) == (bob, Match.Status.OPEN)
    assert code_of(seats.take_seat, again.pk, person("Charlie")) == "seats_kept"
    assert open_rematch(match.pk, bob) == again
    assert open_rematch(match.pk, alice) == again
    assert again.seats.get(number=0).user == alice
    assert Match.objects.count() == 2


def beaten(*bots: str) -> tuple[Match, User]:
    """Return a match of one person against these bots that is over."""
    alice = person("Alice")
    match = open_match(alice, "sleeping_queens", seats=1 + len(bots), bots=bots)
    match.status = Match.Status.FINISHED
    match.save()
    return match, alice


def test_a_rematch_may_have_bots_of_another_level() -> None:
    match, alice = beaten("easy", "easy")
    offered = other_bots(load_table(match.pk), 0)
    assert offered is not None
    assert (offered.level, offered.stronger) == ("normal", True)
    assert other_bots(load_table(match.pk), None) is None
    answer = browser(alice).post(f"/matches/{match.pk}/rematch", {"level": offered.level})
    again = Match.objects.get(rematch_of=match)
    assert answer["Location"].startswith(f"/matches/{again.pk}/")
    assert [place.bot for place in again.seats.order_by("number")] == ["", "normal", "normal"]
    assert other_bots(load_table(match.pk), 0) is None


def test_the_strongest_bots_are_followed_by_easier_ones() -> None:
    match, alice = beaten("normal", "easy")
    offered = other_bots(load_table(match.pk), 0)
    assert offered is not None
    assert (offered.level, offered.stronger) == ("easy", False)
    assert code_of(open_rematch, match.pk, alice, "no-such-level") == "unknown_level"
    assert not Match.objects.filter(rematch_of=match).exists()


def test_no_other_bots_are_offered_beside_people() -> None:
    match = over(person("Alice"), person("Bob"))
    assert other_bots(load_table(match.pk), 0) is None


def test_everybody_at_the_finished_table_is_told() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    before = match.changes
    open_rematch(match.pk, alice)
    match.refresh_from_db()
    assert match.changes == before + 1


def test_who_began_last_does_not_begin_again() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    again = open_rematch(match.pk, alice)
    open_rematch(match.pk, bob)
    for user in (alice, bob):
        start.get_ready(again.pk, user)
    last = stored_values.outcome_of(match.rounds.get().outcome)
    assert start_of(again)["began"] == last.began
    play_out(again)
    assert stored_values.outcome_of(again.rounds.get().outcome).began == 1 - last.began


def test_where_people_say_who_deals_they_are_asked_again() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob, options={"dealer": "declared"})
    again = open_rematch(match.pk, alice)
    open_rematch(match.pk, bob)
    keep_declaration(again.pk, bob, "deals", "yes")
    for user in (alice, bob):
        start.get_ready(again.pk, user)
    assert start_of(again)["began"] is None
    assert start_of(again)["declared"] == {"deals": [None, True]}


def test_bots_come_along() -> None:
    alice = person("Alice")
    match = dealt(alice, bots=2)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    again = open_rematch(match.pk, alice)
    assert [place.bot for place in again.seats.all()] == ["", "easy", "easy"]


def test_a_match_that_all_left_can_be_played_once_more() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, target="rounds-3")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    for user in (alice, bob):
        start.get_ready(match.pk, user)
    began = stored_values.outcome_of(match.rounds.get(number=1).outcome).began
    abandonment.abandon_match(match.pk)
    again = open_rematch(match.pk, alice)
    assert open_rematch(match.pk, bob) == again
    for user in (alice, bob):
        start.get_ready(again.pk, user)
    # An aborted round does not determine who begins; the round before it does.
    assert start_of(again)["began"] == began


def test_who_may_not_ask() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    assert code_of(open_rematch, match.pk, alice) == "not_over"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert code_of(open_rematch, match.pk, person("Charlie")) == "not_yours"


def test_a_rematch_that_was_cleared_makes_room_for_another() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    first = open_rematch(match.pk, alice)
    seats.leave_seat(first.pk, alice)
    second = open_rematch(match.pk, bob)
    assert second.pk != first.pk
    assert open_rematch(match.pk, alice).pk == second.pk


def test_who_comes_when_it_has_begun_without_them_is_told_so() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    again = open_rematch(match.pk, alice)
    seats.seat_bot(again.pk, alice, 1, "easy")
    start.get_ready(again.pk, alice)
    assert code_of(open_rematch, match.pk, bob) == "table_closed"


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_meet_in_one_match() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    together = Barrier(2)

    def press(user: User) -> Any:
        try:
            together.wait(10)
            return open_rematch(match.pk, user).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(press, (alice, bob))
    assert one == other
    assert set(Match.objects.get(pk=one).seats.values_list("user", flat=True)) == {
        alice.pk,
        bob.pk,
    }


def test_news_of_rematches_that_are_cleared_again_ends() -> None:
    """Rematches that their host leaves at once stop causing notices.

    Before, each made room for the next, and each notified the other player again. Tables count
    against the limit wherever they are opened, and so do seats that are kept for one person.
    """
    alice, bob, carl = person("Alice"), person("Bob"), person("Carl")
    match = over(alice, bob, carl)
    told = []

    def hear(*, user_id: int, **_: Any) -> None:
        told.append(user_id)

    def once_more() -> set[int]:
        again = open_rematch(match.pk, alice)
        kept = set(again.seats.exclude(kept_for=None).values_list("kept_for", flat=True))
        seats.leave_seat(again.pk, alice)
        return kept

    for _ in range(limits.KEPT_SEATS.most - 1):
        assert once_more() == {bob.pk, carl.pk}
    table = open_match(alice, match.game, seats=2)
    reserve_seat.reserve_for(table.pk, alice, 1, bob)
    seat_kept.connect(hear)
    try:
        assert once_more() == {carl.pk}, "the rematch opens, and its button still links Bob to it"
        assert once_more() == set()
        assert told == [carl.pk]
    finally:
        seat_kept.disconnect(hear)
    bobs = open_rematch(match.pk, bob)
    assert bobs.seats.filter(kept_for=alice).exists(), "each host has a limit of their own"


def test_rematches_are_counted_like_other_tables() -> None:
    """Rematches count against the limit of tables.

    Before, a player could open and leave one after the other, and each left a row.
    """
    alice, bob = person("Alice"), person("Bob")
    match = over(alice, bob)
    for _ in range(limits.TABLES_OPENED.most):
        again = open_rematch(match.pk, alice)
        assert open_rematch(match.pk, alice) == again, "finding it does not count against the limit"
        seats.leave_seat(again.pk, alice)
    with pytest.raises(Refused) as caught:
        open_rematch(match.pk, alice)
    assert caught.value.refusal.code == "rate_limited"
    assert 0 < int(str(caught.value.refusal.facts["seconds"])) <= limits.TABLES_OPENED.seconds
    assert open_rematch(match.pk, bob).host == bob
