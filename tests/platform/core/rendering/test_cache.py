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
    "card": "{{ kept('one', x=face, value=blank(key)) }}",
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


def filled(x: object, **blanks: object) -> str:
    return cache.rendered_with_blanks("one", {"x": x}, blanks)


def test_blanks_are_filled_in_and_not_cached() -> None:
    assert filled(1, value="first") == "<b>1first</b>"
    assert filled(1, value="second") == "<b>1second</b>"
    assert filled(2, value="second") == "<b>2second</b>"


def test_one_rendering_serves_all_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    filled("once", value="first")
    monkeypatch.setattr(cache, "render", None)
    assert filled("once", value="second") == "<b>oncesecond</b>"


def test_a_template_leaves_blanks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card keeps its rendering when its number in the hand changes."""
    assert cache.rendered("card", ("face", "key"), ("king", 1)) == "<b>king1</b>"
    render = cache.render
    monkeypatch.setattr(
        cache, "render", lambda name, given: render(name, given) if name == "card" else None
    )
    assert cache.rendered("card", ("face", "key"), ("king", "<i>")) == "<b>king&lt;i&gt;</b>"


def test_a_blank_is_text_unless_it_is_safe() -> None:
    assert filled(1, value="<i>") == "<b>1&lt;i&gt;</b>"
    assert filled(1, value=mark_safe("<i>")) == "<b>1<i></b>"


def test_no_text_is_taken_for_a_blank() -> None:
    """A user who knew the mark of one could show a viewer's token elsewhere on the page."""
    assert filled("value", value="secret") == "<b>valuesecret</b>"
