"""Kept seats for users who can never come, and dismissed users who return under another name."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import Restriction, User
from accounts.services import blocks, guests, restrictions, revoke_access
from accounts.services.delete_account import delete_account
from core.refusals import Refused
from core.signals import seat_kept
from leagues.services.seasons.change_league import change_league
from matches.models import Match
from matches.services.absence import vacate_seats
from matches.services.seating import reserve_seat, seats
from matches.services.seating.dismissal import kick_player
from matches.services.seating.rematch import open_rematch
from matches.services.seating.tables import open_match
from tests.platform.leagues import cast as leagues
from tests.platform.matches.cast import GAME, opened, person

pytestmark = pytest.mark.django_db


def refusal_of(deed: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        deed(*args, **kwargs)
    return caught.value.refusal.code


def over(*users: User, **wanted: Any) -> Match:
    match = opened(*users, **wanted)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    return match


def kept_for(match: Match) -> list[User | None]:
    return [place.kept_for for place in match.seats.order_by("number")]


@pytest.fixture
def told() -> Iterator[set[int]]:
    """Return the ids of the users who are notified that a seat is kept for them."""
    ids: set[int] = set()

    def note(*, user_id: int, **_: object) -> None:
        ids.add(user_id)

    seat_kept.connect(note)
    yield ids
    seat_kept.disconnect(note)


@pytest.mark.parametrize("public", [False, True])
def test_a_rematch_keeps_no_seat_for_who_has_blocked_the_host(public: bool, told: set[int]) -> None:
    """A user who has blocked the host gets no seat, no line and no mail from the host's rematch.

    Before, Ida, who had blocked Jens, got all of them when he opened it.
    """
    jens, ida, eve = person("Jens"), person("Ida"), person("Eve")
    match = over(jens, ida, eve, public=public)
    blocks.block_user(ida, jens.pk)
    again = open_rematch(match.pk, jens)
    assert kept_for(again) == [None, None, eve]
    assert told == {eve.pk}


def test_a_rematch_keeps_no_seat_for_whom_its_host_has_blocked() -> None:
    jens, ida = person("Jens"), person("Ida")
    match = over(jens, ida)
    blocks.block_user(jens, ida.pk)
    assert kept_for(open_rematch(match.pk, jens)) == [None, None]


def test_no_seat_of_a_rematch_is_kept_across_a_block() -> None:
    """A seat is not kept for a user who would be refused once the other sits there.

    The two others have a block between them: only the seat of the blocked player stays free, and
    the table does not wait for them.
    """
    jens, ida, eve = person("Jens"), person("Ida"), person("Eve")
    match = over(jens, ida, eve)
    blocks.block_user(ida, eve.pk)
    assert kept_for(open_rematch(match.pk, jens)) == [None, ida, None]


@pytest.mark.parametrize("who_blocks", ["the player", "the friend"])
def test_a_host_keeps_no_seat_across_a_block(who_blocks: str) -> None:
    """A host cannot keep a seat for a friend with a block between them and a player at the table.

    Before, Gerd kept a seat for Ida, whom Eve, already at the table, had blocked: it stayed empty.
    """
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    seats.take_seat(table.pk, eve)
    blocker, blocked = (eve, ida) if who_blocks == "the player" else (ida, eve)
    blocks.block_user(blocker, blocked.pk)
    assert refusal_of(reserve_seat.reserve_for, table.pk, gerd, 2, ida) == "not_asked_here"
    # Anyone may come to a public table, regardless of the players there.
    Match.objects.filter(pk=table.pk).update(public=True)
    reserve_seat.reserve_for(table.pk, gerd, 2, ida)


def test_nor_for_two_of_whom_one_has_blocked_the_other() -> None:
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    reserve_seat.reserve_for(table.pk, gerd, 1, ida)
    reserve_seat.reserve_for(table.pk, gerd, 2, ida)  # the friend's own kept seat does not count
    blocks.block_user(ida, eve.pk)
    assert refusal_of(reserve_seat.reserve_for, table.pk, gerd, 1, eve) == "not_asked_here"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("public", [False, True])
def test_a_block_between_two_at_a_table_frees_the_kept_seat(public: bool) -> None:
    """A block frees the kept seat at a table of the player who made it.

    Before, it freed only the seats that a blocked host kept.
    """
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    table = open_match(gerd, GAME, seats=3, public=public)
    reserve_seat.reserve_for(table.pk, gerd, 1, ida)
    seats.take_seat(table.pk, eve)
    blocks.block_user(eve, ida.pk)
    assert kept_for(table) == [None, ida if public else None, None]


def test_who_sits_down_frees_the_seat_of_whom_they_blocked() -> None:
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    reserve_seat.reserve_for(table.pk, gerd, 1, ida)
    blocks.block_user(eve, ida.pk)
    assert seats.take_seat(table.pk, eve).number == 2
    assert kept_for(table) == [None, None, None]


def test_a_blocked_person_takes_no_kept_seat_away() -> None:
    """Ida, who made the block, may still come. Otherwise Eve could exclude her by sitting down
    first.
    """
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    reserve_seat.reserve_for(table.pk, gerd, 1, ida)
    blocks.block_user(ida, eve.pk)
    seats.take_seat(table.pk, eve)
    assert kept_for(table) == [None, ida, None]
    assert seats.take_seat(table.pk, ida).number == 1


@pytest.mark.django_db(transaction=True)
def test_a_block_that_a_guest_brings_frees_the_accounts_seats() -> None:
    """The block separates the two from then on.

    Before, the seat stayed reserved although it could not be taken.
    """
    gerd, ida, guest = person("Gerd"), person("Ida"), User.objects.create_guest("Gus")
    table = open_match(gerd, GAME, seats=2)
    reserve_seat.reserve_for(table.pk, gerd, 1, ida)
    blocks.block_user(guest, ida.pk)
    guests.move_guest_to_account(guest, gerd)
    assert kept_for(table) == [None, None]


@pytest.mark.parametrize("sits", ["the guest", "the blocker"])
def test_a_guest_who_signs_in_keeps_no_seat_across_a_block(sits: str) -> None:
    """A guest who signs in to a blocked account frees the kept seat of the other.

    The guest had no blocks. Before, the seat stayed kept for an account that could not come.
    """
    gerd, ida, eve = person("Gerd"), person("Ida"), person("Eve")
    guest = User.objects.create_guest("Gus")
    table = open_match(gerd, GAME, seats=3)
    blocks.block_user(eve, ida.pk)
    here, kept, account = (guest, ida, eve) if sits == "the guest" else (eve, guest, ida)
    reserve_seat.reserve_for(table.pk, gerd, 1, kept)
    seats.take_seat(table.pk, here)
    guests.move_guest_to_account(guest, account)
    assert kept_for(table) == [None, None, None]


def test_a_rematch_keeps_no_seat_for_who_is_gone_or_shut_out(told: set[int]) -> None:
    """No seat is kept for a deleted or banned user.

    Before, the table waited for "Guest 141", who could never come.
    """
    gerd, hilde, tom = person("Gerd"), person("Hilde"), person("Tom")
    match = over(gerd, hilde, tom)
    delete_account(hilde)
    revoke_access.ban_user(tom)
    again = open_rematch(match.pk, gerd)
    assert kept_for(again) == [None, None, None]
    assert told == set()
    assert seats.take_seat(again.pk, person("Eve")).number == 1


def test_a_public_rematch_keeps_no_seat_for_the_restricted() -> None:
    """They may not sit at public tables."""
    gerd, tom = person("Gerd"), person("Tom")
    match = over(gerd, tom, public=True)
    restrictions.restrict_user(tom, {Restriction.What.PUBLIC: None})
    assert kept_for(open_rematch(match.pk, gerd)) == [None, None]
    open_table = open_match(gerd, GAME, seats=2, public=True)
    assert refusal_of(reserve_seat.reserve_for, open_table.pk, gerd, 1, tom) == "not_asked_here"


def test_a_host_is_told_of_their_own_block() -> None:
    """The host wanted to keep a seat for a user whom they blocked."""
    gerd, tom = person("Gerd"), person("Tom")
    blocks.block_user(gerd, tom.pk)
    table = open_match(gerd, GAME, seats=2)
    assert refusal_of(reserve_seat.reserve_for, table.pk, gerd, 1, tom) == "unblock_first"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["deleted", "banned", "blocks", "is blocked"])
def test_a_kept_seat_is_freed_when_its_person_can_come_no_more(how: str) -> None:
    gerd, hilde = person("Gerd"), person("Hilde")
    table = open_match(gerd, GAME, seats=2)
    reserve_seat.reserve_for(table.pk, gerd, 1, hilde)
    if how == "deleted":
        delete_account(hilde)
    elif how == "banned":
        revoke_access.ban_user(hilde)
    elif how == "blocks":
        blocks.block_user(hilde, gerd.pk)
    else:
        blocks.block_user(gerd, hilde.pk)
    assert kept_for(table) == [None, None]
    assert seats.take_seat(table.pk, person("Eve")).number == 1


def test_the_sweep_frees_a_kept_seat_whose_word_was_lost() -> None:
    gerd, hilde = person("Gerd"), person("Hilde")
    table = open_match(gerd, GAME, seats=2)
    reserve_seat.reserve_for(table.pk, gerd, 1, hilde)
    User.objects.filter(pk=hilde.pk).update(is_active=False)
    vacate_seats.sweep_seats()
    assert kept_for(table) == [None, None]


def test_a_guest_who_was_sent_away_stays_so_after_signing_in() -> None:
    """A dismissed guest cannot come back with an account.

    Before, the guest signed in and sat down again in front of the host.
    """
    gerd, alice = person("Gerd"), person("Alice")
    guest = User.objects.create_guest("Gus")
    table = open_match(gerd, GAME, seats=3, public=True)
    kick_player(table.pk, gerd, seats.take_seat(table.pk, guest).number)
    guests.move_guest_to_account(guest, alice)
    assert refusal_of(seats.take_seat, table.pk, alice) == "sent_away"


@pytest.mark.parametrize("how", ["sent away", "blocked"])
def test_nobody_sent_away_or_blocked_comes_back_as_a_guest(how: str) -> None:
    """The guest sits there, and then signs in."""
    gerd, alice = person("Gerd"), person("Alice")
    guest = User.objects.create_guest("Gus")
    table = open_match(gerd, GAME, seats=3)
    if how == "blocked":
        blocks.block_user(gerd, alice.pk)
    else:
        kick_player(table.pk, gerd, seats.take_seat(table.pk, alice).number)
    seats.take_seat(table.pk, guest)
    guests.move_guest_to_account(guest, alice)
    assert not table.seats.filter(user__in=(guest, alice)).exists()
    code = refusal_of(seats.take_seat, table.pk, alice)
    assert code == ("not_open_to_you" if how == "blocked" else "sent_away")


def test_a_link_for_a_seat_seats_one_person_only() -> None:
    """A link to a seat seats only one person.

    Before, any other user with the link took the next free seat of a private table.
    """
    gerd, bob, eve = person("Gerd"), person("Bob"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    token = reserve_seat.reserve_by_link(table.pk, gerd, 1)
    seats.take_seat(table.pk, bob, token=token)
    assert refusal_of(seats.take_seat, table.pk, eve, None, token) == "seat_taken"
    assert refusal_of(seats.take_seat, table.pk, eve, 2, token) == "seat_taken"


def test_a_spectator_by_a_link_for_a_seat_takes_no_other_seat() -> None:
    gerd, bob, eve = person("Gerd"), person("Bob"), person("Eve")
    table = open_match(gerd, GAME, seats=3)
    token = reserve_seat.reserve_by_link(table.pk, gerd, 1)
    seats.take_seat(table.pk, bob, token=token)
    browser = Client()
    browser.force_login(eve)
    browser.post(reverse("lobby:watch_by_invitation", args=[token]))
    sit = reverse("matches:sit_down", args=[table.pk, 2])
    assert browser.post(sit).status_code == HTTPStatus.CONFLICT
    assert not table.seats.filter(user=eve).exists()
    # The table's own invitation is for everyone who has it.
    table.refresh_from_db()
    browser.post(reverse("lobby:watch_by_invitation", args=[table.invite]))
    assert browser.post(sit).status_code == HTTPStatus.FOUND
    assert table.seats.get(number=2).user == eve


def test_nobody_is_made_an_organiser_by_whom_they_blocked() -> None:
    """The page of a league names its organisers, so a block applies there too."""
    jens, ida = person("Jens"), person("Ida")
    league = leagues.league(jens)
    blocks.block_user(ida, jens.pk)
    with pytest.raises(ValidationError) as refused:
        change_league(league.pk, jens, None, seen=league.changes, organisers=[jens, ida])
    assert refused.value.message_dict == {"organisers": ["Ida cannot be invited to this league."]}
    blocks.unblock_user(ida, jens.pk)
    league.refresh_from_db()
    change_league(league.pk, jens, None, seen=league.changes, organisers=[jens, ida])
    assert set(league.organisers.all()) == {jens, ida}
