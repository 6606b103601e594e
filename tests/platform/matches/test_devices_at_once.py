"""One session, two tabs: what each of them adds at the same moment is there afterwards.

A session used to be written as a whole, as the request knew it that began with it: of two names that
were added at once, one sat at the table and belonged to no device.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.models import Match
from matches.services.seating import tables
from matches.web import access, one_device
from tests.platform.matches.cast import opened, person
from tests.platform.parallel import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 10


def tabs_of(client: Client, count: int) -> list[Client]:
    """Several tabs of one browser, which share its cookies as they are now."""
    tabs = [Client(headers={"Accept-Language": "en"}) for _ in range(count)]
    for tab in tabs:
        tab.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[
            settings.SESSION_COOKIE_NAME
        ].value
    return tabs


@pytest.fixture
def alice() -> User:
    return person("Alice")


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


def test_a_name_and_three_invitations_at_the_same_moment(phone: Client, alice: User) -> None:
    """Also on the first page of a day, when every request writes the session."""
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
