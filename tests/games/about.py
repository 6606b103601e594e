"""The explanations of a game's cards, as its `about_cards.html` has them."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.template.loader import get_template
from django.utils.html import strip_tags

from games.kernel import registry

_ONE = re.compile(
    r'<article class="about-cards__one"( data-learn="[^"]+")?>(.*?)</article>', re.DOTALL
)
_FACE = re.compile(r'<li data-face="([^"]+)"[^>]*>(.*?)</li>', re.DOTALL)
_CLAUSE = re.compile(r'href="/rules/[^"#]+#([^"]+)"')


class About(NamedTuple):
    """The name of a face, its explanation, the clauses behind it, and whether a newcomer reads it
    before the first play.
    """

    name: str
    words: str
    clauses: tuple[str, ...]
    first: bool


def explanations(slug: str) -> dict[str, About]:
    """Return the explanation of each face of a game, by the name of its drawing."""
    page = get_template(f"games/{slug}/about_cards.html").render({"game": registry.get(slug).meta})
    found: dict[str, About] = {}
    for first, one in _ONE.findall(page):
        words = " ".join(strip_tags(one[one.index("about-cards__words") :]).split())
        for face, name in _FACE.findall(one):
            assert face not in found, f"{face} has two explanations."
            found[face] = About(
                strip_tags(name).strip(), words, tuple(_CLAUSE.findall(one)), bool(first)
            )
    return found


def clauses_on_page(slug: str) -> set[str]:
    """Return the clauses that the page of the rules has."""
    meta = registry.get(slug).meta
    titles = {known.name: known.title for known in registry.examples_of(slug)}
    page = get_template(f"games/{slug}/rules.html").render({"game": meta, "examples": titles})
    return set(re.findall(r'class="clause" id="([^"]+)"', page))


def all_explained(slug: str, faces: set[str]) -> None:
    """Check that these are the faces of the game, and that each has words and a clause."""
    found = explanations(slug)
    assert found.keys() == faces
    for face, about in found.items():
        assert about.name, face
        assert about.words, face
        assert about.clauses, face
        assert set(about.clauses) <= clauses_on_page(slug), face
