"""The landing page and the rules for every visitor, in every language."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext

from core.keyboard_shortcuts import PLACES
from games.kernel import registry
from games.kernel.contract import Meta
from matches.engine.catalogue import easiest_first
from matches.services.seating import tables
from tests.platform.accounts import cast

pytestmark = pytest.mark.django_db

GAME = "sleeping_queens"


def test_the_landing_page_shows_every_game_from_its_card() -> None:
    page = cast.browser().get("/").content.decode()
    for slug, game in registry.games().items():
        assert game.meta.title in page
        assert f'action="/play/{slug}/"' in page
        assert f'href="/play/{slug}/friends/"' in page
        assert f'href="/rules/{slug}/"' in page


def test_a_game_that_was_never_heard_of_is_shown_just_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meta = registry.get(GAME).meta
    other = Meta(
        **{name: getattr(meta, name) for name in Meta.__struct_fields__}
        | {"slug": "a_sixth_game", "title": "A Sixth Game"}
    )
    monkeypatch.setattr("pages.views.catalogue.metas", lambda: [meta, other])
    page = cast.browser().get("/").content.decode()
    assert "A Sixth Game" in page
    assert "#dormouse" in page  # our cover, because it has none


def test_games_have_the_same_order_on_every_page() -> None:
    alice, bob = cast.alice(), cast.bob()
    wanted = [meta.slug for meta in easiest_first()]
    assert wanted != sorted(wanted)

    def shown(path: str, name: str) -> list[str]:
        page = cast.browser(alice).get(path)
        assert page.status_code == HTTPStatus.OK, path
        found = page.context[name]
        if name == "games":
            return [one[0].slug if isinstance(one, tuple) else one.slug for one in found]
        return [slug for slug, _ in found["game"].field.choices if slug]

    for path in ("/", f"/ratings/{GAME}/", "/matches/", "/tables/", "/bots/", "/keys/"):
        assert shown(path, "games") == wanted, path
    assert shown(f"/people/{bob.name}/challenge/", "form") == wanted
    assert shown("/matches/", "filter") == wanted
    league = cast.browser(alice).get("/leagues/new/", {"like": "evening"}).context["form"]
    assert [meta.slug for meta, *_ in league.games()] == wanted


def test_running_matches_are_their_players_own() -> None:
    alice, bob = cast.alice(), cast.bob()
    match = tables.open_match(alice, GAME, seats=3, bots=["easy"])
    page = cast.browser(alice).get("/").content.decode()
    assert f'href="/matches/{match.pk}/"' in page
    assert "1 bot" in page
    assert "1 seat free" in page
    for person in (None, bob):
        assert str(match.pk) not in cast.browser(person).get("/").content.decode()


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_people_with_an_account_are_not_told_of_needing_none(path: str) -> None:
    words = "No account needed."
    assert words in cast.browser().get(path).content.decode()
    assert words not in cast.browser(cast.alice()).get(path).content.decode()


@pytest.mark.parametrize("who", [None, cast.alice, cast.gus, cast.sam])
def test_everybody_may_look(who: object) -> None:
    browser = cast.browser(who() if callable(who) else None)
    for path in ("/", f"/rules/{GAME}/"):
        assert browser.get(path).status_code == HTTPStatus.OK
        assert browser.head(path).status_code == HTTPStatus.OK


def test_every_game_has_rules_and_every_language_tells_them() -> None:
    for slug in registry.games():
        get_template(f"games/{slug}/rules.html")
        pages = {
            language: cast.browser()
            .get(f"/rules/{slug}/", headers={"accept-language": language})
            .content.decode()
            for language in dict(settings.LANGUAGES)
        }
        assert len(set(pages.values())) == len(settings.LANGUAGES)


@pytest.mark.parametrize("path", ["/rules/nothing/", "/rules/kernel/", "/rules/%00/", "/nothing"])
def test_what_is_not_there_is_not_found_with_a_page(path: str) -> None:
    answer = cast.browser().get(path)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "Page not found" in answer.content.decode()


@pytest.mark.parametrize("path", ["/", f"/rules/{GAME}/"])
def test_they_are_only_looked_at(path: str) -> None:
    assert cast.browser().post(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("slug", registry.games())
def test_every_game_brings_its_pages(slug: str) -> None:
    """The platform includes templates of a game from its folder."""
    for name in ("board", "cover", "event", "hint", "how", "rules"):
        get_template(f"games/{slug}/{name}.html")


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_all_keys_are_told_on_one_page(language: str) -> None:
    browser = cast.browser()
    page = browser.get("/keys/", headers={"accept-language": language}).content.decode()
    with translation.override(language):
        for place in PLACES:
            assert gettext(place.title) in page
            assert all(gettext(key.does) in page for key in place.keys)
        assert all(gettext(game.meta.title) in page for game in registry.games().values())
    assert page.count('<dl class="keys-list">') == len(PLACES) + len(registry.games())
    assert 'href="/keys/"' in browser.get("/").content.decode()


@pytest.mark.parametrize("at", ["wortspiel", "sleeping_queens", "replay", "court", "", "nowhere"])
def test_the_keys_of_the_place_come_first(at: str) -> None:
    page = cast.browser().get("/keys/", {"at": at}).content.decode()
    titles = [" ".join(one.split()) for one in re.findall(r"<h2>(.*?)</h2>", page, re.DOTALL)]
    assert len(titles) == len(set(titles)) == len(PLACES) + len(registry.games())
    places = {place.name: place.title for place in PLACES}
    if at in registry.games():
        title = registry.games()[at].meta.title
        assert titles[:2] == [f"At a table of {title}", places["table"]]
    else:
        assert titles[0] == places.get(at, places["everywhere"])
