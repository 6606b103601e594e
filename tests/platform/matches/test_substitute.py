"""Pages of a table with an absent player, and substitutes who follow a link."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import DeviceHint, User
from accounts.services import blocks, vacation
from accounts.services.preferences import set_preferences
from core import clock
from core.refusals import Refused
from matches.engine.clocks import HOUR_MS
from matches.models import Departure, Match
from matches.present import occasion
from matches.services.absence import departure, substitute, tell_of_absence
from matches.services.clock import pause
from matches.services.rounds import abandonment, finish
from matches.services.seating.merge_guest import merge_guest
from notifications.models import Notice
from ratings.services.recompute_ratings import rated_results
from realtime.close_codes import CHANGED, REVOKED
from tests.platform.matches.cast import dealt, followed, person, play_out, take_over
from tests.platform.matches.sockets import page
from tests.sure import sure

pytestmark = pytest.mark.django_db


def code_of(function: Callable[..., object], *args: Any) -> str:
    with pytest.raises(Refused) as caught:
        function(*args)
    return caught.value.refusal.code


HERE = "a device that nobody else has"
NOON = round(datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp() * 1000)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    DeviceHint.objects.filter(user=user).delete()  # all tests use one address
    return client


def signed_in(user: User, browser: str = "Nightly") -> Client:
    """Return a browser of this kind with this user really signed in."""
    client = Client(headers={"User-Agent": browser, "Accept-Language": "en"})
    said = {"login": user.name, "password": "a long enough one"}
    assert client.post(reverse("accounts:sign_in"), said).status_code == 302
    return client


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    return match


@pytest.fixture
def token(match: Match, alice: User, bob: User) -> str:
    """Return the link without a wait, because Bob agrees himself."""
    substitute.offer_seat(match.pk, bob, 1)
    substitute.offer_seat(match.pk, alice, 1)
    return sure(match.seats.get(number=1).offer)


def test_everybody_sees_that_a_bot_plays(match: Match, alice: User, bob: User) -> None:
    """The holder of the seat also sees how to come back."""
    url = f"/matches/{match.pk}/"
    others = client_of(alice).get(url).content.decode()
    assert re.search(r"\w+ plays for Bob\.", others)
    assert "bot plays</span>" in others
    assert "Bob has left. A bot plays instead." in others
    assert "Take my seat back" not in others
    his = client_of(bob).get(url).content.decode()
    assert "Take my seat back" in his
    assert "Leave the match?" not in his
    assert "Leave the match?" in others


def test_leaving_and_coming_back_by_the_buttons(alice: User, bob: User) -> None:
    match = dealt(alice, bob)
    client = client_of(bob)
    assert client.post(f"/matches/{match.pk}/absence/leave").status_code == 302
    assert match.seats.get(number=1).stand_in
    assert client.post(f"/matches/{match.pk}/absence/back").status_code == 302
    assert not match.seats.get(number=1).stand_in
    shown = client.get(f"/matches/{match.pk}/").content.decode()
    assert "Bob is back." in shown
    assert client.get(f"/matches/{match.pk}/absence/back").status_code == 405


def test_a_match_that_ended_says_why(alice: User) -> None:
    match = dealt(alice, bots=1)
    departure.leave_match(match.pk, alice)
    abandonment.abandon_match(match.pk)
    shown = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "nobody was left at the table" in shown
    refused = client_of(alice).post(f"/matches/{match.pk}/absence/leave")
    assert refused.status_code == 409


def test_lists_say_that_a_bot_plays_and_ask_nothing(match: Match, alice: User, bob: User) -> None:
    his = client_of(bob).get("/matches/").content.decode()
    assert "a bot plays for you" in his
    assert "is-waiting" not in his
    assert "Bob (a bot plays)" in strip_tags(client_of(alice).get("/matches/").content.decode())


def test_who_may_ask_for_a_substitute(match: Match, alice: User, bob: User) -> None:
    assert code_of(substitute.offer_seat, match.pk, person("Charlie"), 1) == "not_yours"
    assert code_of(substitute.offer_seat, match.pk, alice, 0) == "not_away"
    assert code_of(substitute.offer_seat, match.pk, alice, 9) == "not_found"
    substitute.offer_seat(match.pk, bob, 1)  # for a person whom he chooses himself
    assert match.seats.get(number=1).offer is None  # Alice has not agreed
    substitute.offer_seat(match.pk, alice, 1)
    first = match.seats.get(number=1).offer
    substitute.offer_seat(match.pk, alice, 1)
    assert match.seats.get(number=1).offer == first
    departure.come_back(match.pk, bob)
    assert match.seats.get(number=1).offer is None
    assert code_of(substitute.take_over, match.pk, person("Dora"), first, HERE) == "not_found"


def test_only_who_sits_there_is_shown_the_link(match: Match, token: str, alice: User) -> None:
    url = f"/matches/{match.pk}/"
    Match.objects.filter(pk=match.pk).update(public=True)
    assert token in client_of(alice).get(url).content.decode()
    assert token not in Client().get(url).content.decode()
    assert token not in client_of(person("Charlie")).get(url).content.decode()


def test_a_substitute_plays_on_and_the_holder_keeps_the_place(
    match: Match, token: str, alice: User, bob: User
) -> None:
    dora = person("Dora")
    client = signed_in(dora)
    asked = client.get(f"/join/{token}/").content.decode()
    assert "Bob is away from a table (Sleeping Queens)" in asked
    assert client.post(f"/join/{token}/sit").headers["Location"] == f"/matches/{match.pk}/"
    place = match.seats.get(number=1)
    assert (place.user, place.stand_in, place.offer, place.dealt_to) == (dora, "", None, bob)
    away = Departure.objects.get()
    assert (away.user, away.followed_by, away.back_at) == (bob, dora, None)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "Dora has taken over the seat of Bob." in page
    assert client.get(f"/join/{token}/").status_code == 302  # the link stays hers


def test_the_holder_takes_the_seat_back_from_a_substitute(
    match: Match, token: str, bob: User
) -> None:
    """The holder may take the seat back from a substitute.

    Before, an absent player was refused permanently, whatever had delayed them.
    """
    dora = person("Dora")
    substitute.take_over(match.pk, dora, token, HERE)
    url, his = f"/matches/{match.pk}/", client_of(bob)
    page = his.get(url).content.decode()
    assert "Dora has taken over your seat." in page
    assert his.post(f"{url}absence/back").status_code == 302
    place, away = match.seats.get(number=1), Departure.objects.get()
    assert (place.user, place.stand_in, place.invite) == (bob, "", None)
    assert (away.followed_by, away.back_at is not None) == (dora, True)
    page = his.get(url).content.decode()
    assert "Dora has taken over the seat of Bob." in page
    assert "Bob is back." in page
    assert code_of(departure.come_back, match.pk, dora) == "not_yours"
    assert client_of(dora).get(url).status_code == 404
    # The holder may be away again, and a substitute may follow as before.
    departure.leave_match(match.pk, bob)
    take_over(match, 1, dora)
    assert match.seats.get(number=1).user == dora


def test_a_holder_comes_back_where_the_substitute_is_away(
    match: Match, token: str, bob: User
) -> None:
    dora = person("Dora")
    substitute.take_over(match.pk, dora, token, HERE)
    departure.leave_match(match.pk, dora)
    departure.come_back(match.pk, bob)
    place = match.seats.get(number=1)
    assert (place.user, place.stand_in) == (bob, "")
    assert code_of(departure.come_back, match.pk, dora) == "not_yours"
    departure.leave_match(match.pk, bob)
    assert Departure.objects.filter(back_at=None, followed_by=None).count() == 1


def test_a_host_who_comes_back_is_the_host_again(alice: User, bob: User) -> None:
    match, dora = dealt(alice, bob), person("Dora")
    departure.leave_match(match.pk, alice)
    take_over(match, 0, dora)
    match.refresh_from_db()
    assert match.host == dora
    departure.come_back(match.pk, alice)
    match.refresh_from_db()
    assert match.host == alice


# Gains from another player's absence -------------------------------------------------------------


def test_a_second_window_gets_no_absent_opponents_seat_or_rating(alice: User, bob: User) -> None:
    """The whole attack fails at every step.

    In a rated quick match, Bob's connection drops. Alice sits down in his seat as a guest in a
    private window, sees his hand, loses on purpose, and his rating pays.
    """
    match = dealt(alice, bob, public=True, rated=True)
    departure.leave_match(match.pk, bob)
    hers = signed_in(alice)
    assert hers.post(f"/matches/{match.pk}/seats/1/offer").status_code == 409
    place = match.seats.get(number=1)
    assert (place.offer, place.user) == (None, bob)
    page = hers.get(f"/matches/{match.pk}/").content.decode()
    assert "This match is rated, so there are no substitutes" in page
    assert "Find a substitute" not in page
    # An offer from before the change of rules does not open the seat either.
    match.seats.filter(number=1).update(offer="from-before")
    for window in (Client(), signed_in(person("Mallory"), browser="Another")):
        joining = window.get("/join/from-before/").content.decode()
        assert "This match is rated, so there are no substitutes" in joining
        assert 'id="sit"' not in joining
        assert window.post("/join/from-before/sit", {"name": "Emil"}).status_code == 409
    assert match.seats.get(number=1).user == bob
    assert client_of(bob).post(f"/matches/{match.pk}/absence/back").status_code == 302
    assert not match.seats.get(number=1).stand_in


@pytest.mark.parametrize(
    "counts",
    [
        {"rated": True},
        {"occasion": occasion.stored_occasion("Kitchen league", "/leagues/kitchen/")},
        {"sealed_until": datetime(2026, 11, 22, tzinfo=UTC)},
    ],
    ids=["rated", "league", "daily deal"],
)
def test_where_it_counts_a_bot_alone_plays_on(
    match: Match, alice: User, counts: dict[Any, Any]
) -> None:
    Match.objects.filter(pk=match.pk).update(**counts)
    assert code_of(substitute.offer_seat, match.pk, alice, 1) == "no_substitute"


def test_all_others_are_asked_also_who_is_away(alice: User, bob: User) -> None:
    """One player and a friend could otherwise fill a table whose other people are away."""
    carla, dora = person("Carla"), person("Dora")
    match = dealt(alice, bob, carla)
    for user in (bob, carla):
        departure.leave_match(match.pk, user)
    substitute.offer_seat(match.pk, bob, 1)
    substitute.offer_seat(match.pk, alice, 1)
    page = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "Waiting for: Carla." in page
    assert "/join/" not in page
    assert match.seats.get(number=1).offer is None
    departure.come_back(match.pk, carla)
    theirs = client_of(carla)
    assert "Agree to a substitute" in theirs.get(f"/matches/{match.pk}/").content.decode()
    theirs.post(f"/matches/{match.pk}/seats/1/offer")
    link = sure(match.seats.get(number=1).offer)
    assert link in theirs.get(f"/matches/{match.pk}/").content.decode()
    # A player who has not agreed yet sits there by now: no substitute may follow without consent.
    Departure.objects.filter(seat=1).update(agreed=[alice.pk, bob.pk])
    assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "not_all_agree"
    page = signed_in(dora).get(f"/join/{link}/").content.decode()
    assert "Not all players at the table have agreed" in page


@pytest.mark.parametrize(("tempo", "minutes"), [("", 3), ("three_days", 24 * 60)])
def test_the_holder_has_time_to_object(alice: User, bob: User, tempo: str, minutes: int) -> None:
    match, dora = dealt(alice, bob, tempo=tempo), person("Dora")
    departure.leave_match(match.pk, bob)
    asked_ms = clock.now_ms()
    with clock.stopped(asked_ms):
        substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    page = client_of(bob).get(f"/matches/{match.pk}/").content.decode()
    assert "The others would like a substitute to play for you meanwhile." in page
    with clock.stopped(asked_ms + minutes * 60_000 - 1):
        assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "may_object"
        page = signed_in(dora).get(f"/join/{link}/").content.decode()
        assert "can still object until" in page
    with clock.stopped(asked_ms + minutes * 60_000):
        substitute.take_over(match.pk, dora, link or "", HERE)
    assert match.seats.get(number=1).user == dora


def test_the_holder_is_told_once_that_a_substitute_is_wanted(
    match: Match, alice: User, bob: User
) -> None:
    """Time to object is of no use to a player who learns of it afterwards."""
    for _ in range(2):
        substitute.offer_seat(match.pk, alice, 1)
    (notice,) = Notice.objects.filter(user=bob, kind="decision")
    assert notice.news is not None
    assert notice.news["sentence"] == tell_of_absence.SENTENCES["wanted"]
    assert not Notice.objects.filter(user=alice, kind="decision").exists()


def test_consent_is_taken_back_until_the_substitute_sits(
    match: Match, alice: User, bob: User
) -> None:
    """A player can withdraw consent until the substitute sits down.

    Before, they could not, although no substitute sat there yet.
    """
    dora, hers = person("Dora"), client_of(alice)
    url = f"/matches/{match.pk}/"
    assert "No substitute after all" not in hers.get(url).content.decode()
    asked_ms = clock.now_ms()
    with clock.stopped(asked_ms):
        substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    assert "No substitute after all" in hers.get(url).content.decode()
    assert "No substitute after all" not in client_of(bob).get(url).content.decode()
    assert hers.post(f"{url}seats/1/offer/take-back").status_code == 302
    away = match.departures.get()
    assert (away.agreed, away.asked_at, match.seats.get(number=1).offer) == ([], None, None)
    assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "not_found"
    # After a new request the holder has the full time to object again, and at most one notice a
    # day.
    with clock.stopped(asked_ms + 2 * 60_000):
        substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    with clock.stopped(asked_ms + 4 * 60_000):
        assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "may_object"
    with clock.stopped(asked_ms + 5 * 60_000):
        substitute.take_over(match.pk, dora, link or "", HERE)
    assert code_of(substitute.take_consent_back, match.pk, alice, 1) == "not_away"
    assert match.seats.get(number=1).user == dora
    assert code_of(substitute.take_consent_back, match.pk, alice, 9) == "not_found"
    assert code_of(substitute.take_consent_back, match.pk, person("Eve"), 1) == "not_yours"


def test_consent_that_is_taken_back_closes_the_link(alice: User, bob: User) -> None:
    """At a table of three the other player's request remains."""
    carla = person("Carla")
    match = dealt(alice, bob, carla)
    departure.leave_match(match.pk, bob)
    for user in (alice, carla):
        substitute.offer_seat(match.pk, user, 1)
    substitute.take_consent_back(match.pk, carla, 1)
    away = match.departures.get()
    assert (away.agreed, away.asked_at is None) == ([alice.pk], False)
    assert match.seats.get(number=1).offer is None
    substitute.take_consent_back(match.pk, carla, 1)  # a second call changes nothing
    page = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "Waiting for: Carla." in page


def test_quiet_hours_are_no_time_to_object(alice: User, bob: User) -> None:
    """Quiet hours do not count for the time to object.

    Before, a player who slept had a third of the time, although no correspondence deadline counts
    nights.
    """
    set_preferences(bob, time_zone="UTC", quiet_from=22 * 60, quiet_until=6 * 60)
    match, dora = dealt(alice, bob, tempo="three_days"), person("Dora")
    departure.leave_match(match.pk, bob)
    with clock.stopped(NOON):
        substitute.offer_seat(match.pk, alice, 1)
    page = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "Quiet hours and vacations do not count." in page
    link = match.seats.get(number=1).offer
    with clock.stopped(NOON + 32 * HOUR_MS - 1):  # a day, and the night in between
        assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "may_object"
    with clock.stopped(NOON + 32 * HOUR_MS):
        substitute.take_over(match.pk, dora, link or "", HERE)


def test_a_vacation_is_no_time_to_object(alice: User, bob: User) -> None:
    match, dora = dealt(alice, bob, tempo="three_days"), person("Dora")
    with clock.stopped(NOON):
        set_preferences(bob, time_zone="UTC")
        today = clock.now().date()
        vacation.go_away(bob, today, today + timedelta(days=1))
        departure.leave_match(match.pk, bob)
        substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    with clock.stopped(NOON + 60 * HOUR_MS - 1):  # 36 hours of vacation, and a day
        assert code_of(substitute.take_over, match.pk, dora, link, HERE) == "may_object"
    with clock.stopped(NOON + 60 * HOUR_MS):
        substitute.take_over(match.pk, dora, link or "", HERE)


def test_a_pause_stops_the_time_to_object(match: Match, alice: User, bob: User) -> None:
    substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    pause.agree_to_pause(match.pk, alice)
    with clock.shifted(24 * HOUR_MS):
        refused = code_of(substitute.take_over, match.pk, person("Dora"), link, HERE)
        assert refused == "may_object_later"


def test_in_a_live_match_quiet_hours_count_as_for_decisions(alice: User, bob: User) -> None:
    set_preferences(bob, time_zone="UTC", quiet_from=11 * 60, quiet_until=20 * 60)
    match, dora = dealt(alice, bob), person("Dora")
    departure.leave_match(match.pk, bob)
    with clock.stopped(NOON):
        substitute.offer_seat(match.pk, alice, 1)
    with clock.stopped(NOON + 3 * 60_000):
        substitute.take_over(match.pk, dora, match.seats.get(number=1).offer or "", HERE)


def test_a_link_to_play_on_lets_nobody_watch_a_private_match(
    match: Match, token: str, alice: User
) -> None:
    """A link for a substitute does not let other users watch.

    Before, it opened the table permanently to anyone who had it, even after its offer had ended.
    """
    url = f"/matches/{match.pk}/"
    match.departures.update(agreed=[])
    stranger = client_of(person("Eve"))
    assert "Just watch" not in stranger.get(f"/join/{token}/").content.decode()
    assert stranger.post(f"/join/{token}/watch").status_code == 403
    assert stranger.get(url).status_code == 404
    match.departures.update(agreed=[alice.pk, match.departures.get().user_id])
    substitute.take_over(match.pk, person("Dora"), token, HERE)
    assert stranger.post(f"/join/{token}/watch").status_code == 403
    assert stranger.get(url).status_code == 404
    Match.objects.filter(pk=match.pk).update(public=True)
    assert stranger.post(f"/join/{token}/watch").status_code == 302


def test_a_substitute_looks_on_no_longer_than_they_sit_there(
    match: Match, token: str, bob: User
) -> None:
    """A substitute cannot watch a private table after the holder is back.

    Before, their browser remembered the link and could.
    """
    theirs, url = signed_in(person("Dora")), f"/matches/{match.pk}/"
    assert theirs.post(f"/join/{token}/sit").status_code == 302
    assert theirs.get(url).status_code == 200
    departure.come_back(match.pk, bob)
    assert theirs.get(url).status_code == 404


def test_who_objects_is_followed_by_nobody_until_they_are_back(
    match: Match, token: str, alice: User, bob: User
) -> None:
    his = client_of(bob)
    assert "No substitute in my seat" in his.get(f"/matches/{match.pk}/").content.decode()
    assert his.post(f"/matches/{match.pk}/absence/object").status_code == 302
    assert match.seats.get(number=1).offer is None
    assert code_of(substitute.take_over, match.pk, person("Dora"), token, HERE) == "not_found"
    # Before, a user who followed the link read that a piece of it is missing.
    assert (
        "It may have been withdrawn"
        in client_of(person("Emil")).get(f"/join/{token}/").content.decode()
    )
    assert code_of(substitute.offer_seat, match.pk, alice, 1) == "substitute_unwanted"
    page = client_of(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "does not want a substitute" in page
    # Before, the absent player read of "the player who is away", as if it were another.
    own = his.get(f"/matches/{match.pk}/").content.decode()
    assert "You do not want a substitute" in own
    assert "does not want a substitute" not in own
    assert code_of(substitute.object_to_substitute, match.pk, alice) == "not_away"


def test_a_holder_can_agree_when_all_others_have(match: Match, alice: User, bob: User) -> None:
    """The holder can agree after the link exists.

    Before, the button disappeared with the link, and a substitute had to wait a day all the same.
    """
    url, agree = f"/matches/{match.pk}/", re.compile(r'form="offer-seat-1"\s*>\s*Agree to a subst')
    substitute.offer_seat(match.pk, alice, 1)
    token, his = match.seats.get(number=1).offer, client_of(bob)
    assert agree.search(his.get(url).content.decode())
    assert not agree.search(client_of(alice).get(url).content.decode())
    assert his.post(f"{url}seats/1/offer").status_code == 302
    assert not agree.search(his.get(url).content.decode())
    substitute.take_over(match.pk, person("Dora"), sure(token), HERE)


def test_a_stranger_or_a_guest_needs_an_account(match: Match, token: str) -> None:
    stranger = Client()
    page = stranger.get(f"/join/{token}/").content.decode()
    assert "You need an account to take over a seat." in page
    assert f"/sign-in/?next=/join/{token}/" in page
    assert stranger.post(f"/join/{token}/sit", {"name": "Emil"}).status_code == 403
    assert not User.objects.filter(name="Emil").exists()
    guest = User.objects.create_guest("Gus", "en")
    assert code_of(substitute.take_over, match.pk, guest, token, HERE) == "account_needed"
    assert sure(match.seats.get(number=1).user).name == "Bob"


def test_no_device_or_account_of_another_seat_takes_over(
    match: Match, token: str, alice: User
) -> None:
    """A private window has another session, but the same browser at the same address."""
    signed_in(alice)  # from the default browser of all `signed_in()` calls
    dora, elsewhere = person("Dora"), signed_in(person("Erna"), browser="Another")
    private = signed_in(dora)
    page = private.get(f"/join/{token}/").content.decode()
    assert "uses the same device" in page
    assert private.post(f"/join/{token}/sit").status_code == 403
    # The account was on that device, so it stays refused from any other device.
    assert code_of(substitute.take_over, match.pk, dora, token, HERE) == "substitute_at_device"
    assert elsewhere.post(f"/join/{token}/sit").status_code == 302


def test_who_has_played_in_another_seat_takes_no_second_one(alice: User, bob: User) -> None:
    """They know two hands then, however long ago they left the first."""
    carla, dora = person("Carla"), person("Dora")
    match = dealt(alice, bob, carla)
    departure.leave_match(match.pk, carla)
    take_over(match, 2, dora)
    departure.come_back(match.pk, carla)
    departure.leave_match(match.pk, bob)
    with pytest.raises(Refused, match="substitute_has_sat"):
        take_over(match, 1, dora)


def test_a_persons_bot_neither_asks_nor_is_asked_nor_follows(alice: User, bob: User) -> None:
    robot = person("Robot")
    match = dealt(alice, bob, robot, welcomes_bots=True)
    User.objects.filter(pk=robot.pk).update(is_bot=True)
    robot.refresh_from_db()
    departure.leave_match(match.pk, bob)
    assert code_of(substitute.offer_seat, match.pk, robot, 1) == "for_people"
    substitute.offer_seat(match.pk, alice, 1)
    link = match.seats.get(number=1).offer
    assert link is not None
    other = person("Other")
    other.is_bot = True
    assert code_of(substitute.take_over, match.pk, other, link, HERE) == "for_people"


def test_nobody_follows_at_a_device_that_is_handed_round(alice: User, bob: User) -> None:
    """The seat could not be returned on a shared phone, neither to a guest nor to its owner."""
    carla = person("Carla")
    match = dealt(alice, bob, carla)
    match.seats.filter(number=2).update(at_device_of=alice)
    for seat, user in ((2, carla), (0, alice)):
        departure.leave_match(match.pk, user)
        assert code_of(substitute.offer_seat, match.pk, bob, seat) == "no_substitute_at_device"


def test_who_lends_their_device_to_a_seat_takes_no_second_one(
    alice: User, bob: User, dora: User
) -> None:
    """The owner left the table before the deal, so they are not among its people; but they see that
    hand.
    """
    carla = person("Carla")
    match = dealt(alice, bob, carla)
    match.seats.filter(number=2).update(at_device_of=dora)
    departure.leave_match(match.pk, bob)
    with pytest.raises(Refused, match="substitute_has_sat"):
        take_over(match, 1, dora)


def test_nobody_blocked_sits_down_at_a_public_table_that_runs(
    alice: User, bob: User, dora: User
) -> None:
    """A player at the table made the block. Before the deal, the host of a public table may send a
    blocked user away, so the block is not checked. Once the match runs, the host no longer can.
    """
    match = dealt(alice, bob, public=True, rated=False)
    departure.leave_match(match.pk, bob)
    for user in (bob, alice):
        substitute.offer_seat(match.pk, user, 1)
    token = match.seats.get(number=1).offer
    assert token is not None
    blocks.block_user(alice, dora.pk)
    assert code_of(substitute.take_over, match.pk, dora, token, HERE) == "not_open_to_you"
    blocks.unblock_user(alice, dora.pk)
    assert substitute.take_over(match.pk, dora, token, HERE).user == dora


def test_nobody_follows_whom_a_player_blocked_who_may_come_back(
    alice: User, bob: User, dora: User
) -> None:
    """The check includes the player whose seat it is, not only those who sit there."""
    match, emil = followed(alice, bob, dora), person("Emil")
    blocks.block_user(bob, emil.pk)
    departure.leave_match(match.pk, dora)
    with pytest.raises(Refused, match="not_open_to_you"):
        take_over(match, 1, emil)


def test_a_match_with_a_substitute_does_not_count_for_ratings(alice: User, bob: User) -> None:
    """The match is older than the rule that rated matches have no substitutes."""
    match = followed(alice, bob, person("Dora"), public=True, rated=False)
    Match.objects.filter(pk=match.pk).update(rated=True)
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    match.refresh_from_db()
    assert (match.status, match.rated) == (Match.Status.FINISHED, False)
    assert list(rated_results(match.game)) == []


def test_the_old_invitation_of_a_seat_gives_nobody_the_seat(match: Match, token: str) -> None:
    match.seats.filter(number=1).update(invite="an-old-one")
    charlie = client_of(person("Charlie"))
    assert "Take over" not in charlie.get("/join/an-old-one/").content.decode()
    assert charlie.post("/join/an-old-one/sit").status_code == 409
    assert sure(match.seats.get(number=1).user).name == "Bob"


def test_who_sits_there_or_was_sent_away_does_not_take_over(
    match: Match, token: str, alice: User
) -> None:
    charlie = person("Charlie")
    Match.objects.filter(pk=match.pk).update(dismissed=[charlie.pk])
    assert code_of(substitute.take_over, match.pk, alice, token, HERE) == "already_seated"
    assert code_of(substitute.take_over, match.pk, charlie, token, HERE) == "sent_away"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert code_of(substitute.take_over, match.pk, person("Dora"), token, HERE) == "match_over"


def test_a_guest_who_signs_in_brings_their_consent_along(alice: User, bob: User) -> None:
    """The guest's consent is kept.

    Before, the account had to agree again, and the link was gone in the meantime.
    """
    guest, emil, dora = User.objects.create_guest("Gus", "en"), person("Emil"), person("Dora")
    match = dealt(guest, bob)
    departure.leave_match(match.pk, bob)
    for user in (bob, guest):
        substitute.offer_seat(match.pk, user, 1)
    merge_guest(guest_id=guest.pk, user_id=emil.pk)
    assert match.departures.get().agreed == sorted([bob.pk, emil.pk])
    substitute.take_over(match.pk, dora, match.seats.get(number=1).offer or "", HERE)


def test_a_guest_who_signs_in_brings_the_departures_along(match: Match, bob: User) -> None:
    emil = person("Emil")
    merge_guest(guest_id=bob.pk, user_id=emil.pk)
    assert Departure.objects.get().user == emil
    assert match.seats.get(number=1).dealt_to == emil


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("public", [True, False])
async def test_the_page_of_who_is_followed_or_came_back_connects_anew(public: bool) -> None:
    alice, bob, dora = [await database_sync_to_async(person)(n) for n in ("Alice", "Bob", "Dora")]
    match = await database_sync_to_async(dealt)(alice, bob, public=public, rated=False)
    async with page(match, bob) as his, page(match, alice) as hers:
        await his.board(), await hers.board()
        await database_sync_to_async(departure.leave_match)(match.pk, bob)
        assert "plays for you" in (await his.board())["content"]
        assert "plays for Bob" in (await hers.board())["content"]
        await database_sync_to_async(take_over)(match, 1, dora)
        assert await his.closed() == CHANGED
    async with page(match, bob) as his, page(match, dora) as theirs:
        assert "has taken over your seat" in (await his.board())["content"]
        await theirs.board()
        await database_sync_to_async(departure.come_back)(match.pk, bob)
        assert await his.closed() == CHANGED
        assert await theirs.closed() == (CHANGED if public else REVOKED)
