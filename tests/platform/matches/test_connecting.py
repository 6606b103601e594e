"""The page of a table and its socket ask the database few statements, and cache nothing private."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from matches.models import Match
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, opened, person
from tests.platform.matches.sockets import cookie_of, page
from tests.platform.threads import in_a_thread

PAGE, SOCKET = 7, 4
"""Statements: session, user, table, chat and club; for the page, what waits in two more."""

pytestmark = pytest.mark.django_db


def shown(client: Client, match: Match, code: int = 200, **asked: str) -> str:
    answer = client.get(reverse("matches:table", args=[match.pk]), asked)
    assert answer.status_code == code
    return answer.content.decode()


def tokens(html: str) -> set[str]:
    return set(re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', html))


def test_a_page_asks_few_statements() -> None:
    people = [person(name) for name in ("Anna", "Bo", "Cleo", "Dora")]
    match = dealt(*people)
    for user in people:
        client = browser(user)
        shown(client, match)  # the first visit of a day is recorded
        with CaptureQueriesContext(connection) as asked:
            shown(client, match)
        assert len(asked) <= PAGE, asked.captured_queries


@in_a_thread
def two_at_a_table() -> tuple[Match, User]:
    alice = person("Alice")
    return dealt(alice, person("Bob"), public=True), alice


@pytest.mark.django_db(transaction=True)
async def test_a_socket_asks_few_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice = await two_at_a_table()
    cookie = await cookie_of(alice, None)
    asked, execute = list[str](), CursorWrapper.execute

    def counted(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        asked.append(sql)
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", counted)
    async with page(match, alice, cookie=cookie) as shown:
        await shown.board()
        assert len(asked) <= SOCKET, asked


def test_each_page_has_its_own_token_and_key(alice: User, bob: User) -> None:
    """All forms of a page are rendered once for all pages; the blanks are the viewer's."""
    match = opened(alice, bob, public=True)
    pages = [shown(client, match) for client in (browser(alice), browser(bob), Client())]
    found = [tokens(html) for html in pages]
    assert all(len(one) == 1 for one in found)
    assert len(set.union(*found)) == len(pages)
    keys = [set(re.findall(r'name="key" value="(\w{22})"', html)) for html in pages]
    assert all(len(one) == 1 for one in keys)
    assert len(set.union(*keys)) == len(pages)
    assert all(f'action="/matches/{match.pk}/ready"' in html for html in pages)


def test_each_table_has_its_own_forms(alice: User, bob: User) -> None:
    first, second = opened(alice, bob), opened(alice, bob)
    for match, other in ((first, second), (second, first)):
        html = shown(browser(alice), match)
        assert f'action="/matches/{match.pk}/actions"' in html
        assert str(other.pk) not in re.sub(r"(?s)<header.*?</header>", "", html)


def test_each_menu_is_of_its_user(alice: User, bob: User) -> None:
    """All menus with the same links are rendered once; names, pictures and tokens are blanks."""
    match = opened(alice, bob, public=True)
    menus = {}
    for user in (alice, bob):
        html = shown(browser(user), match)
        menus[user.name] = html[html.index("<header") : html.index("</header>")]
    for own, other in (("Alice", "Bob"), ("Bob", "Alice")):
        assert f'href="/people/{own}/"' in menus[own]
        assert f'<span class="account__name">{own}</span>' in menus[own]
        assert other not in menus[own]
    assert tokens(menus["Alice"]).isdisjoint(tokens(menus["Bob"]))
    assert 'class="menu__who"' not in shown(Client(), match)
