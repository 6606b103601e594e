"""Kept seats, dismissed users, and two users who want the same seat."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from core.refusals import Refused, refused, sentence
from matches import limits
from matches.models import Match, Seat
from matches.services.seating import reserve_seat, seats
from matches.services.seating.dismissal import kick_player
from matches.services.seating.tables import open_match
from tests.platform.matches.cast import GAME, dealt, opened, person

pytestmark = pytest.mark.django_db


def code_of(function: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        function(*args, **kwargs)
    refusal = caught.value.refusal
    assert "%(" not in sentence(refusal)
    return refusal.code


@pytest.fixture
def match(alice: User) -> Match:
    return open_match(alice, GAME, seats=3)


def test_a_kept_seat_is_for_one_person_only(match: Match, alice: User, bob: User) -> None:
    charlie = person("Charlie")
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert code_of(seats.take_seat, match.pk, charlie, 1) == "seat_kept"
    assert seats.take_seat(match.pk, charlie).number == 2
    assert code_of(seats.take_seat, match.pk, person("Dora")) == "seats_kept"
    assert seats.take_seat(match.pk, bob).number == 1
    assert code_of(seats.take_seat, match.pk, person("Emil")) == "table_full"


def test_who_takes_another_seat_leaves_the_kept_one_to_all(
    match: Match, alice: User, bob: User
) -> None:
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert seats.take_seat(match.pk, bob, 2).number == 2
    assert seats.take_seat(match.pk, person("Charlie")).number == 1


def test_a_seat_is_kept_by_a_link_of_its_own(match: Match, alice: User, bob: User) -> None:
    token = reserve_seat.reserve_by_link(match.pk, alice, 2)
    assert token != match.invite
    assert code_of(seats.take_seat, match.pk, bob, 2) == "seat_kept"
    assert code_of(seats.take_seat, match.pk, bob, 2, "another") == "seat_kept"
    assert seats.take_seat(match.pk, bob, token=token).number == 2
    assert code_of(seats.take_seat, match.pk, person("Charlie"), 2, token) == "seat_taken"
    seats.leave_seat(match.pk, bob)
    assert match.seats.get(number=2).invite is None


def test_the_host_frees_what_was_kept(match: Match, alice: User, bob: User) -> None:
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    reserve_seat.reserve_by_link(match.pk, alice, 2)
    for number in (1, 2):
        seats.seat_bot(match.pk, alice, number, "")
    for name, number in (("Charlie", 1), ("Dora", 2)):
        assert seats.take_seat(match.pk, person(name)).number == number


def test_a_friend_has_one_kept_seat_and_a_bot_gives_way(
    match: Match, alice: User, bob: User
) -> None:
    seats.seat_bot(match.pk, alice, 2, "easy")
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    reserve_seat.reserve_for(match.pk, alice, 2, bob)
    kept = [(place.bot, place.kept_for) for place in match.seats.order_by("number")]
    assert kept == [("", None), ("", None), ("", bob)]
    seats.seat_bot(match.pk, alice, 2, "normal")
    assert match.seats.get(number=2).kept_for is None


def test_only_the_host_keeps_seats_and_only_free_ones(match: Match, alice: User, bob: User) -> None:
    seats.take_seat(match.pk, bob, 1)
    charlie = person("Charlie")
    assert code_of(reserve_seat.reserve_for, match.pk, bob, 2, charlie) == "not_yours"
    assert code_of(reserve_seat.reserve_by_link, match.pk, charlie, 2) == "not_yours"
    assert code_of(reserve_seat.reserve_for, match.pk, alice, 1, charlie) == "seat_taken"
    assert code_of(reserve_seat.reserve_for, match.pk, alice, 2, bob) == "sits_there"
    assert code_of(reserve_seat.reserve_for, match.pk, alice, 2, alice) == "sits_there"
    assert code_of(reserve_seat.reserve_by_link, match.pk, alice, 7) == "not_found"


@pytest.mark.parametrize("name", ["Bob", " bob ", "B0b"])
def test_a_friend_is_found_by_any_spelling(bob: User, name: str) -> None:
    assert reserve_seat.friend_called(name) == bob


@pytest.mark.parametrize("name", ["Boris", "x" * 9000, "100% s"])
def test_nobody_is_found_by_a_name_that_nobody_has(bob: User, name: str) -> None:
    assert code_of(reserve_seat.friend_called, name) == "nobody_called"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\x00"])
def test_a_name_without_a_visible_character_is_missing(name: str) -> None:
    assert code_of(reserve_seat.friend_called, name) == "name_missing"


def test_the_database_keeps_only_free_seats(match: Match, bob: User) -> None:
    for wrong in ({"user": bob, "kept_for": bob}, {"bot": "easy", "invite": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(match=match, number=1).update(**wrong)


def test_who_is_sent_away_stays_away_until_asked_back(match: Match, alice: User, bob: User) -> None:
    old = match.invite
    seats.take_seat(match.pk, bob, 1)
    kick_player(match.pk, alice, 1)
    match.refresh_from_db()
    assert match.invite != old
    assert match.seats.get(number=1).is_empty
    assert code_of(seats.take_seat, match.pk, bob) == "sent_away"
    assert code_of(seats.take_seat, match.pk, bob, 2) == "sent_away"
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert seats.take_seat(match.pk, bob).number == 1


def test_a_link_to_a_seat_also_asks_back(match: Match, alice: User, bob: User) -> None:
    seats.take_seat(match.pk, bob, 1)
    kick_player(match.pk, alice, 1)
    token = reserve_seat.reserve_by_link(match.pk, alice, 1)
    assert seats.take_seat(match.pk, bob, token=token).number == 1
    match.refresh_from_db()
    assert match.dismissed == []


def test_only_the_host_sends_away_and_only_others(match: Match, alice: User, bob: User) -> None:
    seats.take_seat(match.pk, bob, 1)
    assert code_of(kick_player, match.pk, bob, 0) == "not_yours"
    assert code_of(kick_player, match.pk, alice, 0) == "not_yours"
    assert code_of(kick_player, match.pk, alice, 2) == "seat_free"
    assert code_of(kick_player, match.pk, alice, 9) == "not_found"


def test_after_the_deal_nobody_is_sent_away_and_nothing_kept(alice: User, bob: User) -> None:
    match = dealt(alice, bob)
    assert code_of(kick_player, match.pk, alice, 1) == "table_closed"
    assert code_of(reserve_seat.reserve_by_link, match.pk, alice, 1) == "table_closed"


def test_a_table_that_vanished_says_so(match: Match, alice: User, bob: User) -> None:
    seats.leave_seat(match.pk, alice)
    assert code_of(seats.take_seat, match.pk, bob) == "table_cleared"
    Match.objects.all().delete()
    assert code_of(seats.take_seat, match.pk, bob) == "not_found"


def test_a_new_host_has_the_rights_of_a_host(alice: User, bob: User) -> None:
    charlie = person("Charlie")
    match = opened(alice, bob, charlie)
    seats.leave_seat(match.pk, alice)
    kick_player(match.pk, bob, 2)
    assert code_of(seats.take_seat, match.pk, charlie) == "sent_away"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_seat_at_once_one_gets_it(alice: User) -> None:
    for attempt in range(5):
        match = open_match(alice, GAME, seats=2)
        both = [person(f"{name} {'I' * (attempt + 1)}") for name in ("Bob", "Carl")]
        together = Barrier(2)

        def sit(user: User, match: Match = match, together: Any = together) -> int | str:
            try:
                together.wait(10)
                return seats.take_seat(match.pk, user).number
            except Refused as error:
                return error.refusal.code
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as threads:
            got = sorted(threads.map(sit, both), key=str)
        assert got == [1, "table_full"]
        assert match.seats.filter(user__in=both).count() == 1
    assert sentence(refused("table_full").refusal) == "All seats at this table are taken."


def test_nobody_is_asked_to_tables_without_end(alice: User, bob: User) -> None:
    """A rate limit applies: each kept seat causes a mail and a push, and a host can open new tables
    fast.
    """
    tables = [open_match(alice, GAME, seats=2) for _ in range(limits.KEPT_SEATS.most + 1)]
    for match in tables[:-1]:
        reserve_seat.reserve_for(match.pk, alice, 1, bob)
    with pytest.raises(Refused) as caught:
        reserve_seat.reserve_for(tables[-1].pk, alice, 1, bob)
    assert caught.value.refusal.code == "rate_limited"
    assert 0 < int(str(caught.value.refusal.facts["seconds"])) <= limits.KEPT_SEATS.seconds
    assert tables[-1].seats.get(number=1).kept_for is None
    reserve_seat.reserve_for(tables[-1].pk, alice, 1, person("Charlie"))


def test_a_host_may_move_a_friend_about_the_table_freely(alice: User, bob: User) -> None:
    """A host may move a friend about the table without a limit.

    Arranging seats takes some tries and notifies no one. Before, it used up the friend's limit for
    the next tables.
    """
    match = open_match(alice, GAME, seats=3)
    for number in (1, 2) * limits.KEPT_SEATS.most:
        reserve_seat.reserve_for(match.pk, alice, number, bob)
    assert match.seats.get(number=2).kept_for == bob
    reserve_seat.reserve_for(open_match(alice, GAME, seats=2).pk, alice, 1, bob)
