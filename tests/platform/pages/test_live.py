"""Two people with open lists: the messages that arrive at once, and those that must not arrive."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from accounts.services import revoke_access
from matches.actors import Person
from matches.models import Match
from matches.requests import ActionRequest
from matches.services.rounds import start
from matches.services.rounds.play import play
from matches.services.seating import seats
from matches.store.load_match import load_table
from realtime.allowance import Allowance
from realtime.close_codes import REVOKED
from realtime.sockets import ListSocket
from tests.platform.matches import cast
from tests.platform.matches.sockets import cookie_of, end_session
from tests.platform.realtime.lists import list_page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)

YOU = "/ws/en/you/?show=matches"
BOTH = ("#waiting", "#invitations", "#matches")


@in_a_thread
def two_people() -> tuple[Any, ...]:
    return cast.person("Alice"), cast.person("Bob")


@in_a_thread
def table_of(*people: User, ready: bool = True) -> tuple[Any, ...]:
    match = cast.dealt(*people) if ready else cast.opened(*people)
    if not ready:
        return match, None, None
    seat = cast.awaited(match)
    active = match.seats.get(number=seat).user
    return match, active, next(user for user in people if user != active)


def end_turn(match: Match) -> None:
    active = cast.awaited(match)
    while cast.awaited(match) == active:
        cast.act(match)


async def test_a_move_is_in_both_lists_at_once() -> None:
    alice, bob = await two_people()
    match, active, other = await table_of(alice, bob)
    async with list_page(YOU, active) as hers, list_page(YOU, other) as his:
        await hers.read(*BOTH)
        await his.read(*BOTH)
        assert 'data-waiting="1"' in hers.fragments["#waiting"]
        assert 'data-waiting="0"' in his.fragments["#waiting"]
        assert "Your turn" in hers.fragments["#matches"]
        assert f"waiting for {active.name}" in his.fragments["#matches"]
        await database_sync_to_async(end_turn)(match)
        await hers.until("#waiting", 'data-waiting="0"')
        await his.until("#waiting", 'data-waiting="1"')
        await his.until("#matches", "Your turn")


@in_a_thread
def let_happen(match: Match, user: User) -> Any:
    seat = match.seats.get(user=user).number
    shown = load_table(match.pk).shown_version(seat)
    request = ActionRequest(action={"type": "let_happen"}, seen=shown, key=cast.fresh_key())
    return play(match.pk, Person(user.pk, user.epoch), request).refusal


async def test_an_answer_on_hold_reaches_its_author_alone() -> None:
    match, victim, attacker = await database_sync_to_async(cast.under_attack)()
    async with list_page(YOU, victim) as hers, list_page(YOU, attacker) as his:
        await hers.read(*BOTH)
        await his.read(*BOTH)
        assert await let_happen(match, victim) is None
        await hers.read("#waiting", "#matches")
        assert 'data-waiting="0"' in hers.fragments["#waiting"]
        assert await his.silent()
        assert await his.ask() == []
        assert f"waiting for {victim.name}" in his.fragments["#matches"]


async def test_the_match_of_others_reaches_nobody() -> None:
    alice, bob = await two_people()
    match, _, _ = await table_of(alice, bob)
    charlie = await database_sync_to_async(cast.person)("Charlie")
    async with list_page(YOU, charlie) as page:
        await page.read(*BOTH)
        assert str(match.pk) not in page.fragments["#matches"]
        await database_sync_to_async(cast.act)(match)
        assert await page.silent()


async def test_a_page_that_comes_back_is_right_at_once() -> None:
    alice, bob = await two_people()
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        assert "No matches running" in page.fragments["#matches"]
    match, _, _ = await table_of(alice, bob, ready=False)
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        assert "Are you ready" in page.fragments["#matches"]
        await database_sync_to_async(seats.leave_seat)(match.pk, alice)
        await page.read("#waiting", "#matches")
        assert "No matches running" in page.fragments["#matches"]


async def test_the_present_match_is_left_aside() -> None:
    """The landing page gets the short list."""
    alice, bob = await two_people()
    match, _, _ = await table_of(alice, bob, ready=False)
    async with (
        list_page(f"/ws/en/you/?skip={match.pk}", alice) as at_table,
        list_page("/ws/en/you/?show=short&skip=nonsense&page=x", alice) as landing,
    ):
        await at_table.read("#waiting", "#invitations")
        assert 'data-waiting="0"' in at_table.fragments["#waiting"]
        await landing.read("#waiting", "#invitations", "#yours")
        assert str(match.pk) in landing.fragments["#yours"]
        assert "All your matches" not in landing.fragments["#yours"]


async def test_a_flood_of_changes_is_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ListSocket, "rest", 0.5)
    alice, bob = await two_people()
    match, _, _ = await table_of(alice, bob, ready=False)
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        for _ in range(5):
            await database_sync_to_async(seats.leave_seat)(match.pk, bob)
            await database_sync_to_async(seats.take_seat)(match.pk, bob)
        await database_sync_to_async(start.get_ready)(match.pk, alice)
        frames = await page.until("#matches", "waiting for Bob")
        assert frames <= 6
        assert await page.silent()


async def test_a_signed_out_page_shows_nothing_more() -> None:
    alice, _ = await two_people()
    cookie = await cookie_of(alice, None)
    async with list_page(YOU, cookie=cookie) as page:
        await page.read(*BOTH)
        await end_session(cookie)
        await database_sync_to_async(revoke_access.revoke_connections)(alice)
        assert await page.closed() == REVOKED


async def test_a_page_signed_out_elsewhere_shows_updates() -> None:
    """Lists continue to update after a sign-out elsewhere."""
    alice, bob = await two_people()
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        await database_sync_to_async(revoke_access.revoke_connections)(alice)
        await table_of(alice, bob, ready=False)
        await page.until("#matches", "Are you ready")


async def test_nobody_has_no_list() -> None:
    async with list_page(YOU) as page:
        assert await page.closed() == REVOKED


async def test_a_strange_page_may_not_open_it() -> None:
    alice, _ = await two_people()
    async with list_page(YOU, alice, origin=b"https://elsewhere.example") as page:
        assert not page.connected


@pytest.mark.parametrize("text", ["x" * 20_000, "{", "[]", '{"pick": []}', "\x00"])
async def test_whatever_a_page_says_does_no_harm(text: str) -> None:
    alice, _ = await two_people()
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        await page.send(text)
        assert "#matches" not in await page.ask()


async def test_a_page_that_asks_too_often_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, _ = await two_people()
    async with list_page(YOU, alice) as page:
        await page.read(*BOTH)
        monkeypatch.setattr(Allowance, "take", lambda self: False)
        await page.send("{}")
        assert await page.silent()
