"""Concurrent requests in a club: each of two gets the right answer, and none a server error."""

from __future__ import annotations

from collections import Counter
from functools import partial
from http import HTTPStatus

import pytest
from django.urls import reverse

from clubs.models import Club, ClubMember
from clubs.services import join_club
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


def test_two_clubs_by_one_address() -> None:
    """The second founder sees the form again, with an error at the field and all typed values."""
    for number in range(TIMES):
        typed = SUNDAY | {"slug": f"sunday-{number}"}
        founders = [browser(person(f"{name} {number}")) for name in ("Ada", "Bert")]
        answers = at_once(lambda one, typed=typed: one.post("/clubs/new/", typed), founders)
        assert Counter(one.status_code for one in answers) == {FOUND: 1, WRONG: 1}
        (second,) = (one for one in answers if one.status_code == WRONG)
        assert "slug" in second.context["form"].errors
        assert "We play on Sundays." in second.content.decode()


def test_a_user_joins_twice_at_once() -> None:
    for number in range(TIMES):
        club, frida = founded(f"Frida {number}", slug=f"sunday-{number}")
        ada = person(f"Ada {number}")
        verbs = [join_club.join_club, join_club.join_club]
        at_once(lambda join, club=club, ada=ada: join(club.pk, ada), verbs)
        assert ClubMember.objects.filter(user=ada).count() == 1
        assert Notice.objects.filter(kind="club", user=frida).count() == 1


def test_a_request_meets_the_link() -> None:
    """A user asks in one window and follows the link in another, and is a member in the end."""
    for number in range(TIMES):
        club, _frida = founded(f"Frida {number}", slug=f"sunday-{number}")
        ada, token = person(f"Ada {number}"), sure(club.invite)
        joins = [partial(join_club.join_club, club.pk), partial(join_club.join_by_link, token)]
        at_once(lambda join, ada=ada: join(ada), joins)
        assert role(club, ada) == "member"


def test_two_officers_answer_one_request() -> None:
    for number in range(TIMES):
        club, frida = founded(f"Frida {number}", slug=f"sunday-{number}")
        otto, ada = member(club, f"Otto {number}", officer=True), person(f"Ada {number}")
        join_club.join_club(club.pk, ada)
        sending = [(browser(frida), "accept"), (browser(otto), "decline")]
        answers = at_once(
            lambda one, ada=ada, club=club: one[0].post(
                reverse("clubs:lead", args=[club.slug, one[1]]), {"who": ada.pk}
            ),
            sending,
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
    answers = at_once(lambda one: one.post(sit), people)
    assert Counter(one.status_code for one in answers) == {FOUND: 1, HTTPStatus.CONFLICT: 1}
    (second,) = (one for one in answers if one.status_code != FOUND)
    assert "Sunday club" in second.content.decode()


def test_a_club_closes_while_a_user_joins() -> None:
    for number in range(TIMES):
        club, frida = founded(f"Frida {number}", slug=f"sunday-{number}")
        link, closing = (
            reverse("clubs:invited", args=[club.invite]),
            reverse("clubs:close", args=[club.slug]),
        )
        sending = [(person(f"Ada {number}"), link), (frida, closing)]
        answers = at_once(
            lambda one: browser(one[0]).post(one[1], {"sure": "yes"}).status_code, sending
        )
        assert answers[0] in (FOUND, HTTPStatus.NOT_FOUND)
        assert answers[1] == FOUND
        assert not Club.objects.filter(pk=club.pk).exists()
