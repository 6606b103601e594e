"""The markup of every page is valid: no errors, no duplicate ids, and no references to missing
ones.

This includes the start page, and the `&` in addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel import registry
from matches.services.rounds import finish
from tests.markup import faults
from tests.platform.access.world import World, every_pattern, quiet_world
from tests.platform.accounts import cast
from tests.platform.matches.cast import dealt, opened, person, play_out

pytestmark = pytest.mark.django_db

PAGE = '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>{}</body></html>'
"""A page around the output of a script."""
SHORT = ("daumen_drauf", "siebenschlaefer", "sleeping_queens")
"""Games whose rounds bots finish within a test."""


@pytest.fixture
def there(settings: Any) -> Iterator[World]:
    """Everything that an address can name."""
    with quiet_world(settings) as made:
        yield made


def wrong_with(answer: Any) -> list[str]:
    """Return the markup errors of this response, if it is a page."""
    html = answer.content.decode() if _is_html(answer) else ""
    if not html:
        return []  # nothing, as for a redirect
    return list(faults(html if "<!DOCTYPE" in html else PAGE.format(html)))


def _is_html(answer: Any) -> bool:
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")


def test_every_address_has_right_markup(there: World) -> None:
    seen, wrong = 0, {}
    for name, pattern in every_pattern():
        if name.startswith("admin:"):
            continue  # Django's own pages
        for who in "npr":
            answer = there.ask(who, "GET", there.address(name, pattern))
            seen += _is_html(answer)
            if found := wrong_with(answer):
                wrong[name, who] = found
    assert not wrong, "\n".join(f"{at}: {found}" for at, found in wrong.items())
    assert seen > 200


def test_so_has_the_start_page_while_others_play() -> None:
    """Its reader plays, too."""
    alice = person("Alice")
    dealt(alice, person("Bob"))
    dealt(person("Carl"), person("Dora"), public=True)
    opened(person("Emil"), person("Fay"), public=True)
    for path in ("/", "/tables/", "/matches/", "/preferences/"):
        assert wrong_with(cast.browser(alice).get(path)) == [], path


@pytest.mark.parametrize("game", registry.games())
def test_so_has_a_table_at_every_time(game: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    readers = (cast.browser(alice), cast.browser(bob), Client())

    def wrong(page: str) -> list[str]:
        return [fault for one in readers for fault in wrong_with(one.get(page))]

    others = [person("Carl")][: registry.games()[game].meta.seats[0] - 2]
    waiting = opened(alice, bob, *others, game=game, public=True)
    assert wrong(reverse("matches:table", args=[waiting.pk])) == []
    match = dealt(alice, person("Dora"), *others, game=game, public=True)
    table = reverse("matches:table", args=[match.pk])
    assert wrong(table) == []
    if game not in SHORT:
        return
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    assert wrong(table) == []
    pages = [
        reverse("matches:step", args=[match.pk, 1, step]) + f"?view={view}"
        for step in (0, 5)
        for view in ("all", "spectator")
    ]
    pages.append(reverse("matches:verify_shuffle", args=[match.pk, 1]))
    for page in pages:
        assert wrong(page) == [], page


def test_every_kind_of_fault_is_seen() -> None:

    assert list(faults(PAGE.format('<p id="a">A <a href="?a=1&amp;b=2">b</a></p>'))) == []
    for wrong, said in (
        ('<p id="a"></p><p id="a"></p>', "2 elements have the id 'a'"),
        ('<a href="?a=1&b=2">b</a>', "for this &: &b=2"),
        ("<p><div></p>", "Unexpected end tag"),
        ("<table><p>x</table>", "table"),
        ('<label for="b">x</label>', "no element has the id 'b'"),
        ('<button popovertarget="b">x</button>', "no element has the id 'b'"),
        ('<a href="#b">x</a>', "no element has the id 'b'"),
        ('<p id="a b">x</p>', "cannot be an id"),
    ):
        assert any(said in one for one in faults(PAGE.format(wrong))), wrong
