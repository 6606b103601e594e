"""Concurrent requests in a club: each of two gets the right answer, and none a server error."""

from __future__ import annotations

from collections import Counter
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from clubs.models import Club, ClubMember
from clubs.services import join_club
from clubs.services.found_club import found_club
from matches.models import Match
from notifications.models import Notice
from tests.platform.accounts.cast import browser
from tests.platform.clubs.cast import SUNDAY, founded, member, role
from tests.platform.matches.cast import GAME, person
from tests.platform.parallel import at_once
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 5
FOUND, WRONG = HTTPStatus.FOUND, HTTPStatus.UNPROCESSABLE_ENTITY


Sent: TypeAlias = tuple[Client, str, dict[str, Any]]
"""A browser, and what it sends to an address."""


def posted(what: Sent) -> Any:
    client, address, fields = what
    return client.post(address, fields)


def numbered(number: int) -> tuple[Club, User]:
    frida = person(f"Frida {number}")
    named = {"name": f"Sunday {number}", "slug": f"sunday-{number}"}
    return found_club(frida, **SUNDAY | named), frida


def test_two_clubs_by_one_address() -> None:
    """The second founder sees the form again, with an error at the field and all typed values."""
    for number in range(TIMES):
        typed = SUNDAY | {"name": f"Sunday {number}", "slug": f"sunday-{number}"}
        founders = [browser(person(f"{name} {number}")) for name in ("Ada", "Bert")]
        answers = at_once(posted, [(one, "/clubs/new/", typed) for one in founders])
        assert Counter(one.status_code for one in answers) == {FOUND: 1, WRONG: 1}
        (second,) = (one for one in answers if one.status_code == WRONG)
        # The error is for the address or, a moment later, for the name.
        assert second.context["form"].errors.keys() & {"slug", "name"}
        assert "We play on Sundays." in second.content.decode()


def test_a_user_joins_twice_at_once() -> None:
    for number in range(TIMES):
        club, frida = numbered(number)
        ada = person(f"Ada {number}")
        at_once(partial(join_club.join_club, club.pk), [ada, ada])
        assert ClubMember.objects.filter(user=ada).count() == 1
        assert Notice.objects.filter(kind="club", user=frida).count() == 1


def test_a_request_meets_the_link() -> None:
    """A user asks in one window and follows the link in another, and is a member in the end."""
    for number in range(TIMES):
        club, _frida = numbered(number)
        ada = person(f"Ada {number}")
        asking: Sent = (browser(ada), reverse("clubs:act", args=[club.slug, "join"]), {})
        at_once(posted, [asking, (browser(ada), link_of(club), {})])
        assert role(club, ada) == "member"


def test_two_officers_answer_one_request() -> None:
    for number in range(TIMES):
        club, frida = numbered(number)
        otto, ada = member(club, f"Otto {number}", officer=True), person(f"Ada {number}")
        join_club.join_club(club.pk, ada)
        answers = at_once(
            posted,
            [
                (browser(by), reverse("clubs:lead", args=[club.slug, verb]), {"who": ada.pk})
                for by, verb in ((frida, "accept"), (otto, "decline"))
            ],
        )
        assert Counter(one.status_code for one in answers) == {FOUND: 1, HTTPStatus.CONFLICT: 1}
        accepted = answers[0].status_code == FOUND
        assert role(club, ada) == ("member" if accepted else "")


def test_two_members_want_the_last_seat() -> None:
    club, frida = founded()
    address = reverse("clubs:new_table", args=["sunday", GAME])
    browser(frida).post(address, {"seats": "2", "target": "rounds-1", "public": ""})
    match = Match.objects.get()
    sit = reverse("clubs:go_to_table", args=["sunday", match.pk, "sit"])
    people = [browser(member(club, name)) for name in ("Ada", "Bert")]
    answers = at_once(posted, [(one, sit, {}) for one in people])
    assert Counter(one.status_code for one in answers) == {FOUND: 1, HTTPStatus.CONFLICT: 1}
    (second,) = (one for one in answers if one.status_code != FOUND)
    assert "Sunday club" in second.content.decode()


def test_a_club_closes_while_a_user_joins() -> None:
    for number in range(TIMES):
        club, frida = numbered(number)
        joining: Sent = (browser(person(f"Ada {number}")), link_of(club), {})
        closing = (browser(frida), reverse("clubs:close", args=[club.slug]), {"sure": "yes"})
        answers = [one.status_code for one in at_once(posted, [joining, closing])]
        assert answers[0] in (FOUND, HTTPStatus.NOT_FOUND)
        assert answers[1] == FOUND
        assert not Club.objects.filter(pk=club.pk).exists()


def link_of(club: Club) -> str:
    return reverse("clubs:invited", args=[sure(club.invite)])
