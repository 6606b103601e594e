"""A refused form shows the reason, and keeps the user's text.

This holds for pages that are only a refusal, for users who were signed out meanwhile, and for an
organiser who removes a player.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from core.form_input import is_secret
from tests.platform.access.forms import Form, forms_of_the_site, kind_of, undone, unlinked
from tests.platform.access.world import World, quiet_world

pytestmark = pytest.mark.django_db

WRITERS = "pslmo"
WORDS = {"text", "textarea", "search"}
SAID = re.compile(r'role="alert"|field__errors|notice--bad|data-code=')
BROKEN = {
    "text": ["x y" * 20_000],
    "textarea": ["x y" * 20_000],
    "select": ["banana"],
    "radio": ["banana"],
}
FEWEST, FEWEST_FILTERS = 15, 5
OTHERWISE = {"/preferences/": "a signed-out user has no name to change"}
"""Forms with another meaning for a user who has signed out."""


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    with quiet_world(settings) as made:
        yield made


def forms_with_words(there: World) -> Iterator[tuple[str, Form]]:
    """Yield each form of the site with text fields, with a person who may use it."""
    known = set()
    for who, form in forms_of_the_site(there, WRITERS):
        if kind_of(form) not in known and any(one.kind in WORDS for one in form.fields):
            known.add(kind_of(form))
            yield who, form


def filled(form: Form) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return the data that a browser sends, with text in every field; and the text."""
    sent, written = [], {}
    for number, one in enumerate(form.fields):
        value = one.value
        if one.kind in WORDS and not is_secret(one.name):
            value = f"written {number} here"[: one.most or 99]
            written[one.name] = value
        if not one.kind.endswith(" off"):
            sent.append((one.name, value))
    return sent, written


def answered(there: World, who: str, form: Form, sent: list[tuple[str, str]]) -> tuple[int, str]:
    """Return the status and the page, and undo the effects of the request."""
    with undone(there, who):
        kind = "application/x-www-form-urlencoded"
        answer = there.browsers[who].post(form.action, urlencode(sent), content_type=kind)
        return answer.status_code, html.unescape(answer.content.decode())


def test_what_is_refused_is_told_and_kept(there: World) -> None:
    wrong, tried = [], 0
    for who, form in forms_with_words(there):
        sent, written = filled(form)
        trials = [] if form.action in OTHERWISE else [("signed out", "n", sent, "")]
        for one in form.fields:
            for bad in BROKEN.get(one.kind, ["banana"] if one.kind == "hidden" else []):
                rest = [(name, value) for name, value in sent if name != one.name]
                trials.append((f"{one.name} wrong", who, [*rest, (one.name, bad)], one.name))
        for what, by, changed, broken in trials:
            status, page = answered(there, by, form, changed)
            tried += status >= 400
            lost = [name for name, said in written.items() if name != broken and said not in page]
            if status >= 500 or (status >= 400 and (lost or not SAID.search(page))):
                wrong.append(f"{form.action} {what}: {status}, lost: {lost}")
            if status == 422 and (faults := unlinked(page)):
                wrong.append(f"{form.action} {what}: {faults}")
            if by == "n" and status < 400 and written:
                wrong.append(f"{form.action} {what}: led on, what was written is lost")
    assert tried > FEWEST
    assert not wrong, "\n".join(wrong)


def test_a_wrong_filter_is_told_at_its_field(there: World) -> None:
    wrong, tried, known = [], 0, set()
    for who, form in forms_of_the_site(there, WRITERS, "get"):
        if kind_of(form) in known:
            continue
        known.add(kind_of(form))
        for broken in form.fields:
            bad = "x\0" * 2_000 if broken.is_typed else "banana"
            sent = [(one.name, one.value) for one in form.fields if one.name != broken.name]
            address = f"{form.action.partition('?')[0]}?{urlencode([*sent, (broken.name, bad)])}"
            answer = there.ask(who, "GET", address)
            page = html.unescape(answer.content.decode())
            tried += 'aria-invalid="true"' in page
            if answer.status_code >= 500 or (faults := unlinked(page)):
                wrong.append(f"{address[:80]}: {answer.status_code} {faults}")
    assert tried > FEWEST_FILTERS
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ('<input aria-invalid="true" aria-describedby="e"><p class="field__errors" id="e">', 0),
        (
            '<fieldset aria-describedby="e"><p class="field__errors" id="e"><input aria-invalid="true">',
            0,
        ),
        ('<input aria-invalid="true">', 1),
        ('<input aria-invalid="true" aria-describedby="help"><p id="help">', 1),
        ('<input><p class="field__errors" id="e">', 1),
        ('<input><p class="field__errors">', 1),
        ('<input aria-describedby="e">', 1),
    ],
)
def test_an_error_and_its_field_are_linked(page: str, faults: int) -> None:
    assert len(unlinked(page)) == faults
