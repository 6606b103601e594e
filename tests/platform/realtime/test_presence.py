"""Presence: the places of people, from their open pages."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest

from realtime import bus, presence
from realtime.presence import OpenPage

MANY = 500
ANSWER_BYTES = 200
"""Bytes of an answer without names."""


@pytest.fixture
def place() -> str:
    return f"test-{uuid.uuid4().hex}"


def _page(place: str, role: str, who: str = "") -> OpenPage:
    return OpenPage(place, role, who or role, uuid.uuid4().hex)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the places whose presence changes were published."""
    places: list[str] = []
    monkeypatch.setattr(bus, "publish", places.append)
    return places


def _answered_bytes(work: Callable[[OpenPage], object], page: OpenPage) -> int:
    def sent() -> int:
        return int(bus.client().info("stats")["total_net_output_bytes"])

    before = sent()
    own = sent() - before  # the measurement itself
    before = sent()
    work(page)
    return sent() - before - own


def test_a_page_that_says_that_it_is_there_is_not_sent_everybody(place: str) -> None:
    """Otherwise the cost of all pages is the square of their number, and reconnecting gets ever
    slower.
    """
    for number in range(MANY):
        presence.heartbeat(_page(place, str(number)))
    own = _page(place, "own")
    for work in (presence.heartbeat, presence.heartbeat, presence.leave):
        assert _answered_bytes(work, own) < ANSWER_BYTES
    assert sum((presence.list_present(place) or {}).values()) == MANY


def test_a_person_is_there_until_the_last_page_has_gone(place: str, told: list[str]) -> None:
    first, second = _page(place, "1"), _page(place, "1")
    assert presence.heartbeat_and_list(first) == {"1": 1}
    presence.heartbeat(second)
    presence.heartbeat(first)
    assert told == [place]
    presence.leave(first)
    assert presence.list_present(place) == {"1": 1}
    assert told == [place]
    presence.leave(second)
    assert presence.list_present(place) == {}
    assert told == [place, place]
    presence.leave(second)
    assert told == [place, place]


def test_people_are_counted_by_their_role(place: str) -> None:
    for who in ("x", "x", "y"):
        presence.heartbeat(_page(place, "", who))
    presence.heartbeat(_page(place, "0", "z"))
    assert presence.list_present(place) == {"": 2, "0": 1}


def test_a_page_that_falls_silent_is_forgotten(
    place: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LASTS_S", 1)
    silent, own = _page(place, "1"), _page(place, "2")
    presence.heartbeat(silent)
    monkeypatch.setattr(presence, "LASTS_S", 60)
    presence.heartbeat(own)
    told.clear()
    while presence.list_present(place) != {"2": 1}:
        assert not told
    assert told == [place]


def test_a_page_that_leaves_takes_its_silent_twin_along(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin fell silent, for example with its web process, so it does not keep its user present."""
    silent, own = _page(place, "1"), _page(place, "1")
    monkeypatch.setattr(presence, "LASTS_S", 1)
    presence.heartbeat(silent)
    monkeypatch.setattr(presence, "LASTS_S", 60)
    presence.heartbeat(own)
    presence.leave(own)
    while presence.list_present(place):
        pass
    presence.heartbeat(silent)
    assert presence.list_present(place) == {"1": 1}
