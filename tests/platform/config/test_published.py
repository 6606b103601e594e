"""Published static files: smaller, and with all files that pages use."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from fontTools.ttLib import TTFont
from rjsmin import jsmin

from config.serving.storage import IMPORT, OTHERS, published
from tests.node import NODE, PACKAGES

TOKENS = """
const [, typescript] = process.argv;
const { default: ts } = await import(typescript);
const tokens = (text) => {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const found = [];
  const visit = (node) => {
    const within = node.getChildren(file).filter((one) => !ts.isJSDoc(one));
    if (within.length) within.forEach(visit);
    else found.push(node.getText(file));
  };
  visit(file);
  return [file.parseDiagnostics.length, ...found];
};
const texts = JSON.parse((await process.stdin.toArray()).join(""));
console.log(JSON.stringify(texts.map(tokens)));
"""
"""A program that prints each script's number of syntax errors and its tokens."""

DRAWN_BY_NOBODY = {0xAD, 0xB5}
"""The soft hyphen and the micro sign, which one of the fonts lacks."""


@pytest.fixture(scope="module")
def sources() -> dict[str, Any]:
    """Return all static files, as `collectstatic` finds them."""
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
    """It has the rules of its imports in their places, in the same order."""
    assert [name for name, text in texts.items() if "@import" in text or "/*" in text] == []
    assert texts["core/css/site.css"].startswith("@layer reset, tokens, base")
    order = [
        texts["core/css/site.css"].index(f"@layer {name}{{") for name in ("reset", "components")
    ]
    assert all(a < b for a, b in pairwise(order))
    whole = texts["matches/css/match.css"]
    assert texts["core/css/charts.css"] in whole, "of another app"
    for name in texts.keys() & sources.keys():
        folder = name.rpartition("/")[0]
        elsewhere = [one for one in IMPORT.findall(source(sources, name)) if "/" in one]
        for one in elsewhere:
            taken = texts[posixpath.normpath(f"{folder}/{one}")]
            assert "url(" not in taken.replace("url(data:", ""), (
                f"{one}: what it names lies beside it"
            )


def test_only_comments_and_layout_are_gone_from_a_script(
    sources: dict[str, Any], texts: dict[str, str]
) -> None:
    """This holds for a literal of several lines, and a comment behind half a statement."""
    scripts = {name: text for name, text in texts.items() if name.endswith(".js")}
    assert "matches/js/table/choosing.js" in scripts
    both = {name: (source(sources, name), text) for name, text in scripts.items()}
    hard = "const a = `x\n  // kept ${b /* c */}\n`; // gone\nreturn_(/a \\/ b/.test(`  `) /* gone */ + +c)\n;"
    both["hard"] = (hard, jsmin(hard))
    typescript = PACKAGES / "typescript" / "lib" / "typescript.js"
    given = json.dumps([text for pair in both.values() for text in pair])
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", TOKENS, typescript],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    tokens = json.loads(ran.stdout)
    for name, written, told in zip(both, tokens[::2], tokens[1::2], strict=True):
        assert told == written, name
        assert told[0] == 0, f"{name} is no JavaScript"
        assert len(told) > 5
    assert not [name for name, text in scripts.items() if re.search(r"(?m)^\s*//", text)]


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


def test_each_file_of_a_typeface_has_the_letters_of_its_style(
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
