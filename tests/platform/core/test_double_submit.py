"""The same form of the same page is carried out once; different forms are independent."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.models import User
from config.database import LOCK_S, POOL_S, STATEMENT_S
from core.csrf import TOKEN
from core.double_submit import AT_WORK_S, PATIENCE_S, WRITTEN
from matches.models import Match
from realtime import bus
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db(transaction=True)

PLAY = "/play/sleeping_queens/"
FROM_A_PAGE = {"Accept": "text/html", "Accept-Language": "en"}


def browser(user: User | None = None) -> Client:
    page = Client(enforce_csrf_checks=True, headers=FROM_A_PAGE)
    if user is not None:
        page.force_login(user)
    return page


def token(page: Client, path: str = "/") -> str:
    """Return the CSRF token of the forms on the current page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.get(path).content.decode())
    assert found
    return found[1]


def post(page: Client, path: str, fields: str) -> Any:
    return page.post(path, fields, content_type=WRITTEN)


def test_the_same_form_is_taken_once_and_leads_to_the_same() -> None:
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page)}"
    first, second = (post(page, PLAY, form) for _ in range(2))
    assert first.status_code == second.status_code == HTTPStatus.FOUND
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1


def test_the_form_of_the_next_page_is_another_one() -> None:
    page = browser(cast.alice())
    for _ in range(2):
        assert post(page, PLAY, f"{TOKEN}={token(page)}").status_code == HTTPStatus.FOUND
    assert Match.objects.count() == 2


def test_other_words_in_the_same_form_are_another_form() -> None:
    page = browser(cast.alice())
    same = token(page)
    post(page, PLAY, f"{TOKEN}={same}")
    post(page, PLAY, f"{TOKEN}={same}&more=words")
    assert Match.objects.count() == 2


def test_nobody_gets_the_answer_to_somebody_else() -> None:
    """Bob sends the same fields with other cookies: the token alone is no key."""
    alice, bob = browser(cast.alice()), browser(cast.bob())
    form = f"{TOKEN}={token(alice)}"
    assert post(alice, PLAY, form).status_code == HTTPStatus.FOUND
    assert post(bob, PLAY, form).status_code == HTTPStatus.FORBIDDEN


def test_a_refused_form_is_taken_when_it_is_right() -> None:
    """The obstacle is gone by the second time."""
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page, '/friends/')}&name=Bob"
    assert post(page, reverse("friends:ask"), form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    cast.bob()
    assert post(page, reverse("friends:ask"), form).status_code == HTTPStatus.FOUND


def test_a_player_who_proved_themselves_is_not_led_there_again() -> None:
    alice = cast.alice()
    page = browser(alice)
    form = f"{TOKEN}={token(page, '/preferences/')}&name=New"
    answer = post(page, reverse("api:tokens"), form)
    assert answer["Location"].startswith("/sign-in/again/")
    proof = f"{TOKEN}={token(page, '/sign-in/again/')}&password={cast.PASSWORD}"
    assert post(page, "/sign-in/again/", proof).status_code == HTTPStatus.FOUND
    assert "Location" not in post(page, reverse("api:tokens"), form).headers  # not a bot's name


def test_a_new_token_is_made_and_shown_once() -> None:
    """The page of a new token is the answer to the form, so a reload sends the form again.

    The second answer also counts as the same request.
    """
    alice = cast.alice()
    page = browser(alice)
    proof = f"{TOKEN}={token(page, '/sign-in/again/')}&password={cast.PASSWORD}"
    assert post(page, "/sign-in/again/", proof).status_code == HTTPStatus.FOUND
    form = f"{TOKEN}={token(page, reverse('api:tokens'))}&name=Laptop&scopes=read"
    first, second = (post(page, reverse("api:tokens"), form) for _ in range(2))
    assert first.status_code == second.status_code == HTTPStatus.OK
    assert first.content == second.content
    assert dict(first.items()) == dict(second.items())  # X-Frame-Options must be among them
    assert alice.api_tokens.count() == 1


def test_a_strangers_second_press_gets_the_cookie_of_the_first() -> None:
    """The browser dropped the first answer, so it needs the cookie of the second to have its seat."""
    page = browser()
    form, before = f"{TOKEN}={token(page)}", page.cookies.output(header="", sep=";")
    first = post(page, PLAY, form).cookies
    page.cookies.clear()
    page.cookies.load(before)
    second = post(page, PLAY, form).cookies
    assert first["sessionid"].OutputString() == second["sessionid"].OutputString()
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_stranger_with_new_cookies_is_led_to_the_same_table() -> None:
    """The browser shows the old page until the table is loaded, and may send the form with the new
    cookies.
    """
    page = browser()
    form = f"{TOKEN}={token(page)}"
    first, second = (post(page, PLAY, form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert User.objects.filter(is_guest=True).count() == Match.objects.count() == 1


def test_the_next_player_at_a_browser_gets_no_earlier_answer() -> None:
    """Bob sends Alice's page, which the Back button shows after he signed in: the form counts as
    his.
    """
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page)}"
    first = post(page, PLAY, form)
    page.force_login(cast.bob())
    second = post(page, PLAY, form)
    assert first.status_code == second.status_code == HTTPStatus.FOUND
    assert first["Location"] != second["Location"]


def test_what_a_script_sends_is_answered_each_time() -> None:
    """Scripts use keys of their own where needed, and a page that stays open has one token for all
    requests.
    """
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page)}"
    for _ in range(2):
        page.post(PLAY, form, content_type=WRITTEN, headers={"Accept": "*/*"})
    assert Match.objects.count() == 2


@pytest.mark.usefixtures("_valkey_away")
def test_without_a_cache_forms_are_taken_all_the_same() -> None:
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page, '/friends/')}&name=Nobody"
    assert post(page, reverse("friends:ask"), form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


@pytest.fixture
def _valkey_full() -> Iterator[None]:
    """Make Valkey full: it answers, but refuses each value."""
    bus.client().config_set("maxmemory", 1)
    yield
    bus.client().config_set("maxmemory", 0)


@pytest.mark.usefixtures("_valkey_full")
def test_with_a_full_cache_forms_are_taken_all_the_same() -> None:
    """A refused write is handled like a lost connection, not as a 500."""
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page, '/friends/')}&name=Nobody"
    assert post(page, reverse("friends:ask"), form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_nothing_of_an_answer_can_be_read_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session is as sensitive as a password."""
    kept: list[tuple[Any, ...]] = []
    set_in_cache = cache.set

    def keep(*args: Any) -> None:
        kept.append(args)
        set_in_cache(*args)

    monkeypatch.setattr(cache, "set", keep)
    page = browser()
    answer = post(page, PLAY, f"{TOKEN}={token(page)}")
    session = answer.cookies["sessionid"].value
    assert [args for args in kept if args[0].startswith("form:")]
    assert session not in repr(kept)


def _three_at_once(page: Client, path: str, form: str) -> list[Any]:
    async def press() -> Any:
        client = AsyncClient()
        client.cookies = page.cookies
        async with ThreadSensitiveContext():  # its own thread, as on the server
            answer = await client.post(path, form, content_type=WRITTEN, headers=FROM_A_PAGE)
            await sync_to_async(connections.close_all)()
        return answer

    async def send() -> list[Any]:
        return await asyncio.gather(*(press() for _ in range(3)))

    return asyncio.run(send())


def test_three_in_flight_get_the_answer_of_the_first() -> None:
    page = browser(cast.alice())
    answers = _three_at_once(page, PLAY, f"{TOKEN}={token(page)}")
    assert {one.status_code for one in answers} == {HTTPStatus.FOUND}
    assert len({one["Location"] for one in answers}) == 1
    assert Match.objects.count() == 1


def test_three_in_flight_that_are_refused_are_all_told_why() -> None:
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page, '/friends/')}&name=Nobody"
    answers = _three_at_once(page, reverse("friends:ask"), form)
    assert [one.status_code for one in answers] == [HTTPStatus.UNPROCESSABLE_ENTITY] * 3


def test_a_press_that_waits_too_long_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It waits for the first request for a limited time, and keeps the typed text: the process of
    the first may be gone.
    """
    assert PATIENCE_S < POOL_S + LOCK_S + STATEMENT_S < AT_WORK_S
    monkeypatch.setattr("core.double_submit.PATIENCE_S", 0.3)
    monkeypatch.setattr("core.double_submit.Form.is_ours", lambda form: False)
    page = browser(cast.alice())
    form = f"{TOKEN}={token(page, '/friends/')}&name=Nobody+special"
    for answer in _three_at_once(page, reverse("friends:ask"), form):
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "Nobody special" in answer.content.decode()


def test_a_press_that_comes_again_meanwhile_is_still_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page that asks for a retry keeps the token, so that its automatic retry creates no second
    table.
    """
    monkeypatch.setattr("core.double_submit.PATIENCE_S", 0.3)
    page = browser(cast.alice())
    form = f"more=words&{TOKEN}={token(page)}"
    with ThreadPoolExecutor() as others, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Match._meta.db_table} IN EXCLUSIVE MODE")
        sending = others.submit(_three_at_once, page, PLAY, form)
        time.sleep(2)
    first, *told = sorted(sending.result(), key=lambda answer: answer.status_code)
    assert first.status_code == HTTPStatus.FOUND
    for answer in told:
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        shown = answer.content.decode()
        assert "data-again" in shown
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', shown)
        assert post(page, PLAY, urlencode(fields))["Location"] == first["Location"]
    assert Match.objects.count() == 1
