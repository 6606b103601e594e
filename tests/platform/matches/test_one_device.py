"""Several people with one device: one signed in, the others guests whose cards are covered."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client

from accounts.models import User
from accounts.online import who_is_here
from config.serving.asgi import application
from core import clock
from games.sleeping_queens.cards import names
from games.sleeping_queens.state import State
from matches.actors import Person
from matches.engine.view import view_for
from matches.models import Match
from matches.present import listings, presence
from matches.present.seat_status import seat_status
from matches.requests import Saying
from matches.services.rounds import finish
from matches.services.seating import seats
from matches.services.seating.merge_guest import merge_guest
from matches.services.talk import post_message
from matches.store.load_match import load_table
from matches.web import access, one_device, shared_browser
from realtime.close_codes import CHANGED, REVOKED
from tests.platform.accounts import cast as people
from tests.platform.matches.cast import act, awaited, opened, person, play_out
from tests.platform.matches.sockets import ORIGIN, PATIENCE, Wire

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def at(match: Match, what: str = "") -> str:
    return f"/matches/{match.pk}/{what}"


def table_for(alice: User, **wanted: Any) -> Match:
    match = opened(alice, bots=1, public=False, rated=False, **wanted)
    match.seats.filter(bot="easy").update(bot="")
    return match


def handed_round(phone: Client, alice: User, **wanted: Any) -> Match:
    """Return a round in which Alice and her guest Berta play with one phone."""
    match = table_for(alice, **wanted)
    phone.post(at(match, "device/guests"), {"name": "Berta"})
    phone.post(at(match, "ready"))
    return match


def hand_on(page: str) -> list[str]:
    """Return the faces of the hand that a page shows open."""
    hand = re.search(r'<ol class="hand".*?</ol>', page, re.DOTALL)
    return [] if hand is None else re.findall(r'id="card-(\w+)-\d+"', hand[0])


def hand_of(match: Match, seat: int) -> list[str]:
    live = load_table(match.pk).live
    assert live is not None
    assert isinstance(live.state, State)
    return list(names(live.state.hands[seat]))


def test_a_guest_is_added_and_readied(phone: Client, alice: User) -> None:
    match = table_for(alice)
    page = phone.get(at(match)).content.decode()
    assert 'id="guest-name"' in page
    assert phone.post(at(match, "device/guests"), {"name": "Berta"}).status_code == 302
    seats = load_table(match.pk).seats
    assert [(seat.name, seat.is_guest) for seat in seats] == [("Alice", False), ("Berta", True)]
    phone.post(at(match, "ready"))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_cards_are_covered_until_somebody_says_who_they_are(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)
    covered = phone.get(at(match)).content.decode()
    assert "I am Alice" in covered
    assert "I am Berta" in covered
    assert hand_on(covered) == []
    for seat, name in enumerate(("Alice", "Berta")):
        phone.post(at(match, "device/show"), {"seat": seat})
        page = phone.get(at(match)).content.decode()
        assert f"{name}\u2019s cards are showing." in page
        assert sorted(hand_on(page)) == sorted(hand_of(match, seat))
        phone.post(at(match, "device/cover"))
        assert hand_on(phone.get(at(match)).content.decode()) == []


def test_the_one_who_holds_it_plays(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)
    table = load_table(match.pk)
    assert table.live is not None
    (turn,) = table.live.awaited.seats
    phone.post(at(match, "device/show"), {"seat": turn})
    picks = view_for(table.live, turn).offers[0]
    said = {"pick": list(picks), "seen": table.shown_version(turn), "key": "one"}
    answer = phone.post(at(match, "actions"), said, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.content
    assert load_table(match.pk).version == 1


def test_covered_cards_play_for_nobody(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)
    answer = phone.post(
        at(match, "actions"),
        {"pick": "draw", "seen": 0, "key": "one"},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 403
    answer = phone.post(at(match, "absence/leave"), headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "hands_covered")


def test_only_those_at_the_device_are_shown(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)
    stranger = Client()
    stranger.force_login(person("Mallory"))
    assert stranger.post(at(match, "device/show"), {"seat": 1}).status_code == 404
    assert phone.post(at(match, "device/show"), {"seat": 7}).status_code == 403
    # The owner's other browser has only the owner's cards.
    laptop = Client()
    laptop.force_login(alice)
    page = laptop.get(at(match)).content.decode()
    assert "I am" not in page
    assert sorted(hand_on(page)) == sorted(hand_of(match, 0))
    assert laptop.post(at(match, "device/show"), {"seat": 1}).status_code == 403


@pytest.mark.parametrize("name", ["Alice", "x" * 99])
def test_a_name_that_cannot_be_had(phone: Client, alice: User, name: str) -> None:
    match = table_for(alice)
    answer = phone.post(at(match, "device/guests"), {"name": name})
    assert answer.status_code == 422
    assert "This name cannot be used" in answer.content.decode()
    assert User.objects.count() == 1


def test_a_taken_name_comes_back_as_a_free_one(phone: Client, alice: User) -> None:
    match = table_for(alice)
    page = phone.post(at(match, "device/guests"), {"name": "Alice"}).content.decode()
    assert "“Alice 2” is free." in page
    assert 'value="Alice 2"' in page


def test_where_it_counts_or_is_a_race_everybody_has_a_device(phone: Client, alice: User) -> None:
    race = table_for(alice, game="schlafmuetzen")
    assert 'id="guest-name"' not in phone.get(at(race)).content.decode()
    answer = phone.post(
        at(race, "device/guests"), {"name": "Berta"}, headers={"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "device_not_shared")
    assert User.objects.count() == 1


def test_nobody_is_added_where_no_seat_is_free(phone: Client, alice: User) -> None:
    match = table_for(alice)
    phone.post(at(match, "device/guests"), {"name": "Berta"})
    answer = phone.post(
        at(match, "device/guests"), {"name": "Carla"}, headers={"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "table_full")
    assert not User.objects.filter(name="Carla").exists()


def test_they_play_again_together(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    answer = phone.post(at(match, "rematch"))
    again = Match.objects.get(rematch_of=match)
    assert str(again.pk) in answer["location"]
    assert [seat.name for seat in load_table(again.pk).seats] == ["Alice", "Berta"]
    phone.post(at(again, "ready"))
    assert phone.get(at(again)).content.decode().count("I am ") == 2


# Lists and status -------------------------------------------------------------------------------


def lists_of(phone: Client) -> str:
    """Return the lists of matches on the device: the list of matches and the start page."""
    return "".join(phone.get(path).content.decode() for path in ("/matches/", "/"))


def test_no_list_tells_or_asks_what_one_hand_knows(phone: Client, alice: User) -> None:
    """The owner's list shows no buttons and no drawn cards while the device is shared.

    Before, its buttons revealed at 22 of 22 positions whether the hand had a card to play. It
    showed "You drew: 6, 10." to anyone with the device, who could also play.
    """
    match = handed_round(phone, alice, game="siebenschlaefer")
    turns = 0
    for _ in range(30):
        seat = awaited(match)
        turns += seat == 0
        page = lists_of(phone)
        assert "Your turn" in page  # regardless of which player at the device must act
        assert 'name="pick"' not in page
        assert "You drew" not in page
        assert "line__asks" not in page
        assert act(match).refusal is None
        if load_table(match.pk).running is None:
            break
    assert turns > 3


def test_no_list_tells_what_one_seat_has_done_unseen(phone: Client, alice: User) -> None:
    """Alice has answered, on hold: all others still see that her answer is missing."""
    match = handed_round(phone, alice)
    round_ = match.rounds.get()
    due_ms = clock.now_ms() + 3_600_000
    waits, has_answered = ({"awaited": seats, "due_ms": due_ms} for seats in ([0], []))
    match.rounds.update(glances=[has_answered, waits, waits])
    assert listings.needs(alice.pk) == {match.pk: "turn"}
    status = seat_status(match.pk, alice.pk)
    assert status is not None
    assert (status.is_awaited, status.due_ms) == (True, due_ms)
    match.rounds.update(glances=[waits, waits, has_answered])
    assert listings.needs(alice.pk) == {}
    status = seat_status(match.pk, alice.pk)
    assert status is not None
    assert not status.is_awaited
    line = listings.public_line(alice, match.pk)
    assert line is not None
    assert (line.need, line.waits_for, line.due) == ("", [], clock.as_datetime(due_ms))
    assert round_.pk


def test_a_round_that_keeps_no_glance_of_everybody_tells_nothing(
    phone: Client, alice: User
) -> None:
    """Such rounds were saved before the server stored the public summary."""
    match = handed_round(phone, alice)
    waits = {"awaited": [0, 1], "due_ms": None}
    match.rounds.update(glances=[waits, waits])
    assert listings.needs(alice.pk) == {}
    assert act(match).refusal is None  # this stores the summary
    assert len(match.rounds.get().glances) == 3


@pytest.mark.parametrize("shown", ["device/cover", "device/show"])
def test_no_list_answers_for_who_does_not_hold_the_device(
    phone: Client, alice: User, shown: str
) -> None:
    match = handed_round(phone, alice)
    phone.post(at(match, shown), {"seat": 1})
    for said in ({"ready": "yes"}, {"pick": ["draw"]}):
        answer = phone.post(f"/matches/{match.pk}/answer?seen=1", said)
        assert answer.status_code == 403
        assert "All cards on this device are hidden." in answer.content.decode()
    assert load_table(match.pk).version == 0


def test_between_rounds_no_list_gets_ready_for_one_of_them(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice, target="rounds-3")
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)
    assert listings.needs(alice.pk) == {match.pk: "ready"}
    page = lists_of(phone)
    assert "Everyone is here. Are you ready?" in page
    assert 'name="ready"' not in page


def test_a_spectators_words_reach_no_covered_page(phone: Client, alice: User) -> None:
    """Messages of spectators reach a device of players only after the round, as for all players."""
    match = handed_round(phone, alice)
    watcher = person("Wilma")
    words = Saying("Alice has the dragon!", key="a-key")
    post_message(load_table(match.pk), Person(watcher.pk, watcher.epoch), words)
    covered = phone.get(at(match)).content.decode()
    assert "All cards are hidden" in covered
    assert "Alice has the dragon!" not in covered
    answer = phone.post(
        at(match, "talk"), {"text": "Who?", "key": "k"}, headers={"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "hands_covered")
    stranger = Client()
    session = stranger.session
    access.remember_invitation(session, match.pk)
    session.save()
    stranger.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    assert "Alice has the dragon!" in stranger.get(at(match)).content.decode()


def test_an_open_hand_may_be_kept_by_nobody(phone: Client, alice: User) -> None:
    """An open hand must not be cached.

    Before, the service worker kept the open page after "Hide cards and pass on", and showed it offline.
    """
    match = handed_round(phone, alice)
    covered = phone.get(at(match))
    assert "Nightcap-Offline" not in covered.headers
    assert "data-not-kept" not in covered.content.decode()
    phone.post(at(match, "device/show"), {"seat": 0})
    shown = phone.get(at(match))
    assert shown.headers["Nightcap-Offline"] == "never"
    assert "data-not-kept" in shown.content.decode()


def test_the_server_knows_who_plays_with_which_device(phone: Client, alice: User) -> None:
    match = handed_round(phone, alice)

    def owners(match: Match) -> list[int | None]:
        return [seat.at_device_of_id for seat in load_table(match.pk).seats]

    assert owners(match) == [None, alice.pk]
    # In a match older than this record, the next hand-over stores it.
    match.seats.update(at_device_of=None)
    phone.post(at(match, "device/show"), {"seat": 1})
    assert owners(match) == [None, alice.pk]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    phone.post(at(match, "rematch"))
    again = Match.objects.get(rematch_of=match)
    assert owners(again) == [None, alice.pk]
    berta = User.objects.get(name="Berta")
    seats.leave_seat(again.pk, berta)
    assert owners(again) == [None, None]


def test_a_guest_who_shares_a_device_goes_on_as_an_account(alice: User) -> None:
    gus = User.objects.create_guest("Gus", "en")
    phone = Client()
    phone.force_login(gus)
    match = handed_round(phone, gus)
    merge_guest(guest_id=gus.pk, user_id=alice.pk)
    assert match.seats.get(number=1).at_device_of == alice


def test_who_signs_in_again_finds_all_cards_covered() -> None:
    """After signing in again, the owner finds all cards covered and the guest still in the match.

    A session loses at sign-out that its device is shared. Before, the next session showed the
    owner's hand to anyone with the device, and no one could play for the guest.
    """
    owner = people.alice()
    phone = Client(headers={"Accept-Language": "en"})
    signed_in = {"login": owner.name, "password": people.PASSWORD}
    phone.post("/sign-in/", signed_in)
    match = handed_round(phone, owner)
    phone.post(at(match, "device/show"), {"seat": 1})
    phone.post("/sign-out/")
    assert phone.get(at(match)).status_code == 404
    phone.post("/sign-in/", signed_in)
    covered = phone.get(at(match)).content.decode()
    assert ("I am Alice" in covered, "I am Berta" in covered) == (True, True)
    assert hand_on(covered) == []
    for seat in (0, 1):
        phone.post(at(match, "device/show"), {"seat": seat})
        assert sorted(hand_on(phone.get(at(match)).content.decode())) == sorted(
            hand_of(match, seat)
        )
    # Another account there, and the owner on another device, are not affected.
    phone.post("/sign-out/")
    mallory = people.bob()
    phone.post("/sign-in/", {"login": mallory.name, "password": people.PASSWORD})
    assert phone.get(at(match)).status_code == 404
    laptop = Client(headers={"Accept-Language": "en"})
    laptop.post("/sign-in/", signed_in)
    assert "I am" not in laptop.get(at(match)).content.decode()
    assert laptop.post(at(match, "device/show"), {"seat": 1}).status_code == 403


@pytest.mark.parametrize("kept", ["", "x", "W10:1a:x"])
def test_a_cookie_that_is_none_of_ours_is_none(kept: str) -> None:
    owner = people.alice()
    phone = Client(headers={"Accept-Language": "en"})
    phone.cookies[shared_browser.COOKIE] = kept
    answer = phone.post("/sign-in/", {"login": owner.name, "password": people.PASSWORD})
    assert answer.status_code == 302
    assert one_device.matches_of(phone.session) == {}


def test_shared_seats_of_a_guest_come_along_to_the_account() -> None:
    """They are added to those of the account."""
    owner = people.alice()
    phone = Client(headers={"Accept-Language": "en"})
    phone.post("/sign-in/", {"login": owner.name, "password": people.PASSWORD})
    first = handed_round(phone, owner)
    phone.post("/sign-out/")
    gus = people.gus()
    phone.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    kept = phone.cookies[shared_browser.COOKIE].value
    phone.force_login(gus)
    phone.cookies[shared_browser.COOKIE] = kept
    second = table_for(gus)
    phone.post(at(second, "device/guests"), {"name": "Carla"})
    phone.post("/sign-in/", {"login": owner.name, "password": people.PASSWORD})
    assert one_device.matches_of(phone.session).keys() == {str(first.pk), str(second.pk)}
    assert set(phone.session[access.INVITED]) >= {str(first.pk), str(second.pk)}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shown", ["device/cover", "device/show"])
@pytest.mark.parametrize("does", ["sync", "act"])
async def test_no_page_outlives_the_sign_out_of_its_owner(shown: str, does: str) -> None:
    """Every request of a page is checked against the account that is signed in.

    Before, only the account of the shown player, a guest, was checked. The page then continued if
    the notification was lost.
    """

    def deal() -> tuple[Client, Match]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        match = handed_round(phone, alice)
        phone.post(at(match, shown), {"seat": 1})
        return phone, match

    def end(phone: Client) -> None:
        Session.objects.get(session_key=phone.session.session_key).delete()
        User.objects.filter(name="Alice").update(epoch=F("epoch") + 1)  # without a notification

    phone, match = await database_sync_to_async(deal)()
    wire = await _page_of(phone, match)
    await wire.receive_from(timeout=PATIENCE)
    before = await database_sync_to_async(load_table)(match.pk)
    await database_sync_to_async(end)(phone)
    said = (
        {"sync": -1}
        if does == "sync"
        else {"pick": ["draw"], "seen": before.shown_version(1), "key": "a-key"}
    )
    await wire.send_to(text_data=json.dumps(said))
    while (answer := await wire.receive_output(PATIENCE))["type"] != "websocket.close":  # type: ignore[no-untyped-call]  # asgiref's has no types
        assert "card-" not in answer["text"]
    assert answer["code"] == REVOKED
    assert (await database_sync_to_async(load_table)(match.pk)).version == before.version
    await wire.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_page_goes_on_when_its_owner_signs_out_elsewhere() -> None:
    def deal() -> tuple[Client, Match, User]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        match = handed_round(phone, alice)
        phone.post(at(match, "device/show"), {"seat": 1})
        return phone, match, alice

    phone, match, alice = await database_sync_to_async(deal)()
    wire = await _page_of(phone, match)
    await wire.receive_from(timeout=PATIENCE)
    await database_sync_to_async(User.objects.filter(pk=alice.pk).update)(epoch=F("epoch") + 1)
    await wire.send_to(text_data=json.dumps({"sync": -1}))
    while "synced" not in (answer := json.loads(await wire.receive_from(timeout=PATIENCE))):
        pass
    assert answer["synced"] >= 0
    await wire.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_hand_covered_without_a_word_is_gone_when_asked_for() -> None:
    """The notification that a device was handed on may be lost too."""

    def deal() -> tuple[Client, Match]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        match = handed_round(phone, alice)
        phone.post(at(match, "device/show"), {"seat": 0})
        return phone, match

    def cover(phone: Client) -> None:
        session: Any = phone.session
        one_device.show_hand(session, User.objects.get(name="Alice"), match.pk, None)
        session.save()

    phone, match = await database_sync_to_async(deal)()
    wire = await _page_of(phone, match)
    assert hand_on(json.loads(await wire.receive_from(timeout=PATIENCE))["content"])
    await database_sync_to_async(cover)(phone)
    await wire.send_to(text_data=json.dumps({"sync": -1}))
    await _is_sent_away(wire)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opened", ["before", "after"])
async def test_the_deal_reaches_no_page_that_was_the_owners_before(opened: str) -> None:
    """The last player to get ready starts the deal. A page that is open on the phone at that moment
    shows no cards, even if it was opened before the device was shared.
    """

    def lay() -> tuple[Client, Match]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        return phone, table_for(alice)

    def share() -> None:
        phone.post(at(match, "device/guests"), {"name": "Berta"})

    phone, match = await database_sync_to_async(lay)()
    if opened == "after":
        await database_sync_to_async(share)()
    wire = await _page_of(phone, match)
    assert "I am ready" in await wire.receive_from(timeout=PATIENCE)
    if opened == "before":
        await database_sync_to_async(share)()
        await _is_sent_away(wire)
        wire = await _page_of(phone, match)
        # A page that connects after sharing is covered from the start.
        assert "I am ready" in await wire.receive_from(timeout=PATIENCE)
    await database_sync_to_async(phone.post)(at(match, "ready"))
    await _is_sent_away(wire)
    covered = (await database_sync_to_async(phone.get)(at(match))).content.decode()
    assert "I am Alice" in covered
    assert hand_on(covered) == []


@pytest.mark.django_db(transaction=True)
async def test_another_page_shows_no_hand_that_was_covered() -> None:
    """The device has a second tab, which its next holder may open."""

    def deal() -> tuple[Client, Match]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        match = handed_round(phone, alice)
        phone.post(at(match, "device/show"), {"seat": 0})
        return phone, match

    phone, match = await database_sync_to_async(deal)()
    wire = await _page_of(phone, match)
    assert hand_on(json.loads(await wire.receive_from(timeout=PATIENCE))["content"])
    await database_sync_to_async(phone.post)(at(match, "device/cover"))
    await _is_sent_away(wire)
    wire = await _page_of(phone, match)
    assert not hand_on(json.loads(await wire.receive_from(timeout=PATIENCE))["content"])
    await database_sync_to_async(phone.post)(at(match, "device/show"), {"seat": 1})
    await _is_sent_away(wire)


async def _page_of(phone: Client, match: Match) -> Wire:
    cookie = f"{settings.SESSION_COOKIE_NAME}={phone.cookies[settings.SESSION_COOKIE_NAME].value}"
    headers = [(b"origin", ORIGIN), (b"host", b"testserver"), (b"cookie", cookie.encode())]
    wire = Wire(application, f"/ws/en/matches/{match.pk}/", headers=headers)
    assert (await wire.connect(timeout=PATIENCE))[0]
    return wire


async def _is_sent_away(wire: Wire) -> None:
    """Check that no card arrives before the page must reconnect."""
    while (said := await wire.receive_output(PATIENCE))["type"] != "websocket.close":  # type: ignore[no-untyped-call]  # asgiref's has no types
        assert "card-" not in said["text"]
    assert said["code"] == CHANGED
    await wire.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shown", ["device/cover", "device/show"])
async def test_all_at_the_device_are_here_and_no_phone_is_a_spectator(shown: str) -> None:
    """Both players count as present, and their phone is not a spectator.

    Before, both were shown as away and the phone as a spectator.
    """

    def deal() -> tuple[Client, Match]:
        phone, alice = Client(), person("Alice")
        phone.force_login(alice)
        match = handed_round(phone, alice)
        phone.post(at(match, shown), {"seat": 1})
        return phone, match

    phone, match = await database_sync_to_async(deal)()
    wire = await _page_of(phone, match)
    await wire.receive_from(timeout=PATIENCE)
    here = await database_sync_to_async(presence.list_present)(match.pk)
    assert here == presence.Presence(seats=frozenset({0, 1}), watching=0)
    assert (await database_sync_to_async(who_is_here)()).count == 1
    await wire.disconnect()
    here = await database_sync_to_async(presence.list_present)(match.pk)
    assert here == presence.Presence(seats=frozenset(), watching=0)
