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
"""The shell is the same engine without windows, and does the same with half the work."""
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without these it talks to its maker, and on a closed network waits for it."""


def path(*, windows: bool = False) -> str:
    """Where Chromium is: `CHROMIUM` says so, else the first that is found.

    `windows`: one that could show them, and so what a system shows beside pages; skips if there is none.
    """
    if windows:
        whole = next(filter(None, map(shutil.which, WHOLE)), None)
        return whole or pytest.skip("needs a whole Chromium, not its headless shell alone")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "No Chromium: install one, or set CHROMIUM to its path."
    return found


def flags() -> list[str]:
    """What it is started with."""
    # Its sandbox does not work for root.
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]


def launch(kind: BrowserType, *, windows: bool = False) -> Browser:
    """Start one; whoever starts it closes it."""
    return kind.launch(executable_path=path(windows=windows), args=flags())


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium that shows no window."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        try:
            yield browser
        finally:
            browser.close()
