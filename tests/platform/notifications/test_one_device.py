"""A match over days on a shared device: its owner also gets notices of the turns of its other
players.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from core import clock
from matches.models import Match
from matches.present import presence
from matches.services.seating.share_device import share_device
from notifications.services import channels
from tests.platform.matches.cast import act, awaited, person
from tests.platform.notifications.cast import DAY_ONE, HOUR, MINUTE, log, slow, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared(web: Any) -> tuple[Match, User, User]:
    """A match where Carla is to act, who plays on Olga's device; Olga gets the notices."""
    with clock.stopped(DAY_ONE):
        owner, guest, third = person("Olga"), person("Carla"), person("Tom")
        match = slow(owner, guest, third)
        share_device(match.pk, owner.pk, [guest.pk])
        channels.set_webhook(owner, web.url, "raw")
        while match.seats.get(number=awaited(match)).user != guest:
            act(match)
    return match, owner, guest


def test_the_owner_is_told_of_a_guests_turn_and_of_no_card(
    shared: tuple[Match, User, User], web: Any
) -> None:
    """A guest on a device has no channel; without the notice, a bot would take the seat."""
    match, owner, guest = shared
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        work()
    assert log(owner) == [("webhook", "sent", "")]
    assert log(guest) == []
    said = next(
        one for one in map(json.loads, (h.body for h in web.heard)) if one["kind"] == "turn"
    )
    assert said["title"] == "Sleeping Queens: it is the turn of Carla, who plays on your device"
    assert said["lines"][-1] == "The time limit is Wednesday 25 November 2026, 08:00 UTC."
    assert said["url"].endswith(f"/matches/{match.pk}/")
    with clock.stopped(DAY_ONE + 18 * HOUR):
        work()
    assert log(owner, "deadline") == [("webhook", "sent", "")]
    title = json.loads(web.heard[-1].body)["title"]
    assert title == "Sleeping Queens: time is running out for Carla, who plays on your device"


def test_each_of_them_is_told_of_once(shared: tuple[Match, User, User]) -> None:
    match, owner, guest = shared
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    with clock.stopped(DAY_ONE + HOUR):
        while match.seats.get(number=awaited(match)).user != owner:
            act(match)
    with clock.stopped(DAY_ONE + HOUR + MINUTE):
        work()
    assert log(owner) == [("webhook", "sent", "")] * 2
    assert [one.seat for one in owner.notices.filter(kind="turn").order_by("pk")] == [
        match.seats.get(user=guest).number,
        None,
    ]


def test_what_was_done_or_is_looked_at_is_not_told(shared: tuple[Match, User, User]) -> None:
    match, owner, _guest = shared
    page = presence.page_of(match.pk, match.seats.get(user=owner).number, owner.pk)
    presence.heartbeat(page, is_looked_at=True)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(owner) == [("webhook", "waiting", "looking")]
    presence.leave(page)
    with clock.stopped(DAY_ONE + 2 * MINUTE):
        act(match)
    with clock.stopped(DAY_ONE + 3 * MINUTE):
        work()
    assert log(owner)[0] == ("webhook", "skipped", "over")


def test_who_plays_there_no_more_is_told_of_no_more(shared: tuple[Match, User, User]) -> None:
    match, owner, guest = shared
    page = presence.page_of(match.pk, match.seats.get(user=owner).number, owner.pk)
    presence.heartbeat(page, is_looked_at=True)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    presence.leave(page)
    match.seats.filter(user=guest).update(at_device_of=None)
    with clock.stopped(DAY_ONE + 2 * MINUTE):
        work()
    assert log(owner) == [("webhook", "skipped", "over")]


def test_nothing_is_told_of_what_the_guest_alone_knows(shared: tuple[Match, User, User]) -> None:
    """The guest's own page shows a held answer; all others show that the round waits."""
    match, owner, guest = shared
    seat = match.seats.get(user=guest).number
    waits = {"awaited": [seat], "due_ms": DAY_ONE + 24 * HOUR}
    gone: dict[str, Any] = {"awaited": [], "due_ms": None}
    for own, everybodys, expected in ((gone, waits, "sent"), (waits, gone, None)):
        glances: list[dict[str, Any]] = [gone, gone, gone, everybodys]
        glances[seat] = own
        match.rounds.update(glances=glances)
        with clock.stopped(DAY_ONE + MINUTE):
            work()
        assert [status for _, status, _ in log(owner)] == ([expected] if expected else [])
        owner.notices.all().delete()
