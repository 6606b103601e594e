"""Pages of a table where somebody is away, and whoever plays on for them by a link."""

from __future__ import annotations

import re

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from core.refusals import Refused
from matches.models import Departure, Match
from matches.services.absence import departure, substitute
from matches.services.rounds import abandonment
from matches.services.seating import merge_guest
from realtime.sockets import CHANGED, REVOKED
from tests.platform.matches.cast import dealt, person
from tests.platform.matches.sockets import page

pytestmark = pytest.mark.django_db


def code_of(function, *args):
    with pytest.raises(Refused) as caught:
        function(*args)
    return caught.value.refusal.code


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def alice():
    return person("Alice")


@pytest.fixture
def bob():
    return person("Bob")


@pytest.fixture
def match(alice, bob):
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    return match


@pytest.fixture
def token(match, alice):
    substitute.offer_seat(match.pk, alice, 1)
    return match.seats.get(number=1).offer


def test_everybody_sees_that_a_bot_plays_and_its_holder_how_to_come_back(match, alice, bob):
    url = f"/matches/{match.pk}/"
    others = client_of(alice).get(url).content.decode()
    assert re.search(r"\w+ plays for Bob\.", others)
    assert "bot plays</span>" in others
    assert "Bob has left: a bot plays on." in others
    assert "Take my seat back" not in others
    his = client_of(bob).get(url).content.decode()
    assert "Take my seat back" in his
    assert "Leave the match?" not in his
    assert "Leave the match?" in others


def test_leaving_and_coming_back_by_the_buttons(alice, bob):
    match = dealt(alice, bob)
    client = client_of(bob)
    assert client.post(f"/matches/{match.pk}/absence/leave").status_code == 302
    assert match.seats.get(number=1).stand_in
    assert client.post(f"/matches/{match.pk}/absence/back").status_code == 302
    assert not match.seats.get(number=1).stand_in
    shown = client.get(f"/matches/{match.pk}/").content.decode()
    assert "Bob is back." in shown
    assert client.get(f"/matches/{match.pk}/absence/back").status_code == 405


def test_a_match_that_ended_says_why(alice):
    match = dealt(alice, bots=1)
    departure.leave_match(match.pk, alice)
    abandonment.end_match(match.pk)
    shown = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "nobody was left at the table" in shown
    refused = client_of(alice).post(f"/matches/{match.pk}/absence/leave")
    assert refused.status_code == 409


def test_a_list_of_matches_says_that_a_bot_plays_and_asks_nothing(match, alice, bob):
    his = client_of(bob).get("/matches/").content.decode()
    assert "a bot plays for you" in his
    assert "is-waiting" not in his
    assert "Bob (a bot plays)" in client_of(alice).get("/matches/").content.decode()


def test_who_may_offer_the_seat(match, alice, bob):
    assert code_of(substitute.offer_seat, match.pk, person("Charlie"), 1) == "not_yours"
    assert code_of(substitute.offer_seat, match.pk, alice, 0) == "not_away"
    assert code_of(substitute.offer_seat, match.pk, alice, 9) == "not_found"
    substitute.offer_seat(match.pk, bob, 1)  # for whoever he knows himself
    first = match.seats.get(number=1).offer
    substitute.offer_seat(match.pk, alice, 1)
    assert match.seats.get(number=1).offer == first
    departure.come_back(match.pk, bob)
    assert match.seats.get(number=1).offer is None
    assert code_of(substitute.take_over, match.pk, person("Dora"), first) == "not_found"


def test_only_who_sits_there_is_shown_the_link(match, token, alice):
    url = f"/matches/{match.pk}/"
    Match.objects.filter(pk=match.pk).update(public=True)
    assert token in client_of(alice).get(url).content.decode()
    assert token not in Client().get(url).content.decode()
    assert token not in client_of(person("Charlie")).get(url).content.decode()


def test_a_substitute_plays_on_and_the_place_stays_with_who_began(match, token, alice, bob):
    dora = person("Dora")
    client = client_of(dora)
    asked = client.get(f"/join/{token}/").content.decode()
    assert "Bob is away from a table (Sleeping Queens)" in asked
    assert client.post(f"/join/{token}/sit").headers["Location"] == f"/matches/{match.pk}/"
    place = match.seats.get(number=1)
    assert (place.user, place.stand_in, place.offer, place.dealt_to) == (dora, "", None, bob)
    away = Departure.objects.get()
    assert (away.user, away.followed_by, away.back_at) == (bob, dora, None)
    assert (
        "Dora has taken over the seat of Bob."
        in client.get(f"/matches/{match.pk}/").content.decode()
    )
    assert code_of(departure.come_back, match.pk, bob) == "not_yours"
    assert client_of(bob).get(f"/matches/{match.pk}/").status_code == 404  # nothing to see
    assert client.get(f"/join/{token}/").status_code == 302  # the link stays hers


def test_a_stranger_becomes_a_guest_at_the_seat(match, token):
    client = Client()
    assert client.post(f"/join/{token}/sit", {"name": "Emil"}).status_code == 302
    assert match.seats.get(number=1).user.name == "Emil"


def test_the_old_invitation_of_a_seat_gives_nobody_the_seat(match, token):
    match.seats.filter(number=1).update(invite="an-old-one")
    charlie = client_of(person("Charlie"))
    assert "Play on" not in charlie.get("/join/an-old-one/").content.decode()
    assert charlie.post("/join/an-old-one/sit").status_code == 409
    assert match.seats.get(number=1).user.name == "Bob"


def test_who_sits_there_or_was_sent_away_does_not_take_over(match, token, alice):
    charlie = person("Charlie")
    Match.objects.filter(pk=match.pk).update(dismissed=[charlie.pk])
    assert code_of(substitute.take_over, match.pk, alice, token) == "already_seated"
    assert code_of(substitute.take_over, match.pk, charlie, token) == "sent_away"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert code_of(substitute.take_over, match.pk, person("Dora"), token) == "match_over"


def test_a_host_who_is_followed_hands_on_the_table(match, alice, bob):
    departure.come_back(match.pk, bob)
    departure.leave_match(match.pk, alice)
    substitute.offer_seat(match.pk, bob, 0)
    dora = person("Dora")
    substitute.take_over(match.pk, dora, match.seats.get(number=0).offer)
    match.refresh_from_db()
    assert match.host == dora


def test_a_guest_who_signs_in_brings_the_departures_along(match, bob):
    emil = person("Emil")
    merge_guest.merge_guest(guest_id=bob.pk, user_id=emil.pk)
    assert Departure.objects.get().user == emil
    assert match.seats.get(number=1).dealt_to == emil


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("public", "code"), [(True, CHANGED), (False, REVOKED)])
async def test_the_page_of_who_is_followed_is_closed(public, code):
    alice, bob, dora = [await database_sync_to_async(person)(n) for n in ("Alice", "Bob", "Dora")]
    match = await database_sync_to_async(dealt)(alice, bob, public=public)
    async with page(match, bob) as his, page(match, alice) as hers:
        await his.board(), await hers.board()
        await database_sync_to_async(departure.leave_match)(match.pk, bob)
        assert "plays for you" in (await his.board())["content"]
        assert "plays for Bob" in (await hers.board())["content"]
        await database_sync_to_async(substitute.offer_seat)(match.pk, alice, 1)
        token = await database_sync_to_async(lambda: match.seats.get(number=1).offer)()
        assert token in (await hers.board())["content"]
        await database_sync_to_async(substitute.take_over)(match.pk, dora, token)
        assert await his.closed() == code
