"""Bots by third parties: the two clients in docs/clients play a match of every game unchanged."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.console import PASSWORD
from tests.browser.person import Person, new_name
from tests.browser.server import Server

CLIENTS = Path(__file__).resolve().parents[2] / "docs" / "clients"
PATIENCE_S = 1_800
MATCHES = pytest.mark.parametrize(
    "games",
    [
        ["daumen_drauf", "sleeping_queens"],
        pytest.param(sorted(registry.games()), marks=pytest.mark.soak),
    ],
    ids=["quick", "all"],
)
"""Random play takes minutes in some games."""
JAVASCRIPT = """async ({ source, server, token, games }) => {
    const { playAll } = await import("data:text/javascript," + encodeURIComponent(source))
    const told = []
    await playAll(server, token, games, line => told.push(line))
    return told
}"""


@pytest.fixture
def another_site() -> Iterator[str]:
    """The address of an empty page on another site."""

    class Empty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b'<!doctype html><link rel="icon" href="data:,">')

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    site = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}/"
    site.shutdown()
    site.server_close()


@pytest.mark.long
@MATCHES
def test_a_bot_in_python_plays_whole_matches(
    arrive: Arrive, server: Server, games: list[str]
) -> None:
    token = token_of_a_bot(arrive(kind="member", name=new_name("Python Uhu")))
    played = subprocess.run(
        [sys.executable, str(CLIENTS / "random_bot.py"), server.url, *games],
        env=os.environ | {"NIGHTCAP_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert [line.split()[0] for line in played.stdout.splitlines()] == games


@pytest.mark.long
@MATCHES
def test_a_bot_in_javascript_plays_from_another_site(
    arrive: Arrive, server: Server, browser: Browser, another_site: str, games: list[str]
) -> None:
    """It plays whole matches."""
    token = token_of_a_bot(arrive(kind="member", name=new_name("Script Uhu")))
    elsewhere = browser.new_page()
    elsewhere.goto(another_site)
    source = (CLIENTS / "random_bot.mjs").read_text()
    given = {"source": source, "server": server.url, "token": token, "games": games}
    told = elsewhere.evaluate(JAVASCRIPT, given)
    elsewhere.close()
    assert [line.split()[0] for line in told] == games


@pytest.mark.parametrize(
    "client", sorted(CLIENTS.glob("random_bot.*")), ids=lambda path: path.suffix
)
def test_a_client_is_short(client: Path) -> None:
    assert len(client.read_text().splitlines()) <= 80


def token_of_a_bot(owner: Person) -> str:
    """Turn a person's account into a bot's, and return a token for the program."""
    owner.goto("/preferences/tokens/")
    page = owner.page
    owner.press(page.get_by_role("link", name="Make this account a bot"))
    owner.press(page.get_by_role("button", name="Make it a bot permanently"))
    # This is permanent, so a password is required; a token one minute later needs none.
    page.get_by_label("Your password").fill(PASSWORD)
    owner.press(page.get_by_role("button", name="Continue"))
    expect(page.get_by_text("From now on, a program plays for this account.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("my bot")
    page.get_by_label("play as a bot").check(force=True)
    owner.press(page.get_by_role("button", name="Create token"))
    token = page.get_by_label("Copy your new token now").input_value()
    owner.goto("/preferences/tokens/")
    expect(page.get_by_text("my bot", exact=True).first).to_be_visible()
    return token
