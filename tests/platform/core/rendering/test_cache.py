"""Renderings are cached, and see only their own values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import override_settings
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from core.rendering import cache
from tests.boards import boards_of

TEMPLATES = {
    "page": "[{{ kept('one', x=value) }}|{{ kept('two', x=other.deep) }}]",
    "one": "<b>{{ x }}{{ value }}</b>",
    "two": "({{ kept('one', x=x) }})",
}


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with boards_of(TEMPLATES, monkeypatch):
        yield


def one(x: object) -> str:
    return cache.rendered("one", ("x",), (x,))


def test_a_page_takes_its_fragments_as_html() -> None:
    html = cache.rendered("page", ("value", "other"), (1, None))
    assert html == "[<b>1</b>|(<b></b>)]"


def test_a_fragment_sees_nothing_but_what_it_is_given() -> None:
    # `one` reads `value`, which only the page has.
    assert cache.rendered("two", ("x", "value"), (1, "secret")) == "(<b>1</b>)"


def test_a_fragment_is_rendered_once_for_the_same_values() -> None:
    assert one(1) is one(1)
    assert one(1) != one(2)


def test_what_looks_the_same_but_is_not_is_kept_apart() -> None:
    assert one(mark_safe("<i>")) == "<b><i></b>"
    assert one("<i>") == "<b>&lt;i&gt;</b>"
    assert one(1) == "<b>1</b>"
    assert one(True) == "<b>True</b>"


def test_each_language_has_its_own() -> None:
    with cache.rendering_in("de"):
        german = one(gettext_lazy("Close"))
    with cache.rendering_in("en"):
        assert one(gettext_lazy("Close")) != german


def test_numbers_are_written_as_svg_reads_them() -> None:
    with cache.rendering_in("de"):
        assert one(1.5) == "<b>1.5</b>"


def test_what_cannot_be_compared_is_rendered_anew_and_said() -> None:
    with pytest.warns(cache.NotKept, match="one is never cached: x has no hash"):
        found = one([1])
    assert found == "<b>[1]</b>"
    with pytest.warns(cache.NotKept):
        assert one([1]) is not found


def test_in_tests_what_cannot_be_compared_is_wrong() -> None:
    with pytest.raises(cache.NotKept, match="one is never cached: x has no hash"):
        one([1])


@override_settings(DEBUG=True)
def test_a_changed_template_is_shown_at_once() -> None:
    assert one(1) is not one(1)
