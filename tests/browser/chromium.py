"""The Chromium of this machine, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserType, sync_playwright

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = ("chromium-headless-shell", *WHOLE)
"""The headless shell has the same engine without windows, and needs half the time."""
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without these flags Chromium contacts its vendor, and on a closed network waits for an answer."""


def path(*, windows: bool = False) -> str:
    """Return the path of Chromium: `CHROMIUM`, or the first one found.

    `windows`: a whole Chromium, for everything outside of pages; skips the test if there is none.
    """
    if windows:
        whole = next(filter(None, map(shutil.which, WHOLE)), None)
        return whole or pytest.skip("needs a whole Chromium, not only its headless shell")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "No Chromium: install one, or set CHROMIUM to its path."
    return found


def flags() -> list[str]:
    """Return the flags for the start."""
    # Chromium's sandbox does not work for root.
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]


def launch(kind: BrowserType, *, windows: bool = False) -> Browser:
    """Start a Chromium; the caller closes it."""
    return kind.launch(executable_path=path(windows=windows), args=flags())


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a Chromium without windows."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        try:
            yield browser
        finally:
            browser.close()
