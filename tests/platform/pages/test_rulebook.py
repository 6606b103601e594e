"""The rule pages of every game and version, with an anchor for every link to them."""

from __future__ import annotations

import ast
import re
from http import HTTPStatus
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings

import games
from games.kernel import registry
from matches.services.rules_versions import publish_version
from tests.games.contract import citations
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

SLUGS = list(registry.games())
LANGUAGES = list(dict(settings.LANGUAGES))


def refused_by(slug: str) -> set[str]:
    """Return the clauses that a game's refusals name."""
    found = set()
    for path in (Path(games.__path__[0]) / slug).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                given = {word.arg: word.value for word in node.keywords}
                if isinstance(clause := given.get("clause"), ast.Constant):
                    found.add(str(clause.value))
    return found


def anchors(html: str) -> list[str]:
    return re.findall(r'id="([^"]+)"', html)


def told(path: str, language: str = "en") -> str:
    answer = cast.browser().get(path, headers={"accept-language": language})
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


@pytest.mark.parametrize(("slug", "language"), list(product(SLUGS, LANGUAGES)))
def test_a_refusals_clause_stands_on_the_page_of_each_version(slug: str, language: str) -> None:
    meta = registry.get(slug).meta
    versions = [publish_version(slug, revision=revision).version for revision in meta.revisions]
    options = {option.name: option.choices[-1] for option in meta.options}
    versions.append(publish_version(slug, options=options).version)
    linked = refused_by(slug) | {option.clause for option in meta.options if option.clause}
    for version in versions:
        found = anchors(told(f"/rules/{slug}/{version}/", language))
        assert linked - set(found) == set()
        assert len(found) == len(set(found)), sorted(one for one in found if found.count(one) > 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_numbers_on_the_page_are_clauses_of_the_rules(slug: str) -> None:
    html = told(f"/rules/{slug}/")
    numbers = {found for found in anchors(html) if re.fullmatch(r"\d+\.\d+", found)}
    assert numbers
    assert numbers <= citations.clauses(slug).keys()
    contents = set(re.findall(r'<li><a href="#([^"]+)"', html))
    assert contents
    assert contents <= set(anchors(html))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_no_rulebook_has_is_marked(slug: str) -> None:
    rules = (citations.ROOT / "games" / slug / "RULES.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (\d+) .*\(house\)", rules, re.MULTILINE))
    ours = {
        number
        for number, said in citations.clauses(slug).items()
        if said.startswith("**House") or number.partition(".")[0] in sections
    }
    html = told(f"/rules/{slug}/")
    link = r'\s*<a class="clause" id="([^"]+)"[^>]*>.*?</a>'
    marked = {
        number
        for run in re.findall(rf'((?:{link})+)\s*</span>\s*<span class="house"', html, re.DOTALL)
        for number in re.findall(r'id="([^"]+)"', run[0])
    }
    assert ours & set(anchors(html)) <= marked


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_is_linked_and_leads_back_to_its_clause(slug: str) -> None:
    html = told(f"/rules/{slug}/")
    for example in registry.examples_of(slug):
        path = f"/rules/{slug}/examples/{example.name}/"
        assert f'href="{path}"' in html
        assert example.clause in anchors(html)
        assert f'href="/rules/{slug}/#{example.clause}"' in told(path)


def test_a_version_says_what_it_has_otherwise() -> None:
    row = publish_version("sleeping_queens", revision=1, options={"tiebreak": "queens"})
    html = told(f"/rules/sleeping_queens/{row.version}/")
    assert f"Version {row.version}, revision 1" in html
    assert "More queens win" in html
    assert "After a defence, the attacked player draws first, then the attacker." in html
    assert 'href="#6.3"' in html
    other = "The lesson and the examples use the newest rules with the usual options."
    assert other in html
    newest = publish_version("sleeping_queens")
    assert other not in told(f"/rules/sleeping_queens/{newest.version}/")
    assert other not in told("/rules/sleeping_queens/")
    assert f'href="/rules/sleeping_queens/{row.version}/"' in told("/rules/sleeping_queens/")


@pytest.mark.parametrize("path", ["/rules/sleeping_queens/4711/", "/rules/bridge/1/"])
def test_a_version_that_there_is_not_is_not_found(path: str) -> None:
    assert cast.browser().get(path).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(("slug", "language"), list(product(SLUGS, LANGUAGES)))
def test_the_page_of_the_cards_links_to_the_rules(slug: str, language: str) -> None:
    html = told(f"/rules/{slug}/cards/", language)
    linked = set(re.findall(rf'href="/rules/{slug}/#([^"]+)"', html))
    assert linked
    assert linked <= set(anchors(told(f"/rules/{slug}/", language)))
    assert f'href="/rules/{slug}/cards/"' in told(f"/rules/{slug}/", language)


def test_a_table_gets_only_the_explanations_and_keeps_them() -> None:
    answer = cast.browser().get("/rules/sleeping_queens/cards/", headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert 'data-face="jester"' in html
    assert "max-age" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    assert "HX-Request" in answer.headers["Vary"]


def test_there_are_no_cards_of_an_unknown_game() -> None:
    assert cast.browser().get("/rules/bridge/cards/").status_code == HTTPStatus.NOT_FOUND
