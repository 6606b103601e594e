"""What nothing asks for is gone: a game is written over the copy of another, and much of that is left behind."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from games.kernel import registry
from tests.games import playthroughs
from tests.games.playthroughs import golden
from tests.games.test_sentences import emitted

ROOT = Path(__file__).parents[2]
ASKED_FOR = {
    *("board", "event", "rules", "cover", "how", "keys"),  # by the platform
    *("asks", "answers", "hint", "line", "ending"),  # and by templates/board/
    *("fragments/place", "fragments/seat", "fragments/you", "fragments/acts"),
}


def reached(begin: Iterable[str], named_in: Callable[[str], set[str]]) -> set[str]:
    """These and whatever they name, and so on."""
    found: set[str] = set()
    ahead = set(begin)
    while ahead:
        found |= ahead
        ahead = {name for one in ahead for name in named_in(one)} - found
    return found


@pytest.mark.parametrize("slug", registry.games())
def test_every_template_is_taken_in(slug: str) -> None:
    """By one that the platform asks for, or by one that those take in."""
    folder = ROOT / "templates" / "games" / slug
    pages = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html")}
    mention = re.compile(rf'(?:games/{slug}/|game ~ "|(fragments) ~ ")([\w/]+)\.html')

    def named_in(page: str) -> set[str]:
        named = mention.findall((folder / f"{page}.html").read_text("utf-8"))
        return pages & {"/".join(filter(None, one)) for one in named}

    assert sorted(pages - reached(pages & ASKED_FOR, named_in)) == []


@pytest.mark.parametrize("slug", registry.games())
def test_every_module_is_imported(slug: str) -> None:
    """By the game's `__init__.py`, or by one that it imports."""
    home = f"games.{slug}"
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "games" / slug).rglob("*.py")
    }

    def named_in(module: str) -> set[str]:
        named = {module.rpartition(".")[0]}
        for node in ast.walk(ast.parse(modules[module].read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                named |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                named |= {name.name for name in node.names}
        return named & modules.keys()

    assert sorted(modules.keys() - reached([home], named_in)) == []


def told(slug: str) -> set[str]:
    """The kinds of events that there are in a game."""
    return emitted(slug) | {event.kind for played in golden(slug) for event in played.events}


@pytest.mark.parametrize("slug", registry.games())
def test_what_turns_up_hidden_cards_is_told(slug: str) -> None:
    """Where `reveals.py` names a kind of another game, it excuses what nobody has looked at."""
    home = f"tests.games.{slug}.reveals"
    reveals = import_module(home).REVEALS if find_spec(home) else set()
    assert sorted(reveals - told(slug)) == []


@pytest.mark.parametrize("slug", registry.games())
def test_what_no_golden_round_shows_is_there(slug: str) -> None:
    reasons = getattr(import_module(f"games.{slug}.state"), "Reason", ())
    assert sorted(playthroughs.never(slug) - told(slug) - {str(one) for one in reasons}) == []
