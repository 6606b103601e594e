"""The published styles have the same effect as their sources, as a browser reads both."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from config.serving.storage import published

RULES = """([source, published]) => [source, published].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // A value with a variable in it is kept as it was written, with its line breaks, and so is a condition.
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s+/g, " ").replace(/(@supports \\([\\w-]+): /g, "$1:"));
})"""

SELECTORS = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const walk = (rules, above) => [...rules].flatMap((rule) => {
    const own = rule.selectorText?.replaceAll("&", above) ?? above;
    return [...(rule.selectorText ? [own] : []), ...walk(rule.cssRules ?? [], own)];
  });
  return walk(sheet.cssRules, "");
}"""
NAMED = re.compile(r"[.#\[]|(?<![:\w-])[a-z]")
"""A part of a selector that names elements: a class, an id, an attribute, or a tag."""


def _apart(text: str, separators: str) -> list[str]:
    """Split a selector at these characters, except within brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter in separators and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _arguments(selector: str) -> Iterator[str]:
    """Yield the selectors within `:is()`, `:not()` and `:where()`, on all levels."""
    for start in re.finditer(r":(?:is|not|where)\(", selector):
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        yield from _apart(selector[start.end() : end - 1], ",")


def _reaches_all(selector: str) -> bool:
    """Return whether each new element makes the browser examine all others for this selector."""
    if ":has(" not in selector:
        return False
    if whole := re.fullmatch(r":(?:is|where)\((.*)\)", selector, re.DOTALL):
        return any(map(_reaches_all, _apart(whole[1], ",")))
    *_, subject = _apart(selector, " >+~")
    if not NAMED.search(re.sub(r":(?:not|has)\(.*", "", subject)):
        return True
    return any(
        ":has(" in argument and len(_apart(argument, " >+~")) > 1
        for argument in _arguments(selector)
    )


@pytest.mark.parametrize(
    ("selector", "reaches"),
    [
        (".result:has(:checked) > .result__page", False),
        (".result:has(:checked) > :not(.result__head)", True),
        (".room:has(> .invite) > *", True),
        (".here:not(.places:has(> :nth-child(5)) *)", True),
        (":is(.you, .places:not(:has(> :nth-child(5)))) .here", False),
        (".middle:has(.lots) :is(.stock, .mat)", False),
        (".how:has(svg + svg) > li > svg", False),
        (".room > *", False),
    ],
)
def test_a_selector_that_reaches_all_is_found(selector: str, reaches: bool) -> None:
    """The check below, on samples."""
    assert _reaches_all(selector) is reaches


def test_no_style_makes_a_new_sentence_examine_the_whole_table(browser: Browser) -> None:
    """A condition on what an element contains names the elements that it styles. Otherwise, a new
    element changes the styles of all others, and the table is laid out again: 4 to 6 ms for a word.
    """
    page = browser.new_page()
    found, read = set(), 0
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if not path.endswith(".css"):
                continue
            with storage.open(path) as file:
                listed = page.evaluate(SELECTORS, file.read().decode())
            read += len(listed)
            found |= {(path, one) for one in _apart(",".join(listed), ",") if _reaches_all(one)}
    page.close()
    assert read > 1_000
    assert found == set()


def test_only_comments_and_layout_are_gone_from_a_style(browser: Browser) -> None:
    """A space before a brace is layout, but before a colon it changes the selector."""
    sources = {
        "/".join(filter(None, (getattr(storage, "prefix", ""), path))): (storage, path)
        for finder in finders.get_finders()
        for path, storage in finder.list([])
    }
    page = browser.new_page()
    compared = 0
    for name, text in published(sources):
        storage, path = sources.get(name, (None, ""))
        if not name.endswith(".css"):
            continue
        with storage.open(path) as file:
            written = file.read().decode()
        if "@import" in written:
            continue
        source, told = page.evaluate(RULES, [written, text])
        assert source, name
        assert source == told, name
        assert len(text) < len(written), name
        compared += 1
    assert compared > 20
    page.close()
