"""The Chromium of this machine, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without these it talks to its maker, and on a closed network waits for it."""


def path() -> str:
    """Where Chromium is: `CHROMIUM` says so, else the first that is found."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "No Chromium: install one, or set CHROMIUM to its path."
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium without a window."""
    # Its sandbox does not work for root.
    args = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=args)
        try:
            yield browser
        finally:
            browser.close()
