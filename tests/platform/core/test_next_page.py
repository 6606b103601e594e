"""The next page of a form or a link is on this server, or the default; it is never an error."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from core.http import next_page
from tests.platform.accounts import cast

NOWHERE = (
    "NaN",
    "a.b",
    "accounts:sign_in",
    "?x=1",
    "//evil.example/",
    "https://evil.example/",
    "javascript:x",
)


@pytest.mark.parametrize("wanted", NOWHERE)
def test_what_is_no_page_of_ours_is_left_aside(wanted: str) -> None:
    request = RequestFactory().post("/", {"next": wanted})
    assert next_page(request, "/usual") == "/usual"


@pytest.mark.parametrize("wanted", ["/tables/?page=2", "http://testserver/tables/"])
def test_a_page_of_ours_is_gone_on_at(wanted: str) -> None:
    request = RequestFactory().post("/", {"next": wanted})
    assert next_page(request, "/usual") == wanted


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", NOWHERE)
def test_who_is_signed_in_and_opens_the_form_is_sent_on(wanted: str) -> None:
    """A plain word is not taken for the name of a view."""
    browser = Client()
    browser.force_login(cast.alice())
    sent = browser.get(reverse("accounts:sign_in"), {"next": wanted})
    assert (sent.status_code, sent.headers["Location"]) == (302, "/")


@pytest.mark.django_db
def test_a_button_that_says_a_word_goes_on_at_its_own_page() -> None:
    alice, bob = cast.alice(), cast.bob()
    browser = Client()
    browser.force_login(alice)
    sent = browser.post(reverse("friends:ask"), {"user": bob.pk, "name": bob.name, "next": "NaN"})
    assert (sent.status_code, sent.headers["Location"]) == (302, reverse("friends:friends"))
