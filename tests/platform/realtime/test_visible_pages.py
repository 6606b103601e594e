"""Visible pages: a page reports whether it is viewed, and the report expires."""

from __future__ import annotations

import uuid

import pytest

from realtime import visible_pages
from realtime.presence import OpenPage


@pytest.fixture
def place() -> str:
    return f"test-{uuid.uuid4().hex}"


def _page(place: str, who: str) -> OpenPage:
    return OpenPage(place, "0", who, uuid.uuid4().hex)


def test_somebody_looks_until_the_last_page_is_hidden(place: str) -> None:
    """A user has a phone and a desktop: if one is hidden, no notice is due."""
    phone, desk = _page(place, "1"), _page(place, "1")
    assert visible_pages.looked_at_for_ms(place, "1") == 0
    visible_pages.note_look(phone)
    visible_pages.note_look(desk)
    visible_pages.note_look_away(phone)
    lasts_ms = visible_pages.looked_at_for_ms(place, "1")
    assert 1000 * (visible_pages.LASTS_S - 5) < lasts_ms <= 1000 * visible_pages.LASTS_S
    assert visible_pages.looked_at_for_ms(place, "2") == 0
    visible_pages.note_look_away(desk)
    visible_pages.note_look_away(desk)
    assert visible_pages.looked_at_for_ms(place, "1") == 0


def test_a_page_that_says_nothing_more_is_not_looked_at(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disconnected phone sends no goodbye; within a minute its user gets notices again."""
    assert visible_pages.LASTS_S < 60
    monkeypatch.setattr(visible_pages, "LASTS_S", 1)
    visible_pages.note_look(_page(place, "1"))
    assert visible_pages.looked_at_for_ms(place, "1") > 0
    while visible_pages.looked_at_for_ms(place, "1"):
        pass
