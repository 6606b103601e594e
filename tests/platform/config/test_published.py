"""Static files as they are published: less of them, and all that pages ask for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from fontTools.ttLib import TTFont

from config.storage import OTHERS, published

DRAWN_BY_NOBODY = {0xAD, 0xB5}
"""The soft hyphen and the micro sign, which one of the faces has not."""


@pytest.fixture(scope="module")
def sources() -> dict[str, Any]:
    """All static files, as `collectstatic` finds them."""
    return {
        "/".join(filter(None, (getattr(storage, "prefix", ""), path))): (storage, path)
        for finder in finders.get_finders()
        for path, storage in finder.list([])
    }


@pytest.fixture(scope="module")
def texts(sources: dict[str, Any]) -> dict[str, str]:
    return dict(published(sources))


def source(sources: dict[str, Any], name: str) -> str:
    storage, path = sources[name]
    with storage.open(path) as file:
        return str(file.read().decode())


def test_nobody_elses_files_are_touched(texts: dict[str, str]) -> None:
    assert not [name for name in texts if name.startswith(OTHERS)]


def test_a_style_is_one_file(sources: dict[str, Any], texts: dict[str, str]) -> None:
    """And says what its source says: as many rules, in the same order."""
    assert [name for name, text in texts.items() if "@import" in text or "/*" in text] == []
    assert texts["core/css/site.css"].startswith("@layer reset, tokens, base")
    order = [texts["core/css/site.css"].index(f"@layer {name}{{") for name in ("reset", "components")]
    assert all(a < b for a, b in pairwise(order))
    for name, text in texts.items():
        if name.endswith(".css") and "@import" not in source(sources, name):
            written = re.sub(r"/\*.*?\*/", "", source(sources, name), flags=re.DOTALL)
            assert "".join(text.split()) == "".join(written.split()), name


def test_only_comments_and_layout_are_gone_from_a_script(
    sources: dict[str, Any], texts: dict[str, str]
) -> None:
    scripts = [name for name in texts if name.endswith(".js")]
    assert "matches/js/table/choosing.js" in scripts
    for name in scripts:
        lines = [line.strip() for line in source(sources, name).splitlines()]
        assert all(line.count("`") % 2 == 0 for line in lines), (
            f"{name}: a literal of several lines"
        )
        kept = [line for line in lines if line and not line.startswith("//")]
        for line, written in zip(texts[name].splitlines(), kept, strict=True):
            assert line == written or written.removeprefix(line).startswith(" // "), name


def test_a_cover_has_all_that_it_shows_and_nothing_else(texts: dict[str, str]) -> None:
    covers = [name for name in texts if name.endswith("/cover.svg")]
    assert covers
    for name in covers:
        html = get_template(f"{name.removesuffix('.svg')}.html").render({})
        shown = set(re.findall(rf"{name}#([\w-]+)", html))
        assert "cards.svg" not in html
        within = set(re.findall(r'(?:href="|url\()#([\w-]+)', texts[name]))
        drawn = set(re.findall(r'\bid="([\w-]+)"', texts[name]))
        assert shown | within == drawn
        whole = texts[name.replace("cover.svg", "cards.svg")]
        assert drawn < set(re.findall(r'\bid="([\w-]+)"', whole))


def test_each_file_of_a_typeface_has_the_letters_that_the_style_says(
    sources: dict[str, Any], texts: dict[str, str]
) -> None:
    faces = re.findall(
        r'src:url\("\.\./(fonts/[\w-]+\.woff2)"\)[^}]*unicode-range:([^;]+);',
        texts["core/css/tokens.css"],
    )
    assert len(faces) == 4
    had: dict[str, set[int]] = {}
    for name, ranges in faces:
        storage, path = sources[f"core/{name}"]
        letters = set(TTFont(storage.path(path)).getBestCmap())
        said = {
            code
            for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", ranges)
            for code in range(int(first, 16), int(last or first, 16) + 1)
        }
        assert letters <= said, name
        assert said - letters <= DRAWN_BY_NOBODY, name
        face = name.removesuffix(".woff2").removesuffix("-more")
        assert not had.get(face, set()) & said
        had[face] = had.get(face, set()) | said
    assert (
        had["fonts/fraunces"] == had["fonts/atkinson"] >= {*range(0x20, 0x7F), *range(0xA0, 0x100)}
    )
