"""CHANGELOG.md can be scanned: releases with a date, and a line for each entry."""

from __future__ import annotations

import re
from itertools import pairwise

from config.local.installation import ROOT
from config.version import read_version
from tools.release import changelog

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
COLUMNS = 120
WORDS = 20
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The sections of keepachangelog.com; a release may also tell hosts how to upgrade ("If you ran
…").
"""


def test_the_newest_release_is_the_version_of_this_server() -> None:
    assert changelog.releases(CHANGELOG)[0].version == read_version()


def test_releases_are_listed_from_the_newest_to_the_oldest() -> None:
    assert CHANGELOG.count(f"\n{changelog.UNRELEASED}\n") == 1
    found = changelog.releases(CHANGELOG)
    numbers = [tuple(map(int, one.version.split("."))) for one in found]
    assert all(newer > older for newer, older in pairwise(numbers))
    assert all(newer.day >= older.day for newer, older in pairwise(found))


def test_each_entry_is_one_short_line() -> None:
    assert len(changelog.entries(CHANGELOG)) > 50
    for line in CHANGELOG.splitlines():
        assert len(line) <= COLUMNS, line
        assert not line.startswith((" ", "- ")), line
    for entry in changelog.entries(CHANGELOG):
        assert len(entry.split()) - 1 <= WORDS, entry
        assert entry.endswith("."), entry


def test_each_section_is_one_that_readers_know() -> None:
    sections = re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)
    assert [one for one in sections if one not in SECTIONS and not one.startswith("If you ")] == []
