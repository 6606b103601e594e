"""Lessons by their pages: the requested action continues the script, and any other shows the
reason.
"""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.test import Client

from games.kernel import registry
from matches.models import Match

pytestmark = pytest.mark.django_db


def browser(**headers: str) -> Client:
    return Client(headers={"Accept-Language": "en", **headers})


def said(html: str) -> str:
    """Return the lesson's text on this page."""
    found = re.search(r'class="lesson__words">.*?<span>(.*?)</span>', html, re.DOTALL)
    assert found, html[:2_000]
    return found[1]


@pytest.mark.parametrize("slug", registry.games())
def test_a_lesson_can_be_played_without_scripts(slug: str) -> None:
    """It is played to its end, and stores nothing."""
    lesson = registry.lesson_of(slug)
    client = browser()
    page = client.get(f"/learn/{slug}/")
    for number, step in enumerate(lesson.steps):
        html = page.content.decode()
        assert f'data-version="{number}"' in html
        assert page.status_code == HTTPStatus.OK
        assert ('value="next"' in html) is not step.is_learners
        picks = step.moves[0].picks if step.is_learners else ("next",)
        page = client.post(
            f"/learn/{slug}/play", {"pick": picks, "seen": number, "key": "a"}, follow=True
        )
    html = page.content.decode()
    assert "Play now" in said_panel(html)
    assert "<button" not in html.partition('class="line__do"')[2].partition("</div>")[0]
    assert f"?step={len(lesson.steps)}" in page.redirect_chain[-1][0]
    assert Match.objects.count() == 0


def said_panel(html: str) -> str:
    return html.partition('class="lesson lesson--watched"')[2].partition("</div>")[0]


def test_what_the_rules_forbid_is_refused_as_at_any_table() -> None:
    answer = browser().post(
        "/learn/sleeping_queens/play", {"pick": ["knight", "queen-heart"], "seen": 0, "key": "a"}
    )
    assert answer.status_code in {HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT}
    assert "data-refused" in answer.content.decode()


def test_what_is_allowed_but_not_asked_for_is_refused_too() -> None:
    answer = browser(**{"HX-Request": "true"}).post(
        "/learn/sleeping_queens/play", {"pick": ["king", "slot-7"], "seen": 0, "key": "a"}
    )
    assert answer.status_code == HTTPStatus.CONFLICT
    html = answer.content.decode()
    assert 'data-refused="not_the_lesson"' in html
    assert 'data-version="0"' in html


@pytest.mark.parametrize("step", ["-1", "x", "99999999999", "7777"])
def test_a_step_that_there_is_not_is_the_first_or_the_last(step: str) -> None:
    answer = browser().get(f"/learn/sleeping_queens/?step={step}")
    assert answer.status_code == HTTPStatus.OK
    assert said(answer.content.decode())


def test_a_game_that_there_is_not_has_no_lesson() -> None:
    assert browser().get("/learn/bridge/").status_code == HTTPStatus.NOT_FOUND
    assert (
        browser().post("/learn/bridge/play", {"pick": "next"}).status_code == HTTPStatus.NOT_FOUND
    )


EXAMPLES = [
    (slug, example.name) for slug in registry.games() for example in registry.examples_of(slug)
]


@pytest.mark.parametrize(("slug", "name"), EXAMPLES)
def test_an_example_is_looked_at_step_by_step_as_its_rules_allow(slug: str, name: str) -> None:
    (example,) = [known for known in registry.examples_of(slug) if known.name == name]
    client, path = browser(), f"/rules/{slug}/examples/{name}/"
    page = client.get(path)
    for number, _ in enumerate(example.steps):
        html = page.content.decode()
        assert f'data-version="{number}"' in html
        assert 'value="next"' in html
        assert (f'href="{path}?step={number - 1}"' in html) is (number > 0)
        page = client.post(f"{path}play", {"pick": "next", "seen": number, "key": "a"}, follow=True)
        assert page.status_code == HTTPStatus.OK
    html = page.content.decode()
    assert 'value="next"' not in html
    assert f'href="/rules/{slug}/#{example.clause}"' in html
    assert "Play now" not in said_panel(html)
    assert Match.objects.count() == 0


def test_in_an_example_nothing_else_can_be_done() -> None:
    answer = browser(**{"HX-Request": "true"}).post(
        "/rules/sleeping_queens/examples/rose/play",
        {"pick": ["king", "slot-5"], "seen": 0, "key": "a"},
    )
    assert answer.status_code == HTTPStatus.CONFLICT
    assert 'data-refused="not_the_lesson"' in answer.content.decode()


def test_a_refusal_leads_to_its_clause() -> None:
    """The clause is of the version that is played."""
    answer = browser(**{"HX-Request": "true"}).post(
        "/learn/sleeping_queens/play", {"pick": ["3", "4"], "seen": 0, "key": "a"}
    )
    assert re.search(r'href="/rules/sleeping_queens/\d+/#3\.6"', answer.content.decode())


@pytest.mark.parametrize("path", ["sleeping_queens/examples/tea", "bridge/examples/rose"])
def test_an_example_that_there_is_not_is_not_found(path: str) -> None:
    assert browser().get(f"/rules/{path}/").status_code == HTTPStatus.NOT_FOUND
    assert browser().post(f"/rules/{path}/play").status_code == HTTPStatus.NOT_FOUND
