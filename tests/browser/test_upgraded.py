"""A page that stays open during an upgrade: it reloads if its scripts belong to another release."""

from __future__ import annotations

from tests.browser.conftest import Arrive
from tests.browser.server import Server

FIRST_IS_OLD = """
const pages = (sessionStorage.pages = Number(sessionStorage.pages ?? 0) + 1);
document.addEventListener("readystatechange", () => {
  const wire = document.getElementById("wire");
  if (pages === 1 && wire) wire.dataset.scripts = "table.0ldd1ge57.js";
});
"""
"""The first page of a tab names scripts of another release."""
LATER_MS = 1_500


def test_a_page_with_scripts_of_another_release_reloads(arrive: Arrive, server: Server) -> None:
    people = [arrive(kind="member") for _ in range(2)]
    path = server.console("lay", game="sleeping_queens", people=[one.name for one in people])
    reader = people[0]
    reader.page.add_init_script(FIRST_IS_OLD)
    reader.page.goto(f"{server.url}{path}")
    reader.page.wait_for_timeout(LATER_MS)
    assert reader.page.evaluate("Number(sessionStorage.pages)") == 2
    reader.waits_for(".board--running")
    version = reader.version
    server.console("move_on", path=path)
    reader.moves_on_from(version)
