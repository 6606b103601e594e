"""No leftovers: a new game starts as a copy of another, and this finds the unused rest of it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from games.kernel import registry
from tests.games import playthroughs
from tests.games.playthroughs import golden
from tests.games.test_sentences import emitted

ROOT = Path(__file__).parents[2]
ASKED_FOR = {
    *(
        "board",
        "event",
        "rules",
        "cover",
        "how",
        "keys",
        "thumbnail",
        "about_cards",
    ),  # used by the platform
    *("asks", "answers", "hint", "line", "ending", "bare_card"),  # used by templates/board/
    *("fragments/place_attributes", "fragments/own_place_attributes"),
    *("fragments/seat", "fragments/action_buttons", "fragments/hint"),
}

AROUND = [
    *(ROOT / "templates").glob("*.html"),
    *(
        path
        for folder in ("board", "components", "matches", "moderation")
        for path in (ROOT / "templates" / folder).rglob("*.html")
    ),
    *(ROOT / "platform").glob("*/static/**/*.js"),
    *(ROOT / "platform" / "matches").rglob("*.py"),
]
"""Files that make the page around a game's pieces, and those that animate them."""


def reached(begin: Iterable[str], named_in: Callable[[str], set[str]]) -> set[str]:
    """Return these names and all that they name, directly or indirectly."""
    found: set[str] = set()
    ahead = set(begin)
    while ahead:
        found |= ahead
        ahead = {name for one in ahead for name in named_in(one)} - found
    return found


@pytest.mark.parametrize("slug", registry.games())
def test_every_template_is_taken_in(slug: str) -> None:
    """Every template is included by one that the platform uses, or by one included there."""
    folder = ROOT / "templates" / "games" / slug
    pages = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html")}
    mention = re.compile(rf'(?:games/{slug}/|game ~ "|(fragments) ~ ")([\w/]+)\.html')

    def named_in(page: str) -> set[str]:
        named = mention.findall((folder / f"{page}.html").read_text("utf-8"))
        return pages & {"/".join(filter(None, one)) for one in named}

    assert sorted(pages - reached(pages & ASKED_FOR, named_in)) == []


NAMED = ("teaching.lesson", "teaching.examples", "told")
"""Modules of a game that the platform finds by their names."""


@pytest.mark.parametrize("slug", registry.games())
def test_every_module_is_imported(slug: str) -> None:
    """Every module is imported by `__init__.py`, by another imported one, or found by its name."""
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

    assert (
        sorted(modules.keys() - reached([home, *(f"{home}.{one}" for one in NAMED)], named_in))
        == []
    )


def told(slug: str) -> set[str]:
    """Return the kinds of events of a game."""
    return emitted(slug) | {event.kind for played in golden(slug) for event in played.events}


@pytest.mark.parametrize("slug", registry.games())
def test_what_turns_up_hidden_cards_is_told(slug: str) -> None:
    """A kind in `reveals.py` that the game does not have would excuse unseen leaks."""
    home = f"tests.games.{slug}.reveals"
    reveals = import_module(home).REVEALS if find_spec(home) else set()
    assert sorted(reveals - told(slug)) == []


@pytest.mark.parametrize("slug", registry.games())
def test_what_no_golden_round_shows_is_there(slug: str) -> None:
    reasons = getattr(import_module(f"games.{slug}.state"), "Reason", ())
    assert sorted(playthroughs.never(slug) - told(slug) - {str(one) for one in reasons}) == []


SELECTED = re.compile(r"[.#](-?[a-zA-Z_][\w-]*)")
PAINTED = re.compile(r"#([\w-]+)")


def pages(slug: str) -> list[Path]:
    return sorted((ROOT / "templates" / "games" / slug).rglob("*.html"))


def statics(slug: str, suffix: str = "") -> list[Path]:
    folder = ROOT / "templates" / "games" / slug / "static"
    return sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())


USED = ["board.css", "reading.css"]
"""The styles that the platform uses; the first imports the others."""


def bare(text: str) -> str:
    """Return the text without comments of any language."""
    return re.sub(
        r"/\*.*?\*/|{#.*?#}|{% comment.*?endcomment %}|<!--.*?-->", "", text, flags=re.DOTALL
    )


def worn(files: Iterable[Path], names: Iterable[str]) -> set[str]:
    """Return the names that occur in one of these files.

    A name also occurs if it begins like one that is built there: `pile--{{ colour }}`.
    """
    text = "\n".join(bare(path.read_text("utf-8")) for path in files)
    whole = set(re.findall(r"[\w-]+", text))
    stems = set(re.findall(r"""[\w-]+-(?={[{%]|["'] [~+]|\${)""", text))
    return {
        name
        for name in names
        if name in whole or any(re.fullmatch(rf"{stem}\w[\w-]*", name) for stem in stems)
    }


def words(slug: str) -> Iterator[str]:
    """Yield the texts in a game's modules, such as cards that name drawings (`#{{ card }}`)."""
    import_module(f"games.{slug}")
    for module in [name for name in sys.modules if name.startswith(f"games.{slug}.")]:
        for value in vars(sys.modules[module]).values():
            yield from strings(value)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, (str, int)):
        yield str(value)
    elif isinstance(value, (Mapping, tuple, list, frozenset, set)):
        inner = [*value, *value.values()] if isinstance(value, Mapping) else value
        for one in inner:
            yield from strings(one)


@pytest.mark.parametrize("slug", registry.games())
def test_every_style_is_worn(slug: str) -> None:
    """Each class and id in a style is used by a page of the game or around it."""
    styles = bare("".join(path.read_text("utf-8") for path in statics(slug, ".css")))
    styles = re.sub(r"@import [^;]+;", "", styles)
    named = {
        name for head in re.findall(r"[^{};]+(?={)", styles) for name in SELECTED.findall(head)
    }
    assert sorted(named - worn([*pages(slug), *AROUND], named)) == []


@pytest.mark.parametrize("slug", registry.games())
def test_every_drawing_is_shown(slug: str) -> None:
    """Each drawing is used by a page, a style, a card's name, or by such a drawing."""
    drawn = {
        name: {ref for one in part.iter() for ref in PAINTED.findall(" ".join(one.attrib.values()))}
        for drawing in statics(slug, ".svg")
        for part in ElementTree.parse(drawing).iter()
        if (name := part.get("id"))
    }
    shown = worn([*pages(slug), *statics(slug, ".css")], drawn) | drawn.keys() & set(words(slug))
    assert sorted(drawn.keys() - reached(shown, lambda name: drawn[name] & drawn.keys())) == []


@pytest.mark.parametrize("slug", registry.games())
def test_every_file_beside_the_pages_is_asked_for(slug: str) -> None:
    text = "".join(bare(path.read_text("utf-8")) for path in [*pages(slug), *statics(slug, ".css")])
    asked = set(re.findall(r"[\w/-]+\.\w+", text))
    folder = ROOT / "templates" / "games" / slug / "static"
    names = [path.relative_to(folder).as_posix() for path in statics(slug)]
    assert [name for name in names if not asked & {name, f"games/{slug}/{name}"}] == USED
