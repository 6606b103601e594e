"""The list of public tables on real sockets: every page gets the changes, at most once a second."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import revoke_access
from lobby.services.quick_match import quick_match
from matches.services.rounds import start
from matches.services.seating import seats
from realtime.close_codes import REVOKED
from realtime.sockets import ListSocket
from tests.platform.friends.cast import befriend
from tests.platform.matches import cast
from tests.platform.matches.sockets import cookie_of, end_session
from tests.platform.realtime.lists import list_page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/ws/en/tables/"
in_thread = in_a_thread


@in_thread
def people(*names: str) -> Any:
    return [cast.person(name) for name in names]


async def test_a_table_comes_fills_up_and_is_played() -> None:
    alice, bob, carla = await people("Alice", "Bob", "Carla")
    async with list_page(LIST) as stranger, list_page(LIST, alice) as hers:
        for page in (stranger, hers):
            await page.read("#tables")
            assert "No open tables right now." in page.fragments["#tables"]
        match = await in_thread(quick_match)(alice, cast.GAME)
        for page in (stranger, hers):
            await page.until("#tables", str(match.pk))
        assert "Sit down" in stranger.fragments["#tables"]
        assert "Sit down" not in hers.fragments["#tables"]
        assert "Go to the table" in hers.fragments["#tables"]
        for user in (bob, carla):
            await in_thread(quick_match)(user, cast.GAME)
        await stranger.until("#tables", "No open tables right now.")
        for user in (alice, bob, carla):
            await in_thread(start.get_ready)(match.pk, user)
        watchable = await in_thread(Client().get)(reverse("lobby:watchable"))
        assert f'id="table-{match.pk}"' in watchable.content.decode()
        assert "Watch" in watchable.content.decode()


async def test_private_tables_and_moves_reach_nobody_here() -> None:
    alice, bob = await people("Alice", "Bob")
    running = await in_thread(cast.dealt)(alice, bob, public=True)
    async with list_page(LIST) as page:
        await page.read("#tables")
        match = await in_thread(cast.opened)(alice, bob)
        await in_thread(seats.leave_seat)(match.pk, bob)
        await in_thread(cast.act)(running)
        assert await page.silent()
        assert await page.ask() == []


async def test_each_page_gets_what_it_asked_for() -> None:
    alice, bob = await people("Alice", "Bob")
    async with (
        list_page(f"{LIST}?tempo=correspondence&page=x") as slow,
        list_page("/ws/de/tables/?game=chess") as german,
    ):
        await slow.read("#tables")
        await german.read("#tables")
        match = await in_thread(quick_match)(alice, cast.GAME, "live")
        await german.until("#tables", str(match.pk))
        assert "Dazusetzen" in german.fragments["#tables"]
        assert await slow.silent()
        other = await in_thread(quick_match)(bob, cast.GAME, "correspondence")
        await slow.until("#tables", str(other.pk))
        assert str(match.pk) not in slow.fragments["#tables"]


async def test_a_rush_is_few_renderings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ListSocket, "rest", 0.5)
    (alice,) = await people("Alice")
    async with list_page(LIST) as page:
        await page.read("#tables")
        match = await in_thread(quick_match)(alice, cast.GAME)
        for user in await people(*(f"Friend {n}" for n in range(5))):
            await in_thread(seats.take_seat)(match.pk, user)
            await in_thread(seats.leave_seat)(match.pk, user)
        last = (await people("Zoe"))[0]
        await in_thread(seats.take_seat)(match.pk, last)
        assert await page.until("#tables", "Zoe") <= 4


async def test_a_page_that_comes_back_is_right_at_once() -> None:
    (alice,) = await people("Alice")
    async with list_page(LIST) as page:
        await page.read("#tables")
    match = await in_thread(quick_match)(alice, cast.GAME)
    async with list_page(LIST) as page:
        await page.read("#tables")
        assert str(match.pk) in page.fragments["#tables"]


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_signed_out_page_shows_nothing_more(is_told: bool) -> None:
    """The list checks the account, even if the message about the sign-out was lost."""
    (alice,) = await people("Alice")
    cookie = await cookie_of(alice, None)
    async with list_page(LIST, cookie=cookie) as page:
        await page.read("#tables")
        await end_session(cookie)
        if is_told:
            await in_thread(revoke_access.revoke_connections)(alice)
        else:
            await in_thread(User.objects.filter(pk=alice.pk).update)(epoch=F("epoch") + 1)
            await page.send("{}")
        assert await page.closed() == REVOKED


async def test_a_page_signed_out_elsewhere_shows_updates() -> None:
    (alice,) = await people("Alice")
    async with list_page(LIST, alice) as page:
        await page.read("#tables")
        await in_thread(revoke_access.revoke_connections)(alice)
        match = await in_thread(quick_match)(alice, cast.GAME)
        await page.until("#tables", str(match.pk))


async def test_a_strange_page_may_not_open_it() -> None:
    async with list_page(LIST, origin=b"https://elsewhere.example") as page:
        assert not page.connected


async def test_a_friends_table_comes_first() -> None:
    alice, bob, carla = await people("Alice", "Bob", "Carla")
    await in_thread(befriend)(carla, alice)
    first = await in_thread(quick_match)(alice, cast.GAME)
    async with list_page(LIST, carla) as hers, list_page(LIST) as stranger:
        second = await in_thread(cast.opened)(bob, bots=1, public=True)
        await in_thread(seats.seat_bot)(second.pk, bob, 1, "")
        for page, order in ((hers, (first, second)), (stranger, (second, first))):
            await page.read("#tables")
            await page.until("#tables", str(second.pk))
            shown = page.fragments["#tables"]
            assert shown.index(str(order[0].pk)) < shown.index(str(order[1].pk))
            assert ("Friends here" in shown) == (page is hers)
