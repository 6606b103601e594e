"""A second window of the same browser cannot take an absent opponent's seat, from any network."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import DeviceHint, User
from accounts.services import devices
from matches.models import Match
from matches.services.absence import departure, substitute
from tests.platform.matches.cast import dealt, person
from tests.platform.matches.sockets import page

pytestmark = pytest.mark.django_db

HOME, AWAY, ELSEWHERE = "192.0.2.1", "192.0.2.2", "192.0.2.3"
BROWSER = {"User-Agent": "Nightly", "Accept-Language": "en"}
REFUSED = "uses the same device"


def signed_in(user: User, address: str) -> Client:
    """Return a window of the tests' one browser, at this address, with this user signed in."""
    client = Client(headers=BROWSER, REMOTE_ADDR=address)
    said = {"login": user.name, "password": "a long enough one"}
    assert client.post(reverse("accounts:sign_in"), said).status_code == 302
    return client


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return dealt(alice, bob)


def bob_leaves(match: Match, bob: User) -> None:
    departure.leave_match(match.pk, bob)
    substitute.offer_seat(match.pk, bob, 1)  # so that the test does not wait


def refused_to(client: Client, match: Match) -> bool:
    """Return whether this window is refused the seat as a player's device."""
    link = f"/join/{match.seats.get(number=1).offer}/"
    said = REFUSED in client.get(link).content.decode()
    code = client.post(f"{link}sit").status_code
    assert code == (403 if said else 302)
    return said


def test_after_a_change_of_address_the_asking_player_is_known(
    match: Match, alice: User, bob: User
) -> None:
    """The player who asks for a substitute uses the same browser in another network and is
    recognised.

    Before, devices were stored only at sign-in and once a day, so a new network made it a
    stranger.
    """
    hers = signed_in(alice, HOME)
    bob_leaves(match, bob)
    hers.post(f"/matches/{match.pk}/seats/1/offer", REMOTE_ADDR=AWAY)
    assert refused_to(signed_in(person("Dora"), AWAY), match)
    assert not refused_to(signed_in(person("Erna"), ELSEWHERE), match)


def test_a_player_who_looks_while_another_is_away_is_known(
    match: Match, alice: User, bob: User
) -> None:
    """No user takes the seat from the address at which that player views the table."""
    hers = signed_in(alice, HOME)
    bob_leaves(match, bob)
    hers.post(f"/matches/{match.pk}/seats/1/offer")
    hers.get(f"/matches/{match.pk}/", REMOTE_ADDR=AWAY)
    assert refused_to(signed_in(person("Dora"), AWAY), match)


def test_a_request_from_a_players_device_is_refused_anywhere(
    match: Match, alice: User, bob: User
) -> None:
    """The user follows the link in the player's browser, and then again from another network."""
    signed_in(alice, HOME)
    bob_leaves(match, bob)
    substitute.offer_seat(match.pk, alice, 1)
    theirs = signed_in(person("Dora"), ELSEWHERE)
    link = f"/join/{match.seats.get(number=1).offer}/"
    assert REFUSED in theirs.get(link, REMOTE_ADDR=HOME).content.decode()
    assert refused_to(theirs, match)


def test_without_need_no_device_is_remembered(match: Match, alice: User, bob: User) -> None:
    """Data that are not needed are not collected.

    No device is stored if no player is away, or if no substitute may follow.
    """
    hers, other = signed_in(alice, HOME), signed_in(person("Charlie"), HOME)
    Match.objects.update(public=True)

    def look() -> int:
        for client in (hers, other):
            assert client.get(f"/matches/{match.pk}/", REMOTE_ADDR=AWAY).status_code == 200
        return DeviceHint.objects.count()

    known = DeviceHint.objects.count()
    assert look() == known
    bob_leaves(match, bob)
    Match.objects.update(rated=True)
    assert look() == known
    Match.objects.update(rated=False, status=Match.Status.FINISHED)
    assert look() == known
    Match.objects.update(status=Match.Status.RUNNING)
    assert look() == known + 1  # Alice, who sits there


def test_a_socket_has_the_device_of_its_page() -> None:
    request = Client(headers=BROWSER, REMOTE_ADDR=HOME).get("/").wsgi_request
    scope = {
        "headers": [(b"user-agent", b"Nightly"), (b"accept-language", b"en")],
        "client": [HOME, 4711],
    }
    assert devices.device_of_socket(scope) == devices.device_of(request)
    assert devices.device_of_socket({"headers": []}) == devices.device_of(
        Client(REMOTE_ADDR="").get("/").wsgi_request
    )


def known(user: User) -> int:
    return DeviceHint.objects.filter(user=user).count()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_connects_or_stays_open_is_known_too() -> None:
    """A laptop that changes its network continues with its socket alone and loads no page."""
    alice, bob = [await database_sync_to_async(person)(name) for name in ("Alice", "Bob")]
    match = await database_sync_to_async(dealt)(alice, bob)
    async with page(match, alice) as hers:
        await hers.board()
        await database_sync_to_async(DeviceHint.objects.all().delete)()
        await database_sync_to_async(bob_leaves)(match, bob)
        await hers.board()
        await hers.send({"sync": 0})
        while "synced" not in await hers.data():
            pass
        assert await database_sync_to_async(known)(alice) == 1
    await database_sync_to_async(DeviceHint.objects.all().delete)()
    async with page(match, alice) as hers:
        await hers.board()
        assert await database_sync_to_async(known)(alice) == 1
