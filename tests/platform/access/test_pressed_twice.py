"""A button pressed twice has the effect and the answer of one press.

A double click, or Enter twice, opens one table, writes one log entry, and enters one bot in a
league. The second press is not refused because of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from core.csrf import TOKEN
from core.double_submit import WRITTEN
from tests.platform.access.forms import Field, Form, forms_of_the_site, kind_of, undone
from tests.platform.access.world import World, quiet_world

pytestmark = pytest.mark.django_db

PRESSERS = "pmogans"
"""The visitors whose pages together contain every form of the site."""
GIVEN = {
    "password": "a lamp over the table",
    "oldpassword": "a lamp over the table",
    "password1": "a lamp behind the door",
    "password2": "a lamp behind the door",
    "email": "new@example.org",
    "slug": "autumn",
    "url": "https://hooks.example/def",
    "sure": "on",
}
FEWEST, FEWEST_DONE = 90, 50


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    with quiet_world(settings) as made:
        yield made


def filled(form: Form, button: Field | None) -> list[tuple[str, str]]:
    """Return the data that a browser sends by this button, with text in every field."""
    sent = [(button.name, button.value)] if button else []
    for one in form.fields:
        if one.kind == "button" or (one.kind.endswith(" off") and one.name not in GIVEN):
            continue
        value = GIVEN.get(one.name, one.value)
        if not value and one.is_typed:
            value = "written here"[: one.most or 99]
        if not value and one.kind == "select":
            value = next(filter(None, one.choices), "")
        sent.append((one.name, value))
    return sent


TABLES = sorted({model._meta.db_table for model in apps.get_models()})
COUNT = " UNION ALL ".join(f"SELECT '{table}', count(*) FROM {table}" for table in TABLES)


def rows() -> Counter[str]:
    """Return the number of rows in each table."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT)
        return Counter(dict(cursor.fetchall()))


def pressed(page: Client, form: Form, sent: list[tuple[str, str]]) -> tuple[int, str, str]:
    """Return the response's status, its redirect and its cookies."""
    answer = page.post(
        form.action, urlencode(sent), content_type=WRITTEN, headers={"Accept": "text/html"}
    )
    return answer.status_code, answer.headers.get("Location", ""), answer.cookies.output()


def test_the_second_press_gets_what_came_of_the_first(there: World) -> None:
    wrong, known, done = [], set(), 0
    for who, form in forms_of_the_site(there, PRESSERS):
        buttons: list[Field | None] = [one for one in form.fields if one.kind == "button"]
        for button in buttons or [None]:
            kind = kind_of(form), button and button.name
            if kind in known or not any(one.name == TOKEN for one in form.fields):
                continue
            known.add(kind)
            with undone(there, who):
                page, sent = there.browsers[who], filled(form, button)
                first = pressed(page, form, sent)
                before = rows()
                # The browser has not read the first response yet.
                page.cookies.clear()
                page.cookies.load(there.cookies[who])
                second = pressed(page, form, sent)
                more = rows() - before
            # A player who must first enter the password has changed nothing yet.
            is_done = first[0] == HTTPStatus.FOUND and "?next=" not in first[1]
            done += is_done
            if is_done and (second != first or more):
                wrong.append(f"{form.action} {button and button.name}: {first}, {second}, {more}")
            if max(first[0], second[0]) >= HTTPStatus.INTERNAL_SERVER_ERROR:
                wrong.append(f"{form.action}: {first[0]}, {second[0]}")
    assert not wrong, "\n".join(wrong)
    assert len(known) > FEWEST
    assert done > FEWEST_DONE
