"""The waiting room over HTTP: the offers to each viewer, and their effects."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.kernel.contract import Declaration
from matches.engine import choices
from matches.models import Match
from matches.services.rounds import finish, start
from matches.services.seating import reserve_seat, seats
from matches.services.seating.dismissal import kick_player
from matches.services.seating.tables import open_match
from realtime.close_codes import CHANGED
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import GAME, dealt, opened, person, play_out
from tests.platform.matches.sockets import page
from tests.platform.threads import in_a_thread
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)


def url(match: Match, name: str = "table", *args: object) -> str:
    return reverse(f"matches:{name}", args=[match.pk, *args])


def shown(match: Match, user: User | None = None) -> str:
    return browser(user).get(url(match)).content.decode()


def test_the_host_arranges_the_chairs() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = open_match(alice, GAME, seats=4, public=True)
    host = browser(alice)
    assert host.post(url(match, "seat_bot", 1), {"level": "easy"}).status_code == 302
    assert host.post(url(match, "keep_seat", 2), {"name": "bob"}).status_code == 302
    assert host.post(url(match, "keep_seat", 3), {"name": " "}).status_code == 302
    places = list(match.seats.all())
    assert (places[1].bot, places[2].kept_for, bool(places[3].invite)) == ("easy", bob, True)
    mine = shown(match, alice)
    assert sure(places[3].invite) in mine
    for other in (shown(match, bob), shown(match)):
        assert sure(places[3].invite) not in other
        assert match.invite not in other
        assert "popovertarget" not in other.split('id="log"')[0].split('class="seats"')[1]
    assert "A seat is reserved for you" in shown(match, bob)
    assert "Reserved for Bob" in shown(match)


def test_an_unknown_name_is_refused_and_stays_in_its_field() -> None:
    alice = person("Alice")
    match = open_match(alice, GAME, seats=3)
    answer = browser(alice).post(url(match, "keep_seat", 2), {"name": "Ottilie <b>"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "There is no user called Ottilie &lt;b&gt;." in html
    assert html.count('value="Ottilie &lt;b&gt;"') == 1


def test_spectators_are_offered_the_chairs_they_may_take() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = open_match(alice, GAME, seats=3, public=True)
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert shown(match).count('form="seat-1"') == 0
    assert shown(match).count('form="seat-2"') == 1
    assert shown(match, bob).count('form="seat-1"') == 1
    assert shown(match, alice).count(">Sit down</button>") == 0


def test_a_stranger_sits_down_on_a_free_chair_as_a_guest() -> None:
    """A stranger does not become a guest at a kept chair, or at one that does not exist."""
    alice, bob = person("Alice"), person("Bob")
    match = open_match(alice, GAME, seats=3, public=True)
    reserve_seat.reserve_for(match.pk, alice, 1, bob)
    assert browser().post(url(match, "sit_down", 1)).status_code == 409
    assert browser().post(url(match, "sit_down", 9)).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()
    assert browser().post(url(match, "sit_down", 2)).status_code == 302
    assert sure(match.seats.get(number=2).user).is_guest
    assert browser().post(url(match, "sit_down", 2)).status_code == 409


def test_a_private_table_seats_nobody_without_an_invitation() -> None:
    match = open_match(person("Alice"), GAME, seats=3)
    assert browser(person("Bob")).post(url(match, "sit_down", 1)).status_code == 404


def test_a_dismissed_player_is_told_so() -> None:
    alice, bob = person("Alice"), person("Bob")
    for public, status in ((True, 200), (False, 403)):
        match = opened(alice, bob, public=public)
        assert browser(bob).post(url(match, "kick_player", 0)).status_code == 403
        assert browser(alice).post(url(match, "kick_player", 1)).status_code == 302
        answer = browser(bob).get(url(match))
        assert answer.status_code == status
        page = answer.content.decode()
        assert (
            "<h1>You were removed from this table</h1>" in page
            or "<h2>You were removed from this table</h2>" in page
        )
        assert "The host has removed you from this table." in page
        assert 'class="button button--primary" href="/' in page.partition('id="main"')[2]
        assert ">Sit down</button>" not in page


async def test_the_page_of_a_dismissed_player_closes_with_a_sentence() -> None:
    alice, bob, match = await table_of_two(public=False)
    async with page(match, bob) as shown_to_bob, page(match, alice) as shown_to_alice:
        await shown_to_bob.board()
        await shown_to_alice.board()
        await database_sync_to_async(kick_player)(match.pk, alice, 1)
        told = await shown_to_bob.data()
        assert told["refusal"]["sentence"] == "The host has removed you from this table."
        assert await shown_to_bob.closed() == 4401
        await shown_to_alice.board()


@in_a_thread
def table_of_two(**wanted: Any) -> tuple[User, User, Match]:
    alice, bob = person("Alice"), person("Bob")
    return alice, bob, opened(alice, bob, **wanted)


async def test_an_open_page_is_offered_a_chair_as_soon_as_there_is_one() -> None:
    _, bob, match = await table_of_two(public=True)
    charlie = await database_sync_to_async(person)("Charlie")
    async with page(match, charlie) as his, page(match) as theirs:
        for each in (his, theirs):
            assert "Sit down</button>" not in (await each.board())["content"]
        await database_sync_to_async(seats.leave_seat)(match.pk, bob)
        for each in (his, theirs):
            assert "Sit down</button>" in (await each.board())["content"]


async def test_each_spectator_is_offered_only_their_own_kept_chair() -> None:
    alice, bob, match = await table_of_two(public=True)
    charlie = await database_sync_to_async(person)("Charlie")
    async with page(match, charlie) as his, page(match) as theirs:
        await his.board()
        await theirs.board()
        await database_sync_to_async(seats.leave_seat)(match.pk, bob)
        await his.board()
        await theirs.board()
        await database_sync_to_async(reserve_seat.reserve_for)(match.pk, alice, 1, charlie)
        assert "A seat is reserved for you" in (await his.board())["content"]
        assert "Reserved for Charlie" in (await theirs.board())["content"]


def test_what_the_rulebook_asks_is_asked_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (
        Declaration(name="late", label="I got up last", kind="flag", option="x", choice="x"),
        Declaration(name="woke", label="Up at", kind="time", option="x", choice="x"),
        Declaration(name="age", label="Age", kind="number", option="x", choice="x", most=99),
    )
    monkeypatch.setattr(choices, "declarations", lambda version_id: asked)
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob, public=True)
    assert "I got up last" in shown(match, alice)
    assert "I got up last" not in shown(match)
    assert (
        browser(alice).post(url(match, "keep_declaration", "late"), {"value": "yes"}).status_code
        == 302
    )
    assert (
        browser(alice).post(url(match, "keep_declaration", "woke"), {"value": "06:05"}).status_code
        == 302
    )
    assert "I got up last" in shown(match)
    assert "Up at: 06:05" in shown(match)
    answer = browser(bob).post(url(match, "keep_declaration", "age"), {"value": "130"})
    assert answer.status_code == 422
    assert "This must be a number from 0 to 99." in answer.content.decode()
    assert 'value="130"' in answer.content.decode()
    assert (
        browser(bob).post(url(match, "keep_declaration", "never"), {"value": "1"}).status_code
        == 409
    )
    assert browser().post(url(match, "keep_declaration", "late"), {"value": "1"}).status_code == 403


def test_the_result_offers_the_rematch_and_everybody_meets_there() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, public=True)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    assert "Rematch" in shown(match, alice)
    answer = browser(alice).post(url(match, "open_rematch"))
    again = Match.objects.get(rematch_of=match)
    assert answer["Location"] == url(again) + "?deal"
    assert "Go to the rematch" in shown(match, bob)
    assert url(again) in shown(match)
    assert browser(bob).post(url(match, "open_rematch"))["Location"] == answer["Location"]
    assert browser(person("Charlie")).post(url(match, "open_rematch")).status_code == 403
    assert browser().post(url(match, "open_rematch")).status_code == 403
    for user in (alice, bob):
        start.get_ready(again.pk, user)
    assert "data-offers" in shown(again, bob)


async def test_an_open_page_of_the_result_learns_of_the_rematch() -> None:
    alice, bob, match = await finished()
    async with page(match, bob) as shown_to_bob:
        assert "Go to the rematch" not in (await shown_to_bob.board())["content"]
        await database_sync_to_async(ask)(match, alice)
        assert "Go to the rematch" in (await shown_to_bob.board())["content"]


@in_a_thread
def finished() -> tuple[Any, ...]:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    return alice, bob, match


def ask(match: Match, user: User) -> None:
    browser(user).post(url(match, "open_rematch"))


@pytest.mark.parametrize("name", ["seat_bot", "keep_seat", "kick_player", "sit_down"])
def test_chairs_need_a_token_a_post_and_a_table(name: str) -> None:
    alice = person("Alice")
    match = open_match(alice, GAME, seats=3)
    client = browser(alice)
    assert client.get(url(match, name, 1)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(url(match, name, 1)).status_code == 403
    Match.objects.all().delete()
    assert client.post(url(match, name, 1)).status_code == 404


async def test_a_spectator_again_is_asked_to_connect_anew() -> None:
    alice, bob, match = await table_of_two(public=True)
    async with page(match, bob) as old:
        await old.board()
        await database_sync_to_async(kick_player)(match.pk, alice, 1)
        code = await old.closed()
        assert code == CHANGED
        # Socket servers allow only these close codes.
        assert code == 1000 or 3000 <= code < 5000
    async with page(match, bob) as new:
        assert "You can still watch." in (await new.board())["content"]
