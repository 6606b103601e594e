"""A player who views a match gets no other notices of it; one who does not view it gets them."""

from __future__ import annotations

import asyncio

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from core import clock
from matches.models import Deadline, Match
from matches.present import presence
from matches.services.rounds import finish
from matches.services.rounds.acknowledge import acknowledge_version
from matches.store.load_match import load_table
from matches.web.page_scripts import scripts_name
from notifications.services import channels
from realtime import visible_pages
from realtime.presence import OpenPage
from tests.platform.matches.cast import act, dealt, person, play_out
from tests.platform.matches.sockets import page
from tests.platform.notifications.cast import DAY_ONE, HOUR, MINUTE, log, work
from tests.platform.notifications.servers import Listener

pytestmark = pytest.mark.django_db(transaction=True)

WAITS, SENT = [("webhook", "waiting", "looking")], [("webhook", "sent", "")]


def page_of(match: Match, user: User) -> OpenPage:
    return presence.page_of(match.pk, match.seats.get(user=user).number, user.pk)


def worked(at_ms: int, user: User, kind: str = "turn") -> list[tuple[str, str, str]]:
    with clock.stopped(at_ms):
        work()
    return log(user, kind)


def test_a_player_who_looks_is_notified_after_they_look_away(told: tuple[Match, User]) -> None:
    """Viewing only delays a notice: it is sent after the tab is hidden, before a bot takes the
    seat.
    """
    match, user = told
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    assert worked(DAY_ONE + MINUTE, user) == WAITS
    assert worked(DAY_ONE + 2 * MINUTE, user) == WAITS
    presence.heartbeat(shown, is_looked_at=False)  # hidden, but still open
    assert worked(DAY_ONE + 3 * MINUTE, user) == SENT
    presence.leave(shown)


def test_a_player_who_looked_away_gets_the_reminder(told: tuple[Match, User]) -> None:
    match, user = told
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    assert worked(DAY_ONE + 18 * HOUR, user, "deadline") == WAITS
    presence.leave(shown)
    assert worked(DAY_ONE + 18 * HOUR + MINUTE, user, "deadline") == SENT


def test_a_page_that_nobody_looks_at_keeps_nothing_back(told: tuple[Match, User]) -> None:
    """The page is open."""
    match, user = told
    shown = page_of(match, user)
    presence.heartbeat(shown)
    assert worked(DAY_ONE + MINUTE, user) == SENT
    presence.leave(shown)


def test_what_was_done_while_looking_is_not_told_afterwards(told: tuple[Match, User]) -> None:
    match, user = told
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    assert worked(DAY_ONE + MINUTE, user) == WAITS
    assert worked(DAY_ONE + MINUTE, user, "begun") == WAITS
    with clock.stopped(DAY_ONE + 2 * MINUTE):
        act(match)
    presence.leave(shown)
    over = [("webhook", "skipped", "over")]
    assert worked(DAY_ONE + 3 * MINUTE, user)[:1] == over
    assert log(user, "begun") == over


@pytest.mark.parametrize("has_seen", [False, True])
def test_a_player_who_did_not_see_the_result_is_notified(web: Listener, has_seen: bool) -> None:
    with clock.stopped(DAY_ONE):
        alice, bob = person("Alice"), person("Bob")
        channels.set_webhook(alice, web.url, "raw")
        match = dealt(alice, bob, tempo="correspondence")
    shown = page_of(match, alice)
    presence.heartbeat(shown, is_looked_at=True)
    with clock.stopped(DAY_ONE + HOUR):
        play_out(match)
        finish.finish_round(match.rounds.get().pk)
    assert worked(DAY_ONE + 2 * HOUR, alice, "ended") == WAITS
    if has_seen:
        acknowledge_version(match.pk, alice.pk, load_table(match.pk).shown_version(0))
    presence.leave(shown)
    told = [("webhook", "skipped", "over")] if has_seen else SENT
    assert worked(DAY_ONE + 3 * HOUR, alice, "ended") == told


def quick(match: Match) -> None:
    """Give every decision of a match a quarter of an hour, as a quick tempo does."""
    match.pace = dict.fromkeys(match.pace, 15 * MINUTE)
    match.save(update_fields=["pace"])
    Deadline.objects.filter(round__match=match).update(due_ms=DAY_ONE + 15 * MINUTE)
    match.rounds.update(
        glances=[
            glance | {"due_ms": DAY_ONE + 15 * MINUTE if glance["awaited"] else None}
            for glance in match.rounds.get().glances
        ]
    )


def test_what_waited_for_a_look_is_not_lost_for_being_late(told: tuple[Match, User]) -> None:
    """It was due in time, with a quarter of an hour left, so "too little time to read it" does not
    apply.
    """
    match, user = told
    quick(match)
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    assert worked(DAY_ONE + MINUTE, user) == WAITS
    presence.leave(shown)
    assert worked(DAY_ONE + 9 * MINUTE, user) == SENT


def test_a_late_notice_is_skipped_although_the_player_looks(
    told: tuple[Match, User],
) -> None:
    match, user = told
    quick(match)
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    short = [("webhook", "skipped", "short")]
    assert worked(DAY_ONE + 6 * MINUTE, user) == short
    presence.leave(shown)


def test_a_player_who_looked_is_not_told_later_that_it_began(told: tuple[Match, User]) -> None:
    """The player viewed the match and then played. Quiet hours in between do not cancel the first
    reason.
    """
    match, user = told
    shown = page_of(match, user)
    presence.heartbeat(shown, is_looked_at=True)
    assert worked(DAY_ONE + MINUTE, user, "begun") == WAITS
    presence.leave(shown)
    user.quiet_from, user.quiet_until = 8 * 60, 9 * 60
    user.save(update_fields=["quiet_from", "quiet_until"])
    assert worked(DAY_ONE + 3 * MINUTE, user, "begun") == [("webhook", "waiting", "quiet")]
    with clock.stopped(DAY_ONE + 4 * MINUTE):
        act(match)
    assert worked(DAY_ONE + 2 * HOUR, user, "begun") == [("webhook", "skipped", "over")]


async def test_a_page_says_over_its_socket_whether_somebody_looks(told: tuple[Match, User]) -> None:
    """The states are hidden, cut off, and a page from before an upgrade, which does not report it."""
    match, user = told

    async def looks() -> bool:
        lasts_ms: int = await database_sync_to_async(presence.looks_ms)(match.pk, user.pk)
        return lasts_ms > 0

    async with page(match, user, says=f"looking=yes&scripts={scripts_name()}") as shown:
        await shown.board()
        assert await looks()
        for said, expected in (({"looking": False}, False), ({"looking": True}, True), ({}, False)):
            await shown.send({"sync": shown.version} | said)
            assert (await shown.data())["synced"] == shown.version
            for _ in range(50):
                if await looks() == expected:
                    break
                await asyncio.sleep(0.02)
            assert await looks() == expected
        await shown.send({"sync": shown.version, "looking": True})
        await shown.data()
    for _ in range(50):
        if not await looks():
            break
        await asyncio.sleep(0.02)
    assert not await looks()
    async with page(match, user) as old:
        await old.board()
        assert not await looks()


async def test_a_phone_that_falls_silent_is_told(
    told: tuple[Match, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, user = told
    async with page(match, user, says=f"looking=yes&scripts={scripts_name()}") as shown:
        await shown.board()
        assert await database_sync_to_async(worked)(DAY_ONE + MINUTE, user) == WAITS
        monkeypatch.setattr(visible_pages, "LASTS_S", 1)
        await shown.send({"sync": shown.version, "looking": True})
        assert (await shown.data())["synced"] == shown.version
        await asyncio.sleep(1.1)
        assert await database_sync_to_async(worked)(DAY_ONE + 2 * MINUTE, user) == SENT
