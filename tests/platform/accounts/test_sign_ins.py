"""Users see their sign-ins, and can end them."""

from __future__ import annotations

import re
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import tasks
from accounts.models import SignIn, User
from accounts.services.anonymise_user import anonymise_user
from core import clock
from tests.platform.accounts.cast import PASSWORD, alice, bob

pytestmark = pytest.mark.django_db

PAGE = "/preferences/sign-ins/"
END = f"{PAGE}end/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.1 Mobile/15E148 Safari/604.1"
)


def signed_in(user: User, agent: str) -> Client:
    client = Client(headers={"Accept-Language": "en", "User-Agent": agent})
    answer = client.post("/sign-in/", {"login": user.name, "password": PASSWORD})
    assert answer.status_code == HTTPStatus.FOUND
    return client


def listed(client: Client) -> list[str]:
    """Return the browsers on the page, from top to bottom."""
    page = client.get(PAGE).content.decode()
    return re.findall(r"<strong>([^<]+)</strong>", page.partition("<main")[2])


def is_signed_in(client: Client) -> bool:
    return client.get(PAGE).status_code == HTTPStatus.OK


def test_the_page_names_each_browser_and_this_one_first() -> None:
    user = alice()
    laptop = signed_in(user, FIREFOX)
    phone = signed_in(user, IPHONE)
    assert listed(laptop) == ["Firefox, Linux", "Mobile Safari, iOS"]
    assert listed(phone) == ["Mobile Safari, iOS", "Firefox, Linux"]


def test_signing_out_elsewhere_ends_that_session_and_no_other() -> None:
    user = alice()
    laptop, phone, tablet = (signed_in(user, agent) for agent in (FIREFOX, IPHONE, ""))
    epoch = User.objects.get(pk=user.pk).epoch
    row = SignIn.objects.get(browser="Mobile Safari, iOS")
    answer = laptop.post(END, {"which": row.pk})
    assert answer.status_code == HTTPStatus.FOUND
    assert [is_signed_in(one) for one in (laptop, phone, tablet)] == [True, False, True]
    assert User.objects.get(pk=user.pk).epoch > epoch  # open pages have to connect again
    assert listed(laptop) == ["Firefox, Linux", "Unknown browser"]


def test_signing_out_everywhere_else() -> None:
    user = alice()
    laptop, phone, tablet = (signed_in(user, agent) for agent in (FIREFOX, IPHONE, ""))
    laptop.post(END, {"which": "others"})
    assert [is_signed_in(one) for one in (laptop, phone, tablet)] == [True, False, False]


@pytest.mark.parametrize(
    ("which", "code"), [("", 400), ("x", 400), ("1" * 30, 400), ("99999999", 404)]
)
def test_what_is_no_sign_in_is_refused(which: str, code: int) -> None:
    laptop = signed_in(alice(), FIREFOX)
    assert laptop.post(END, {"which": which}).status_code == code
    assert is_signed_in(laptop)


def test_nobody_signs_somebody_else_out() -> None:
    theirs = signed_in(bob(), IPHONE)
    row = SignIn.objects.get()
    ours = signed_in(alice(), FIREFOX)
    assert ours.post(END, {"which": row.pk}).status_code == HTTPStatus.NOT_FOUND
    assert is_signed_in(theirs)


def test_a_new_password_leaves_this_browser_alone_on_the_list() -> None:
    user = alice()
    laptop, phone = signed_in(user, FIREFOX), signed_in(user, IPHONE)
    fields = {"oldpassword": PASSWORD} | dict.fromkeys(("password1", "password2"), "another lamp")
    assert laptop.post("/password/", fields).status_code == HTTPStatus.FOUND
    assert listed(laptop) == ["Firefox, Linux"]
    assert not is_signed_in(phone)


def test_what_has_run_out_is_listed_no_more_and_forgotten() -> None:
    user = alice()
    laptop, phone = signed_in(user, FIREFOX), signed_in(user, IPHONE)
    old = clock.now() - timedelta(minutes=1)
    Session.objects.filter(session_key=phone.session.session_key).update(expire_date=old)
    assert listed(laptop) == ["Firefox, Linux"]
    assert SignIn.objects.count() == 2
    tasks.clear_sessions()
    assert [row.browser for row in SignIn.objects.all()] == ["Firefox, Linux"]
    anonymise_user(user)
    assert not SignIn.objects.exists()
