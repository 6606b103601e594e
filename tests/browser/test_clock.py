"""The burning line of a deadline uses the page's clock, which stops while a computer sleeps."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Route

from tests.browser.server import ROOT

HOME = "http://clock.example/"
SCRIPT = Path(ROOT, "platform/matches/static/matches/js/table/clock.js")
SLEPT_MS, LEFT_MS = 20_000, 74_000
DUE_MS = 1_800_000_000_000
PAGE = f"""<!DOCTYPE html><html lang="en">
<div id="burn"><i class="burn__line"></i></div>
<time id="burn-words"></time>
<script type="module">
  const real = performance.now.bind(performance);
  let slept = 0;
  performance.now = () => real() - slept;
  const clock = await import("{HOME}clock.js");
  clock.burn(document.getElementById("burn"), [{LEFT_MS}, 90000, {DUE_MS}]);
  window.sleep = (ms) => {{ slept += ms; }};
  window.resync = clock.resync;
  window.left = () => {{
    const [line] = document.querySelector(".burn__line").getAnimations();
    return line.effect.getTiming().duration - line.currentTime;
  }};
</script></html>"""


def test_a_page_that_slept_shows_what_is_left(
    browser: Browser,
) -> None:
    """The line corrects itself after sleep: it does not show 74 seconds if only 54 are left."""
    page = browser.new_page()

    def answer(route: Route) -> None:
        is_script = route.request.url.endswith(".js")
        body = SCRIPT.read_text(encoding="utf-8") if is_script else PAGE
        kind = "text/javascript" if is_script else "text/html"
        route.fulfill(body=body, content_type=kind, headers={"Access-Control-Allow-Origin": "*"})

    page.route(f"{HOME}**", answer)
    page.goto(HOME)
    page.wait_for_function("window.left")
    assert LEFT_MS - 5_000 < page.evaluate("left()") <= LEFT_MS
    page.evaluate(f"sleep({SLEPT_MS})")
    page.evaluate(f"resync({DUE_MS - LEFT_MS + SLEPT_MS})")
    assert page.evaluate("left()") <= LEFT_MS - SLEPT_MS
    words = page.locator("#burn-words")
    page.wait_for_function("parseInt(document.getElementById('burn-words').textContent) < 55")
    assert words.inner_text().endswith("seconds")
    page.close()
