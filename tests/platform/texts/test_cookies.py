"""Our draft of a privacy page names every cookie, in each language.

It must be complete, because it says "there are no others".
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage

from core import csrf
from daily import device
from matches.web import shared_browser
from tests.architecture.test_walls import PLATFORM, modules, name_of, tree
from texts.models import Text, draft

CHOSEN = {"theme", "hints", "sounds"}
SET_BY = {
    "platform/accounts/views/preferences.py": CHOSEN | {settings.LANGUAGE_COOKIE_NAME},
    "platform/core/csrf.py": {csrf.BEFORE},
    "platform/core/static/core/js/page.js": {"theme", "hints", settings.ZONE_COOKIE_NAME},
    "platform/daily/device.py": {device.COOKIE},
    "platform/matches/web/shared_browser.py": {shared_browser.COOKIE},
}
"""Every file of ours that sets cookies, with their names."""
DJANGO = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name}
COOKIES = DJANGO.union(*SET_BY.values())


def setters() -> Iterator[str]:
    for path in modules(PLATFORM):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr in {"set_cookie", "set_signed_cookie"}:
                yield name_of(path)
    for path in PLATFORM.rglob("static/**/*.js"):
        if re.search(r"document\.cookie\s*=|cookieStore", path.read_text(encoding="utf-8")):
            yield name_of(path)


def test_every_file_that_sets_cookies_is_known() -> None:
    assert set(setters()) == SET_BY.keys()


def test_what_a_page_keeps_by_itself_is_known() -> None:
    page = PLATFORM / "core" / "static" / "core" / "js" / "page.js"
    kept = re.findall(r'\bkeep\("(\w+)"', page.read_text(encoding="utf-8"))
    assert set(kept) == SET_BY[name_of(page)]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_draft_names_each_and_no_other(language: str) -> None:
    named = re.findall(r"`(\w+)`", draft(Text.Page.PRIVACY, language))
    assert sorted(named) == sorted(COOKIES)
