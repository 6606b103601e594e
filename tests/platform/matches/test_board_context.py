"""The templates of boards and the context of a board agree: each name that a template reads exists.

A misspelt name prints nothing on a running server. In tests it is an error where the template is
rendered. This module also finds it where no test renders the template, with the renderer's own
analysis of the names that are read.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from django.conf import settings
from django.template import engines
from jinja2 import nodes
from jinja2.meta import find_undeclared_variables

from core.rendering import dependencies
from core.rendering import environment as boards
from core.rendering.preload import own_templates
from core.rendering.reading import Reading
from games.kernel import registry
from matches.present.board import BOARD
from matches.present.board_context import BoardContext, TableContext
from tests.boards import boards_of
from tests.games.contract.rounds import play_round

CONTEXT = get_type_hints(BoardContext)
RULES = {"clause", "house", "house_mark", "example", "game", "examples"}
BESIDE: dict[str, Set[str]] = {
    "event.html": {"event", "names", "holder", "you"},
    "thumbnail.html": {"observation", "names"},
    "rules.html": RULES,
    "about_cards.html": {"about", "face", "named_face", "game"},
    "how.html": set(),
    "cover.html": set(),
    "keys.html": set(),
    "board/undone.html": {"event", "names", "holder", "you"},
    "board/rule.html": RULES,
    "board/about.html": {"game"},
}
"""Templates outside of a board, and the names that they get from `matches.present.event_lines`,
`thumbnails`, and `pages`. A name without a folder belongs to each game.
"""
IN_LISTS = {"observation", "offered", "called", "names", "you", "refusal", "answer", "auto_play"}
"""Names that `matches.present.asked_in_lists` passes to `asks.html` and `answers.html`, which
boards draw too; `answers.html` also gets the fields of the observation.
"""
NO_CALLS = {
    "board/absent.html": "drawn when a player comes or goes",
    "board/waiting.html": "drawn before the deal",
    "board/lesson.html": "drawn in a lesson",
    "board/log_foot.html": "drawn when the match or its players change",
    "board/pad_sheet.html": "drawn once a round",
    "board/result.html": "drawn once a round",
    "fragments/result.html": "drawn once a round",
}
"""Fragments that are no call of `kept`, with the reason. A name without `board/` belongs to a game."""


@dataclass
class Wrong:
    """Names that templates read but do not get, in words; `met`: the templates that were checked."""

    game: str
    observation: type
    zones: Set[str]
    met: set[str] = field(default_factory=set)
    no_calls: set[str] = field(default_factory=set)
    """The fragments whose template is not one call of `kept`."""
    found: list[str] = field(default_factory=list)

    def look(self, template: str, given: Set[str], *, context: bool) -> None:
        """Check a template and all that it includes; `context`: it is part of a board and reads its
        context.
        """
        taken = list(taken_in(template, self.game))
        self.met |= {name for name, _ in taken}
        own = given | {name for _, tree in taken for name in stored(tree)}
        for read in dependencies.reads_of(template, self.game):
            if read.name not in own and not (context and self.is_given(read)):
                self.found.append(f"{template} reads {read}")
        for _, tree in taken:
            for call in tree.find_all(nodes.Call):
                if isinstance(call.node, nodes.Name):
                    self.follow(template, call.node.name, call)

    def follow(self, where: str, name: str, call: nodes.Call) -> None:
        """Check the template that a call of `kept` or `fragment` draws."""
        if name == "kept":
            template = dependencies.named(call.args[0], self.game, where)
            if template.startswith(boards.FOLDERS):
                self.look(template, {value.key for value in call.kwargs}, context=False)
        elif name == "fragment":
            template = dependencies.named(call.args[1], self.game, where)
            kind = next((value.value for value in call.kwargs if value.key == "kind"), None)
            if isinstance(kind, nodes.Const) and kind.value in ("lines", "data"):
                if template not in CONTEXT:
                    self.found.append(f"{where} shows {template}")
            else:
                given = {value.key for value in call.kwargs}
                self.look(template, given, context=True)
                if not Reading().add_call(template, dict.fromkeys(given)):
                    self.no_calls.add(template.removeprefix(self.game))

    def is_given(self, read: dependencies.Read) -> bool:
        """Return whether the context of a board has this name with this attribute."""
        if read.name not in CONTEXT:
            return False
        if not read.attribute:
            return True
        if read.name == "open":
            return read.attribute in self.zones
        kinds = {self.observation} if read.name == "observation" else classes(CONTEXT[read.name])
        return any(hasattr(kind, read.attribute) for kind in kinds)


def classes(hint: Any) -> set[type]:
    """Return the classes of a type, without None."""
    return {kind for kind in get_args(hint) or (hint,) if kind is not NoneType}


def environment() -> Any:
    """Return the present environment of Jinja2."""
    engine: Any = engines["jinja2"]
    return engine.env


def parsed(template: str) -> nodes.Template:
    """Return the tree of a template."""
    source, _, _ = environment().loader.get_source(environment(), template)
    tree: nodes.Template = environment().parse(source, template)
    return tree


def taken_in(template: str, game: str) -> Iterator[tuple[str, nodes.Template]]:
    """Yield a template and those that it includes and extends, which read the same context."""
    met, wanted = set(), [template]
    while wanted:
        name = wanted.pop()
        if name in met:
            continue
        met.add(name)
        tree = parsed(name)
        yield name, tree
        others: Any = tree.find_all((nodes.Include, nodes.Extends))
        wanted += [dependencies.named(other.template, game, name) for other in others]


def hidden(name: str, tree: nodes.Template) -> list[str]:
    """Return the names of a board's context that a template hides with `set`, each with its line."""
    return [
        f"{name}:{target.lineno} sets {target.name}"
        for assignment in tree.find_all((nodes.Assign, nodes.AssignBlock))
        for target in assignment.find_all(nodes.Name)
        if target.ctx == "store" and target.name in CONTEXT
    ]


def stored(tree: nodes.Template) -> set[str]:
    """Return the names that a template sets itself: by `set`, `with`, `for`, `macro` and `import`."""
    names = {name.name for name in tree.find_all(nodes.Name) if name.ctx in ("store", "param")}
    names |= {macro.name for macro in tree.find_all(nodes.Macro)}
    for lent in tree.find_all(nodes.FromImport):
        names |= {name if isinstance(name, str) else name[1] for name in lent.names}
    return names


def lenders(tree: nodes.Template) -> set[str]:
    """Return the templates from which a template imports macros."""
    imports: Any = tree.find_all((nodes.FromImport, nodes.Import))
    return {one.template.value for one in imports if isinstance(one.template, nodes.Const)}


@cache
def wrong_in(slug: str) -> Wrong:
    """Return the missing names of this game's templates, and of those that all games share at its
    table.
    """
    game, folder = registry.get(slug), f"games/{slug}/"
    rounds = play_round(game, game.meta.seats[0], seed=1)
    state = rounds.opening.state
    observation = type(game.observe(rounds.rules, state, None))
    wrong = Wrong(folder, observation, set(game.reveal_all(rounds.rules, state)))
    wrong.look(BOARD, set(), context=True)
    wrong.look(f"{folder}asks.html", IN_LISTS, context=False)
    fields = get_type_hints(observation).keys()
    wrong.look(f"{folder}answers.html", IN_LISTS | fields, context=False)
    for name, given in BESIDE.items():
        wrong.look(name if "/" in name else f"{folder}{name}", given, context=False)
    return wrong


GAMES = sorted(registry.games())


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_templates_of_a_board_read_is_there(slug: str) -> None:
    assert wrong_in(slug).found == []


def test_a_fragment_is_one_call_of_kept() -> None:
    """So it is drawn only when what it shows has changed, and once for all viewers."""
    assert set().union(*(wrong_in(slug).no_calls for slug in GAMES)) == NO_CALLS.keys()


def test_each_template_for_all_games_has_its_place() -> None:
    """`tests/games/test_leftovers.py` checks the templates of a single game."""
    met = set().union(*(wrong_in(slug).met for slug in GAMES))
    lent = set().union(*(lenders(parsed(template)) for template in met))
    assert {name for name in own_templates() if name.startswith("board/")} <= met | lent


def test_a_macro_reads_what_it_is_given() -> None:
    """A macro is imported without context, except for the macros of rules and cards."""
    found = []
    for template in own_templates():
        if not template.startswith(boards.FOLDERS):
            continue
        tree = parsed(template)
        known = environment().globals.keys() | stored(tree) | {"caller", "varargs"}
        for macro in tree.find_all(nodes.Macro):
            alone = nodes.Template([macro], lineno=1)
            alone.set_environment(environment())
            found += [
                f"{template} reads {name}" for name in find_undeclared_variables(alone) - known
            ]
    assert sorted(found) == [
        "board/about.html reads game",
        "board/rule.html reads examples",
        "board/rule.html reads game",
    ]


def documented(kind: type) -> list[str]:
    """Return the lines of `docs/templates.md` about the fields of a class, from their docstrings."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    lines = []
    for name, said in zip(body.body, body.body[1:], strict=False):
        if isinstance(name, ast.AnnAssign) and isinstance(name.target, ast.Name):
            assert isinstance(said, ast.Expr), f"{name.target.id} has no docstring"
            assert isinstance(said.value, ast.Constant), f"{name.target.id} has no docstring"
            words = " ".join(str(said.value.value).split()).removesuffix(".")
            lines.append(f"| `{name.target.id}` | {words[0].lower()}{words[1:]} |")
    return lines


@pytest.mark.parametrize("kind", [BoardContext, TableContext])
def test_the_page_about_templates_says_what_the_docstrings_say(kind: type) -> None:
    """The docstrings are the source: after a change of one, copy these lines into the page."""
    page = (settings.ROOT / "docs" / "templates.md").read_text("utf-8")
    lines = documented(kind)
    assert len(lines) == len(get_type_hints(kind))
    assert "\n".join(lines) in page, "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("games/x/fragments/hand", "{{ obsevration.hand }}"),
        ("games/x/fragments/hand", "{{ observation.hnad }}"),
        ("games/x/fragments/hand", "{{ table.staus }}"),
        ("games/x/fragments/hand", "{{ kept('games/x/card', crad=names) }}"),
        ("games/x/fragments/hand", "{% include 'games/x/card' %}"),
        ("games/x/fragments/hand", "{{ clock.sentense }}"),
        ("games/x/fragments/hand", "{{ open.stokc }}"),
        ("board/board", '<p data-x="{{ fragment("x", "versoin", kind="data") }}">'),
    ],
)
def test_a_misspelt_name_is_found(name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = {
        "board/board": '{{ fragment("hand", fragments ~ "hand", number=1) }}{{ fragment("x", "version", kind="data") }}',
        "games/x/fragments/hand": "{{ observation.hand }}{{ table.status }}{{ clock.sentence }}{{ open.stock }}"
        "{{ number }}{{ kept('games/x/card', card=names) }}{% for card in names %}{% include 'games/x/card' %}{% endfor %}",
        "games/x/card": "{{ card }}",
    }
    observation = type("Observation", (), {"hand": ()})
    for templates, is_wrong in ((right, False), (right | {name: source}, True)):
        with boards_of(templates, monkeypatch):
            wrong = Wrong("games/x/", observation, {"stock"})
            wrong.look("board/board", set(), context=True)
            assert bool(wrong.found) == is_wrong, wrong.found


def test_no_template_hides_a_name_of_the_context() -> None:
    """An included template reads the same context: it would get another value under this name."""
    found = [
        line
        for path in own_templates()
        if path.startswith(boards.FOLDERS)
        and path not in BESIDE
        and path.rsplit("/")[-1] not in BESIDE
        for line in hidden(path, parsed(path))
    ]
    assert found == []


def test_a_hidden_name_is_found() -> None:
    tree = environment().parse(
        "{% set names = 1 %}{% with you=2 %}{% set mine = names %}{% endwith %}"
    )
    assert hidden("board.html", tree) == ["board.html:1 sets names"]
