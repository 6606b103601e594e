"""Deltas of lines and texts: a page that applies one shows what it is to show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.rendering.delta import lines_delta, text_delta
from tests.boards import patch_lines, patch_text

lines = st.lists(st.sampled_from(["", "a", "b", "<p>", "e", "f"]), max_size=12).map(tuple)
words = st.sampled_from(
    ["<li>", "</li>", '<svg class="icon">', " draws a card.", "Ä", "é", " ", ">", "", "\n", "🦉"]
)
texts = st.lists(words, max_size=30).map("".join)


@given(lines, lines)
def test_patched_lines_are_the_new_lines(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    assert patch_lines(before, lines_delta(before, after)) == after


@given(texts, texts)
def test_a_patched_text_is_the_new_text(before: str, after: str) -> None:
    assert patch_text(before, text_delta(before, after)) == after


def test_known_lines_are_not_sent_again() -> None:
    before = ("a", "b", "c", "d")
    assert lines_delta(before, ("a", "b", "x", "d")) == [0, 2, "x", 3, 1]
    assert lines_delta((), ("a",)) == ["a"]
    assert lines_delta(before, before) == [0, 4]


def test_a_repeated_line_continues_its_run() -> None:
    assert lines_delta(("a", "b", "a", "c"), ("a", "b", "a", "c", "d")) == [0, 4, "d"]


def test_a_changed_number_is_sent_alone() -> None:
    label = '<span class="pile__label"><span class="visually-hidden">Draw pile: </span>{}</span>'
    before, after = label.format(41), label.format(40)
    begin = before.index("1</span>")
    assert text_delta(before, after) == [0, begin, "0</span>"]


def test_a_moved_item_is_not_sent_again() -> None:
    one, two = ("<li>The Pancake Queen wakes up.</li>", "<li>Dora discards three cards.</li>")
    assert text_delta(f"{one}{two}", f"{two}<li>Bo</li>") == [
        *("<li>Dora", len(one) + len("<li>Dora"), len(" discards three cards.")),
        "</li><li>Bo</li>",
    ]


def test_a_text_that_is_shorter_than_its_delta_is_sent_whole() -> None:
    assert text_delta("<p>short</p>", "<p>other</p>") == "<p>other</p>"


def test_places_are_those_of_javascript() -> None:
    """JavaScript counts an owl as two characters, so such a text is no base for runs."""
    rest = "the same long words at the end"
    assert text_delta(f"🦉 Anna, {rest}", f"🦉 Bo, {rest}") == f"🦉 Bo, {rest}"
    assert text_delta(f"Ä Anna, {rest}", f"🦉 Ä, {rest}") == ["🦉 Ä", 6, len(rest) + 2]
