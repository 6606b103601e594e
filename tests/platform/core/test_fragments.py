"""Pages made of parts: kept, sent as what is new, and never fed by what stands around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, FileSystemLoader

from core import boards, fragments

TEMPLATES = {
    "page": "[{{ fragment('one', x=value) }}|{{ fragment('two', x=other.deep) }}]",
    "one": "<b>{{ x }}{{ value }}</b>",
    "two": "({{ fragment('one', x=x) }})",
    "list": "<ol>{{ fragments(rows) }}</ol>",
}


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    environment = boards.environment(loader=FileSystemLoader([]), autoescape=True)
    environment.loader = DictLoader(TEMPLATES)
    monkeypatch.setattr(fragments, "get_template", environment.get_template)
    fragments._render.cache_clear()
    yield environment
    fragments._render.cache_clear()


def page(environment: Environment, name: str, **context: Any) -> tuple[str, ...]:
    with fragments.collecting(translation.get_language() or "en") as collected:
        html = environment.get_template(name).render(context)
    return fragments.split(html, collected)


def test_a_page_falls_into_its_own_text_and_its_parts(templates: Environment) -> None:
    found = page(templates, "page", value=1, other={"deep": 2})
    assert found == ("[", "<b>1</b>", "|", "(<b>2</b>)", "]")


def test_without_a_collector_it_is_a_page_like_any_other(templates: Environment) -> None:
    html = templates.get_template("page").render({"value": 1, "other": {"deep": 2}})
    assert html == "[<b>1</b>|(<b>2</b>)]"


def test_a_part_sees_nothing_but_what_it_is_given(templates: Environment) -> None:
    # `one` asks for `value`, which only the page has.
    assert "secret" not in page(templates, "page", value="secret", other={"deep": 1})[3]


def test_a_part_is_rendered_once_for_the_same_values(templates: Environment) -> None:
    one = page(templates, "page", value=1, other={"deep": 2})
    two = page(templates, "page", value=1, other={"deep": 3})
    assert one[1] is two[1]
    assert one[3] != two[3]


def test_what_looks_the_same_but_is_not_is_kept_apart(templates: Environment) -> None:
    page(templates, "page", value=mark_safe("<i>"), other={"deep": 1})
    assert page(templates, "page", value="<i>", other={"deep": True})[1] == "<b>&lt;i&gt;</b>"
    assert page(templates, "page", value=1, other={"deep": True})[3] == "(<b>True</b>)"


def test_each_language_has_its_own(templates: Environment) -> None:
    with translation.override("de"):
        german = page(templates, "page", value=gettext_lazy("Close"), other=None)[1]
    with translation.override("en"):
        assert page(templates, "page", value=gettext_lazy("Close"), other=None)[1] != german


def test_numbers_are_written_as_svg_reads_them(templates: Environment) -> None:
    with translation.override("de"):
        assert page(templates, "page", value=1.5, other=None)[1] == "<b>1.5</b>"


def test_missing_values_are_as_empty_as_anywhere(templates: Environment) -> None:
    assert page(templates, "page", value=None, other=None)[1:4] == (
        "<b>None</b>",
        "|",
        "(<b></b>)",
    )


def test_rows_that_are_kept_elsewhere_are_pieces(templates: Environment) -> None:
    assert page(templates, "list", rows=[mark_safe("<li>a"), mark_safe("<li>b")]) == (
        "<ol>",
        "<li>a",
        "",
        "<li>b",
        "</ol>",
    )


def test_what_cannot_be_compared_is_rendered_anew_and_said(templates: Environment) -> None:
    with pytest.warns(fragments.NotKept, match="one is never kept: x has no hash"):
        found = page(templates, "page", value=[1], other={"deep": 1})[1]
    assert found == "<b>[1]</b>"
    with pytest.warns(fragments.NotKept):
        assert page(templates, "page", value=[1], other={"deep": 1})[1] is not found


def test_in_tests_what_cannot_be_compared_is_wrong(templates: Environment) -> None:
    with pytest.raises(fragments.NotKept, match="one is never kept: x has no hash"):
        page(templates, "page", value=[1], other={"deep": 1})


@override_settings(DEBUG=True)
def test_whoever_works_on_a_template_sees_it_at_once(templates: Environment) -> None:
    before = page(templates, "page", value=1, other={"deep": 2})
    assert page(templates, "page", value=1, other={"deep": 2})[1] is not before[1]


pieces = st.lists(st.sampled_from(["", "a", "b", "<p>", "e", "f"]), max_size=12).map(tuple)


@given(pieces, pieces)
def test_what_is_new_makes_the_page_again(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    assert fragments.patch(before, fragments.delta(before, after)) == after


def test_what_is_there_is_not_sent_again() -> None:
    before = ("a", "b", "c", "d")
    assert fragments.delta(before, ("a", "b", "x", "d")) == [0, 2, "x", 3, 1]
    assert fragments.delta((), ("a",)) == ["a"]
    assert fragments.delta(before, before) == [0, 4]
