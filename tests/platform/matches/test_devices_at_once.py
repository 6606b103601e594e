"""One session, two tabs: both additions at the same moment are stored.

Before, each request wrote the whole session as it was at its start. Of two names that were added at
once, one had a seat at the table but belonged to no device.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sessions import new_guest
from matches.models import Match
from matches.services.seating import tables
from matches.web import access, one_device
from matches.web.views import one_device as views
from tests.platform.matches.cast import opened, person
from tests.platform.parallel import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 10


def tabs_of(client: Client, count: int) -> list[Client]:
    """Return several tabs of one browser, which share its present cookies."""
    tabs = [Client(headers={"Accept-Language": "en"}) for _ in range(count)]
    for tab in tabs:
        tab.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[
            settings.SESSION_COOKIE_NAME
        ].value
    return tabs


@pytest.fixture
def phone(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def table_for(alice: User, seats: int = 4) -> Match:
    return tables.open_match(alice, "sleeping_queens", seats=seats, public=False, rated=False)


def guests_of(match: Match, alice: User) -> set[int]:
    return set(match.seats.exclude(user=None).exclude(user=alice).values_list("user_id", flat=True))


def test_two_names_added_in_two_tabs_belong_to_the_device(phone: Client, alice: User) -> None:
    for number in range(TIMES):
        match = table_for(alice)
        address = reverse("matches:add_guest", args=[match.pk])

        def add(tab: tuple[Client, str], address: str = address) -> int:
            return tab[0].post(address, {"name": tab[1]}).status_code

        names = [f"Berta {number}", f"Carla {number}", f"Dora {number}"]
        assert at_once(add, list(zip(tabs_of(phone, 3), names, strict=True))) == [302] * 3
        here = one_device.guest_ids(phone.session, match.pk)
        assert len(here) == 3
        assert set(here) == guests_of(match, alice)
        assert access.is_invited(phone.session, match.pk)


def test_a_name_added_while_the_session_ends_takes_no_seat(
    phone: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is added during a sign-out in another tab takes no seat.

    No player sits at the table without a device: the whole addition is rolled back.
    """
    match = table_for(alice)
    tab = tabs_of(phone, 1)[0]

    def late(request: HttpRequest, name: str = "") -> User:
        at_once(lambda page: page.post(reverse("accounts:sign_out")).status_code, [phone])
        return new_guest(request, name)

    monkeypatch.setattr(views, "new_guest", late)
    answer = tab.post(reverse("matches:add_guest", args=[match.pk]), {"name": "Berta"})
    assert answer.status_code == 400
    assert guests_of(match, alice) == set()
    assert not User.objects.filter(name="Berta").exists()


def test_a_guest_signs_in_while_a_name_is_added_in_another_tab() -> None:
    """The device continues to play for all of its players: seats, guests and invitations are kept.

    Before, they were lost with the old session. A name that is added too late has no seat.
    """
    host = person("Bob")
    for number in range(TIMES):
        alice, gus = person(f"Alice {number}"), User.objects.create_guest(f"Gus {number}", "en")
        browser = Client(headers={"Accept-Language": "en"})
        browser.force_login(gus)
        match, other = table_for(gus), opened(host, bots=1, public=False)
        add = reverse("matches:add_guest", args=[match.pk])
        assert browser.post(add, {"name": f"Berta {number}"}).status_code == 302
        browser.post(reverse("lobby:watch_by_invitation", args=[other.invite]))
        signs_in, adds = tabs_of(browser, 2)

        def do(what: tuple[Client, str, dict[str, str]]) -> int:
            tab, address, fields = what
            return tab.post(address, fields).status_code

        word = {"login": alice.name, "password": "a long enough one"}
        wanted = [
            (signs_in, reverse("accounts:sign_in"), word),
            (adds, add, {"name": f"Carla {number}"}),
        ]
        answers = at_once(do, wanted)
        assert answers[0] == 302
        session = signs_in.session
        assert session[SESSION_KEY] == str(alice.pk)
        assert set(one_device.guest_ids(session, match.pk)) == guests_of(match, alice)
        assert len(guests_of(match, alice)) == 1 + (answers[1] == 302)
        assert access.is_invited(session, other.pk)


def test_a_name_and_three_invitations_at_the_same_moment(phone: Client, alice: User) -> None:
    """It also works on the first page of a day, when every request writes the session."""
    host = person("Bob")
    for number in range(TIMES):
        match = table_for(alice)
        others = [opened(host, bots=1, public=False) for _ in range(3)]
        watch = [reverse("lobby:watch_by_invitation", args=[other.invite]) for other in others]
        User.objects.filter(pk=alice.pk).update(seen_on="2020-01-01")

        def do(what: tuple[Client, str, Any]) -> int:
            tab, address, fields = what
            return tab.post(address, fields).status_code

        name = {"name": f"Berta {number}"}
        wanted = [
            (reverse("matches:add_guest", args=[match.pk]), name),
            *((address, {}) for address in watch),
        ]
        tabs = tabs_of(phone, len(wanted))
        answers = at_once(do, [(tab, *what) for tab, what in zip(tabs, wanted, strict=True)])
        assert answers == [302] * len(wanted)
        session = phone.session
        assert set(one_device.guest_ids(session, match.pk)) == guests_of(match, alice)
        assert all(access.is_invited(session, other.pk) for other in others)
