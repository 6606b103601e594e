"""One list has all keys of the site: no script handles another key, and no key means two things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation

from core import keyboard_shortcuts
from games.kernel import registry

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = {
    "core/static/core/js/page.js": keyboard_shortcuts.EVERYWHERE,
    "core/static/core/js/lists.js": keyboard_shortcuts.SITE,
    "matches/static/matches/js/table/choosing.js": keyboard_shortcuts.TABLE,
    "matches/static/matches/js/table/sentences.js": keyboard_shortcuts.TABLE,
    "matches/static/matches/js/table/typing.js": keyboard_shortcuts.TABLE,
    "matches/static/matches/js/reading.js": keyboard_shortcuts.READING,
    "court/static/court/court.js": keyboard_shortcuts.COURT,
}
"""Each script that handles keys, and the keys that it may handle."""
CLOSES = {"core/static/core/js/page.js": {"Escape"}}
"""The key that closes an open menu and has no further effect then, as for all popups in browsers.
"""
TABLES = re.compile(r"(?:const (?:KEYS|ARROWS) =|step =) \{(.*?)\}[;\[]", re.DOTALL)
NAMES = re.compile(r'(?:^|[{,\n])\s*"?([\w/]+)"?:')
SAID = re.compile(r'event\.key [!=]== "([^"]+)"')
COMMON = "z"
"""The key that every table has, from `board/take_back_and_orders.html`."""
PICKED = re.compile(r'"([a-z0-9]{2,})"\[')
USED = re.compile(r'(?:data-|, )key="([^"]*)"|, also=\("([^"]*)"')


def listed(of: tuple[keyboard_shortcuts.Key, ...]) -> list[str]:
    return [key for each in of for key in each.keys]


def templates(slug: str) -> list[str]:
    return [path.read_text("utf-8") for path in (ROOT / "templates/games" / slug).rglob("*.html")]


def own_keys(slug: str) -> list[str]:
    """Return the keys in a game's own list."""
    page = get_template(f"games/{slug}/keys.html").render({})
    return [key for row in re.findall(r'data-keys="([^"]*)"', page) for key in row]


def test_a_script_that_listens_to_keys_is_in_the_list() -> None:
    static = (ROOT / "platform").glob("*/static/**/*.js")
    listening = {
        str(path.relative_to(ROOT / "platform"))
        for path in static
        if "vendor" not in path.parts and "event.key" in path.read_text("utf-8")
    }
    assert listening == set(SCRIPTS), "List each script with a key handler in `SCRIPTS`."


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_listens_to_the_keys_of_its_place_alone(name: str) -> None:
    text = (ROOT / "platform" / name).read_text("utf-8")
    found = set(SAID.findall(text))
    for table in TABLES.findall(text):
        found |= set(NAMES.findall(table))
    found -= CLOSES.get(name, set())
    assert found
    assert found <= set(listed(SCRIPTS[name]))
    others = set(SCRIPTS) - {name}
    same = [other for other in others if SCRIPTS[other] is SCRIPTS[name]]
    if not same and SCRIPTS[name] is not keyboard_shortcuts.TABLE:
        assert found == set(listed(SCRIPTS[name]))


def test_no_key_of_the_site_means_anything_else_anywhere() -> None:
    for each in (place.keys for place in keyboard_shortcuts.PLACES):
        assert len(listed(each)) == len(set(listed(each)))
        for whole in (keyboard_shortcuts.EVERYWHERE, keyboard_shortcuts.SITE):
            if each is not whole:
                assert not set(listed(each)) & set(listed(whole))


def test_the_key_of_every_table_is_its_own() -> None:
    yours = (ROOT / "templates/board/take_back_and_orders.html").read_text("utf-8")
    assert [key for key, _ in USED.findall(yours)] == [COMMON]
    assert COMMON in listed(keyboard_shortcuts.TABLE)
    others = [
        path
        for path in (ROOT / "templates").glob("**/*.html")
        if "games" not in path.relative_to(ROOT).parts
    ]
    found = {
        key for path in others for key in re.findall(r'data-key="(\w)"', path.read_text("utf-8"))
    }
    assert found == {COMMON}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_a_game_uses_the_keys_that_it_says_and_no_other(slug: str, language: str) -> None:
    with translation.override(language):
        own = own_keys(slug)
    assert len(own) == len(set(own)), (
        f"{slug}: a key has two meanings; give one of them another key"
    )
    assert not set(own) & {
        *listed(keyboard_shortcuts.EVERYWHERE),
        *listed(keyboard_shortcuts.SITE),
        *listed(keyboard_shortcuts.TABLE),
    }
    used: set[str] = set()
    for text in templates(slug):
        used |= {key for found in USED.findall(text) for key in found if len(key) == 1}
        used |= {key for several in PICKED.findall(text) for key in several}
    assert used <= set(own), f"List these keys in templates/games/{slug}/keys.html."
    # The others are counted: cards by their position in the hand, or by their rank.
    assert {key for key in set(own) - used if not key.isdigit()} <= set("jqkabdfrv")
