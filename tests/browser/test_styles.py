"""The published styles have the same effect as their sources, as a browser reads both."""

from __future__ import annotations

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from config.serving.storage import published

RULES = """([source, published]) => [source, published].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // A value with a variable in it is kept as it was written, with its line breaks, and so is a condition.
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s+/g, " ").replace(/(@supports \\([\\w-]+): /g, "$1:"));
})"""


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
