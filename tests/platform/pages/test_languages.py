"""Every page is available in every language, and mixes no two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext
from PIL import Image

from core.i18n import list_catalogs, read_catalog
from games.kernel import registry
from tests.platform.accounts import cast

OTHERS = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
FOR_ALL = (
    "/", "/tables/", "/leagues/", "/ratings/", "/words/", "/daily/", "/keys/", "/ledger/", "/sign-in/",
    "/sign-up/", "/password/forgotten/", "/court/", "/nothing/",
    *(f"/rules/{slug}/" for slug in registry.games()),
    *(f"/play/{slug}/friends/" for slug in registry.games()),
)  # fmt: skip
FOR_ONE = (
    "/matches/", "/preferences/", "/preferences/vacation/", "/preferences/data/", "/preferences/delete/",
    "/preferences/sign-ins/", "/notices/", "/second-factor/", "/password/", "/address/", "/leagues/new/",
    "/decisions/", "/people/Alice/",
)  # fmt: skip
OWN_NAMES = re.compile(
    r"Alice|Nightcap|FreeOTP|Aegis|2FAS|Discord|Slack|https|UTC|JSON|CSV|[A-ZÄÖÜ]+"
)
"""Words that are the same in every language: people, programs, formats, and a game's German words.
"""


class _Words(HTMLParser):
    """The words that users read or hear on a page, in pieces."""

    SAID = ("title", "aria-label", "placeholder", "alt")
    UNSAID = ("script", "style", "option", "code", "kbd")

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.within: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = tag in self.UNSAID or ("lang" in given and tag != "html")
        if tag not in ("input", "img", "link", "meta", "br", "hr", "use", "path"):
            self.within.append((tag, foreign))
        self.found |= {" ".join((given.get(name) or "").split()) for name in self.SAID}

    def handle_endtag(self, tag: str) -> None:
        while self.within:
            if self.within.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not any(foreign for _, foreign in self.within):
            self.found.add(" ".join(data.split()))


def words_of(html: str) -> set[str]:
    reader = _Words()
    reader.feed(html)
    return {said for said in reader.found if _has_words(said)}


def _has_words(text: str) -> bool:
    return re.search(r"[a-z]{3}", OWN_NAMES.sub("", re.sub(r"%\(\w+\)[sd]", "", text))) is not None


@cache
def alike(language: str) -> re.Pattern[str]:
    """Return the words that are the same in this language as in English, with any data."""
    both = {
        re.sub(r"%\\\(\w+\\\)[sd]", ".*", re.escape(" ".join(text.split())))
        for folder in settings.LOCALE_PATHS
        for path in list_catalogs(Path(folder))
        if path.parts[-3] == language
        for message in read_catalog(path)
        for text in _forms(message.id)
        if _has_words(text) and text in _forms(message.string)
    }
    return re.compile("|".join(sorted({*both, *dict(settings.LANGUAGES).values()})))


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.mark.django_db
def test_no_page_says_anything_as_english_does() -> None:
    alice = cast.alice()
    for path, who in [(path, None) for path in FOR_ALL] + [(path, alice) for path in FOR_ONE]:
        browser = cast.browser(who)
        english = words_of(read(browser, path, settings.LANGUAGE_CODE))
        assert english, path
        for language in OTHERS:
            page = read(browser, path, language)
            assert f'<html lang="{language}"' in page, path
            both = english & words_of(page)
            assert [said for said in both if not alike(language).fullmatch(said)] == [], path


def read(browser: Client, path: str, language: str) -> str:
    return browser.get(path, headers={"accept-language": language}, follow=True).content.decode()


def test_what_is_left_over_in_english_is_seen() -> None:
    assert words_of(
        '<html lang="fr"><p title="Sit down">Leave the table <b lang="de">Eiswein</b></p>'
    ) == {
        "Sit down",
        "Leave the table",
    }


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("de", "0 Tage", "1 Tag", "2 Tage"),
        ("en", "0 days", "1 day", "2 days"),
        ("fr", "0 jour", "1 jour", "2 jours"),
        ("it", "0 giorni", "1 giorno", "2 giorni"),
    ],
)
def test_numbers_take_the_form_of_the_language(
    language: str, none: str, one: str, two: str
) -> None:
    with translation.override(language):
        said = [ngettext("%(count)d day", "%(count)d days", n) % {"count": n} for n in (0, 1, 2)]
    assert said == [none, one, two]


@pytest.mark.django_db
def test_every_language_can_be_chosen_in_the_foot_of_a_page() -> None:
    browser: Client = cast.browser()
    for code, name in settings.LANGUAGES:
        assert re.search(
            rf'value="{code}"\s+lang="{code}"\s*>\s*{name}', browser.get("/").content.decode()
        )
        browser.post("/language/", {"language": code})
        page = browser.get("/").content.decode()
        assert f'<html lang="{code}"' in page
        assert f'value="{code}" lang' not in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_picture_of_a_table_speaks_the_language_of_the_page(language: str) -> None:
    html = Client(headers={"Accept-Language": language}).get("/").content.decode()
    shown = re.findall(r'src="/static/(core/img/table-[^"]+)"', html)
    assert [name.split(".")[0] for name in shown] == [
        f"core/img/table-{theme}-{language}" for theme in ("morning", "night")
    ]
    for theme in ("morning", "night"):
        found = finders.find(f"core/img/table-{theme}-{language}.webp")
        assert found
        with Image.open(str(found)) as picture:
            size = re.search(
                rf'table-{theme}-{language}.*?width="(\d+)".*?height="(\d+)"', html, re.S
            )
            assert size
            assert picture.size == (int(size[1]), int(size[2]))
