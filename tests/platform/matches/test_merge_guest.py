"""A guest signs up or signs in: seats, matches and history are kept."""

from __future__ import annotations

from http import HTTPStatus
from threading import Barrier, Thread

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services.preferences import set_preferences
from matches.actors import Person
from matches.models import Deadline, Match, pause_now
from matches.present import reliability
from matches.services.absence import departure
from matches.services.clock import pause
from matches.services.rounds.play import play
from matches.services.seating import seats
from matches.services.seating.merge_guest import merge_guest
from matches.store.load_match import load_table
from realtime.close_codes import REVOKED
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    opened,
    person,
    play_out,
    request_for,
    take_over,
)
from tests.platform.matches.sockets import page

PASSWORD = "a long enough one"


def guest(name: str = "Gus") -> User:
    return User.objects.create_guest(name, language="en")


def holders(match: Match) -> list[int | None]:
    return list(match.seats.order_by("number").values_list("user_id", flat=True))


def sign_in(before: User, name: str = "Alice") -> Client:
    """Sign in with the browser in which this guest plays."""
    browser = Client(headers={"Accept-Language": "en"})
    browser.force_login(before)
    answer = browser.post("/sign-in/", {"login": name, "password": PASSWORD})
    assert answer.status_code == HTTPStatus.FOUND
    return browser


@pytest.mark.django_db
def test_everything_of_the_guest_is_the_accounts() -> None:
    gus, bob, alice = guest(), person("Bob"), person("Alice")
    over, running, waiting = dealt(gus, bob), dealt(bob, gus), opened(gus, bots=1)
    play_out(over)
    other = dealt(bob, person("Charlie"))
    browser = sign_in(gus)
    assert browser.get("/").wsgi_request.user == alice
    assert (holders(over), holders(running)) == ([alice.pk, bob.pk], [bob.pk, alice.pk])
    assert holders(waiting) == [alice.pk, None]
    waiting.refresh_from_db()
    assert waiting.host == alice
    assert gus.pk not in holders(other)
    assert browser.get(f"/matches/{running.pk}/").status_code == HTTPStatus.OK
    assert not gus.seats.exists()


@pytest.mark.django_db
def test_where_the_account_sits_already_the_guest_stays() -> None:
    """The page states it."""
    gus, alice = guest(), person("Alice")
    both, alone = dealt(gus, alice), dealt(gus, person("Bob"))
    page = sign_in(gus).get("/").content.decode()
    assert "You sat at one table twice, as Gus and as Alice." in page
    assert holders(both) == [gus.pk, alice.pk]
    assert holders(alone)[0] == alice.pk


@pytest.mark.django_db
def test_a_seat_kept_for_the_guest_is_kept_for_the_account() -> None:
    gus, bob, alice = guest(), person("Bob"), person("Alice")
    match = opened(bob, gus)
    seats.leave_seat(match.pk, gus)
    match.seats.filter(number=1).update(kept_for=gus)
    assert merge_guest(guest_id=gus.pk, user_id=alice.pk) == 0
    assert match.seats.get(number=1).kept_for == alice


@pytest.mark.django_db
def test_what_the_guest_has_left_is_the_accounts_too() -> None:
    gus, bob, alice = guest(), person("Bob"), person("Alice")
    match = dealt(bob, gus)
    departure.leave_match(match.pk, gus)
    dora = person("Dora")
    take_over(match, 1, dora)
    assert merge_guest(guest_id=gus.pk, user_id=alice.pk) == 0
    place, away = match.seats.get(number=1), match.departures.get()
    assert (place.user, place.dealt_to) == (dora, alice)
    assert (away.user, away.followed_by) == (alice, dora)
    assert reliability.records([alice.pk])[alice.pk].left == 1


@pytest.mark.django_db
def test_a_substitute_of_their_own_guest_answers_as_before() -> None:
    """The user left the seat as a guest and took it over with their account."""
    gus, bob, alice = guest(), person("Bob"), person("Alice")
    match = dealt(bob, gus)
    departure.leave_match(match.pk, gus)
    take_over(match, 1, alice)
    assert merge_guest(guest_id=gus.pk, user_id=alice.pk) == 0
    assert match.seats.get(number=1).dealt_to == gus
    assert match.departures.get().user == gus


@pytest.mark.django_db
def test_the_accounts_hours_count_from_now_on() -> None:
    """The account's agreement to a pause is kept too."""
    gus, bob, alice = guest(), person("Bob"), person("Alice")
    set_preferences(alice, quiet_from=22 * 60, quiet_until=7 * 60)
    match = dealt(gus, bob, tempo="correspondence")
    asked = match.seats.get(number=awaited(match)).user
    before = Deadline.objects.get(round__match=match).due_ms
    pause.agree_to_pause(match.pk, gus)
    merge_guest(guest_id=gus.pk, user_id=alice.pk)
    assert (Deadline.objects.get(round__match=match).due_ms > before) == (asked == gus)
    assert match.pauses.get().agreed == [alice.pk]
    pause.agree_to_pause(match.pk, bob)
    assert pause_now(match.pk) is not None


@pytest.mark.django_db
def test_nothing_happens_twice_and_pages_are_told_once() -> None:
    gus, alice = guest(), person("Alice")
    match = dealt(gus, person("Bob"))
    before = load_table(match.pk).changes
    for _ in range(2):
        assert merge_guest(guest_id=gus.pk, user_id=alice.pk) == 0
    assert load_table(match.pk).changes == before + 1


@pytest.mark.django_db
def test_an_account_brings_nothing_along_to_another() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(bob, person("Charlie"))
    sign_in(bob)
    assert holders(match)[0] == bob.pk
    assert alice.pk not in holders(match)


@pytest.mark.django_db
def test_the_guest_can_do_nothing_there_any_more() -> None:
    gus, alice = guest(), person("Alice")
    match = dealt(gus, person("Bob"))
    while awaited(match) != 0:
        assert act(match).refusal is None
    sign_in(gus)
    request = request_for(match, 0)
    refusal = play(match.pk, Person(gus.pk, gus.epoch), request).refusal
    assert refusal is not None
    assert play(match.pk, Person(alice.pk, alice.epoch), request).refusal is None


@pytest.mark.django_db(transaction=True)
async def test_the_accounts_page_gets_the_hand() -> None:
    """The guest's page is closed."""
    gus = await database_sync_to_async(guest)()
    alice = await database_sync_to_async(person)("Alice")
    match = await database_sync_to_async(lambda: dealt(gus, person("Bob")))()
    async with page(match, gus) as before:
        await before.board()
        await database_sync_to_async(sign_in)(gus)
        assert await before.closed() == REVOKED
    async with page(match, alice) as after:
        assert 'id="hand"' in (await after.board())["content"]


@pytest.mark.django_db(transaction=True)
async def test_a_page_stays_open_while_its_guest_signs_up() -> None:
    gus = await database_sync_to_async(guest)()
    match = await database_sync_to_async(lambda: dealt(gus, person("Bob")))()

    def sign_up() -> None:
        browser = Client()
        browser.force_login(gus)
        typed = {"username": "Augustus", "password1": PASSWORD, "password2": PASSWORD}
        assert browser.post("/sign-up/", typed).status_code == HTTPStatus.FOUND

    async with page(match, gus) as shown:
        await shown.board()
        await database_sync_to_async(sign_up)()
        await shown.send({"sync": shown.version})
        assert (await shown.data())["synced"] == shown.version
        await database_sync_to_async(lambda: act(match))()
        assert "Augustus" in (await shown.board())["content"]


@pytest.mark.django_db(transaction=True)
def test_two_sign_ins_at_once_do_it_once() -> None:
    gus, alice = guest(), person("Alice")
    matches = [dealt(gus, person(f"Bob {letter}")) for letter in "abc"]
    start, left = Barrier(2), []

    def work() -> None:
        try:
            start.wait(5)
            left.append(merge_guest(guest_id=gus.pk, user_id=alice.pk))
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert left == [0, 0]
    assert all(holders(match)[0] == alice.pk for match in matches)
