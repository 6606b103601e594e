"""Boards made of fragments: their reads, their redrawing, and the changes sent to a page."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rendering import cache, dependencies, fragments, reading
from core.rendering.fragments import Page
from tests.boards import applied, boards_of

TEMPLATES = {
    "board": """<section {{ fragment("board", "state", kind="attributes") }} data-version="{{
        fragment("version", "version", kind="data") }}"><p id="own">{{ you }}</p>{{ fragment("hand", "hand") }}{{
        fragment("more", fragments ~ "more", wrapped=true, seat=1) }}<ol id="log">{{
        fragment("log", "log", kind="lines") }}</ol>{{ fragment("burn", "burn", wrapped=true, timed=true) }}</section>""",
    "state": '<section id="board"  class="{{ phase }}"></section>',
    "hand": '<ul id="hand">{% for card in observation.hand %}<li>{{ card }}</li>{% endfor %}</ul>',
    "games/x/fragments/more": "{% if observation.attack %}{{ observation.attack }} on {{ seat }}{% endif %}",
    "burn": "{{ left }}",
    "seat": "{{ observation.places[number] }}",
    "line": "{% extends game ~ 'base' %}{% block words %}{{ names }}{% endblock %}",
    "games/x/base": "{% set mine = observation.hand %}{% include 'burn' %}{% block words %}{% endblock %}{{ url(you) }}",
    "called": """{{ fragment("hand", "hand-call") }}{{ fragment("place-1", "place-call", kind="attributes", number=1) }}{{
        fragment("word", "word-call", wrapped=true) }}""",
    "hand-call": "{# One call. #}{{ kept('drawn-hand', cards=observation.hand, is_full=(observation.hand|length > 2)) }}",
    "drawn-hand": '<ul id="hand">{{ cards|join }}{% if is_full %}!{% endif %}</ul>',
    "looks": "{% macro looks(mine) %}{% if mine %}mine{% endif %}{% endmacro %}",
    "place-call": "{% from 'looks' import looks %}{% set mine = you == number %}{{ kept('drawn-place', number=number, looks=looks(mine)) }}",
    "drawn-place": '<li id="place-{{ number }}" {% if looks %}class="{{ looks }}"{% endif %}></li>',
    "word-call": "{{ kept('drawn-word', words=phase) if phase else kept('burn', left=left) if left }}",
    "drawn-word": "<p>{{ words }}</p>",
    "riddle": "{% include names.0 %}",
    "nested": "{{ fragment('a', 'burn') }}",
    "holder": "{{ fragment('b', 'nested') }}",
}


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with boards_of(TEMPLATES, monkeypatch):
        yield


def context(**other: Any) -> SimpleNamespace:
    table = {"hand": ("a", "b"), "attack": None} | other.pop("observation", {})
    given = {
        "game": "games/x/",
        "fragments": "games/x/fragments/",
        "observation": SimpleNamespace(**table),
        "you": 2,
        "names": ("Anna", "Bo"),
        "phase": "turn",
        "version": 1,
        "left": 9,
        "log": ("<li>one</li>",),
    } | other
    return SimpleNamespace(**given)


def drawn(**other: Any) -> fragments.Board:
    return fragments.draw("board", context(**other))


def read(names: tuple[dependencies.Read, ...], context: object) -> tuple[Any, ...]:
    wanted = reading.Reading()
    wanted.add_reads(names)
    (found,) = wanted.compile()(context)
    values: tuple[Any, ...] = found
    return values


def called(**other: Any) -> fragments.Board:
    return fragments.draw("called", context(**other))


def test_what_a_template_reads_is_found() -> None:
    """Included templates count, too."""
    assert dependencies.reads_of("hand", "games/x/") == (dependencies.Read("observation", "hand"),)
    assert set(map(str, dependencies.reads_of("seat", "games/x/"))) == {
        "observation.places[number]",
        "number",
    }
    found = set(map(str, dependencies.reads_of("line", "games/x/")))
    assert found >= {"observation.hand", "left", "names", "you", "game"}
    assert "url" not in found
    with pytest.raises(TypeError, match="riddle"):
        dependencies.reads_of("riddle", "games/x/")


def test_a_fragment_gets_what_it_reads_and_nothing_else() -> None:
    names = dependencies.reads_of("hand", "games/x/")
    given = dependencies.in_context(names, read(names, context()), {})
    assert given == {"observation": SimpleNamespace(hand=("a", "b"))}


def test_a_fragment_for_a_seat_gets_what_is_of_that_seat() -> None:
    names = dependencies.bound(dependencies.reads_of("seat", "games/x/"), {"number": 1})
    table = context(observation={"places": ("one", "two", "three")})
    given = dependencies.in_context(names, read(names, table), {"number": 1})
    assert given == {"observation": SimpleNamespace(places={1: "two"}), "number": 1}


def test_an_attribute_of_nothing_is_nothing() -> None:
    names = (
        dependencies.Read("observation", "hand"),
        dependencies.Read("other", "one"),
        dependencies.Read("table", "seats"),
    )
    values = read(names, SimpleNamespace(observation=None, table={"seats": 4}))
    given = dependencies.in_context(names, values, {})
    assert given == {"observation": None, "table": SimpleNamespace(seats=4)}


def test_a_fragment_that_is_one_call_is_drawn_by_it() -> None:
    assert called(you=1, left=0).shown == (
        '<ul id="hand">ab</ul>',
        'id="place-1" class="mine"',
        '<div class="contents" id="word"><p>turn</p></div>',
    )
    assert called(phase="", left=3).shown[1:] == (
        'id="place-1"',
        '<div class="contents" id="word">3</div>',
    )
    assert called(phase="", left=0).shown[2] == '<div class="contents" id="word"></div>'


def test_a_call_reads_its_arguments_and_renders_only_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rendered: list[str] = []
    render = cache.render

    def counted(name: str, given: dict[str, Any]) -> Any:
        rendered.append(name)
        return render(name, given)

    before = called()
    monkeypatch.setattr(cache, "render", counted)
    names = ("Cleo", "Dora")
    after = fragments.draw("called", context(names=names, version=2, left=1), before)
    assert all(new is old for new, old in zip(after.shown, before.shown, strict=True))
    assert rendered == []
    fragments.draw("called", context(observation={"hand": ("a", "b", "c")}, you=0), after)
    fragments.draw("called", context(observation={"hand": ("a", "b", "c")}, you=3))
    assert rendered == ["drawn-hand"]


@pytest.mark.parametrize("template", ["hand", "seat", "line", "games/x/fragments/more", "burn"])
def test_another_template_is_no_call(template: str) -> None:
    assert not reading.Reading().add_call(template, {})


def test_values_of_other_types_are_drawn_anew() -> None:
    true = called(observation={"hand": (), "attack": None}, phase=1)
    one = called(observation={"hand": (), "attack": None}, phase=True)
    assert (true.shown[2], one.shown[2]) == tuple(
        f'<div class="contents" id="word"><p>{phase}</p></div>' for phase in (1, True)
    )


def test_a_board_is_its_skeleton_and_its_fragments() -> None:
    assert drawn(observation={"attack": "knight"}).html == (
        '<section id="board" class="turn" data-version="1"><p id="own">2</p>'
        '<ul id="hand"><li>a</li><li>b</li></ul><div class="contents" id="more">knight on 1</div>'
        '<ol id="log"><li>one</li></ol><div class="contents" id="burn">9</div></section>'
    )


def test_a_page_is_sent_what_changed_by_id() -> None:
    before = drawn()
    after = drawn(
        observation={"hand": ("b",)}, phase="over", version=2, log=("<li>one</li>", "<li>two</li>")
    )
    changes, page = Page(before).update(after)
    assert changes == {
        "attributes": {"board": 'id="board" class="over"'},
        "data": {"version": 2},
        "fragments": {"hand": '<ul id="hand"><li>b</li></ul>'},
        "lines": {"log": [0, "<li>two</li>"]},
    }
    assert page.texts == {"board", "hand"}
    assert Page(before).update(before) == ({}, Page(before))


def test_a_changed_part_is_sent_whole_once_and_then_as_its_delta() -> None:
    begin = " ".join(["the same words"] * 3)
    boards = [drawn(observation={"hand": (begin, card)}) for card in "abc"]
    page, sent = Page(boards[0]), []
    for board in boards[1:]:
        changes, page = page.update(board)
        sent.append(changes["fragments"]["hand"])
    start, end = f'<ul id="hand"><li>{begin}</li><li>', "</li></ul>"
    assert sent == [f"{start}b{end}", [0, len(start), f"c{end}"]]


def test_another_skeleton_or_none_is_sent_all() -> None:
    before, after = drawn(), drawn(you=1)
    whole = ({"content": after.html}, Page(after))
    assert Page(before, frozenset({"hand"})).update(after) == Page().update(after) == whole


def test_time_alone_is_no_news_but_comes_along() -> None:
    before = drawn()
    page = Page(before)
    assert page.update(drawn(left=8)) == ({}, page)
    assert drawn(left=8).mark == before.mark
    assert "burn" in page.update(drawn(left=8, phase="over"))[0]["fragments"]


def test_boards_that_look_otherwise_have_other_marks() -> None:
    boards_ = [drawn(), drawn(you=1), drawn(phase="over"), drawn(observation={"hand": ("b",)})]
    assert len({board.mark for board in boards_}) == len(boards_)
    assert drawn().mark == drawn().mark


def test_a_fragment_is_drawn_once_for_the_same_values() -> None:
    one, other = drawn(version=1), drawn(version=2, names=("Cleo",))
    for fragment, mine, theirs in zip(one.skeleton.fragments, one.shown, other.shown, strict=True):
        if fragment.kind == "fragments" and not fragment.wrapped:
            assert mine is theirs


def test_a_fragment_stands_in_a_skeleton_and_not_in_a_fragment() -> None:
    with pytest.raises(RuntimeError, match="is not in a skeleton"):
        fragments.draw("holder", context())


lines = st.lists(st.sampled_from(["<li>a</li>", "<li>b</li>", "<li>c</li>"]), max_size=5).map(tuple)
hands = st.lists(st.sampled_from("abc"), max_size=3).map(tuple)
contexts = st.fixed_dictionaries(
    {
        "observation": st.fixed_dictionaries(
            {"hand": hands, "attack": st.sampled_from([None, "knight"])}
        ),
        "you": st.integers(1, 2),
        "phase": st.sampled_from(["turn", "over"]),
        "version": st.integers(1, 3),
        "left": st.integers(0, 2),
        "log": lines,
    }
)


@given(st.lists(contexts, min_size=2, max_size=5))
def test_a_page_that_applies_what_it_is_sent_shows_the_board(seen: list[dict[str, Any]]) -> None:
    shown, page, texts = "", Page(), dict[str, str]()
    for one in seen:
        board = fragments.draw("board", context(**one), page.board)
        assert (board.html, board.mark) == (drawn(**one).html, drawn(**one).mark)
        changes, page = page.update(board)
        if changes:
            shown = applied(shown, changes, texts)
        assert page.board is not None
        assert shown == page.board.html
        assert texts.keys() == page.texts
