"""The socket of bots: it needs a token, shows no more than a seat may know, and loses no message."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db.models import F

from accounts import online
from accounts.services import revoke_access
from api import limits
from api.models import Scope, Token
from api.play import socket
from api.services import tokens
from core.rate_limits import Limit
from matches.models import Move, Seat
from matches.present import presence
from matches.services.rounds import abandonment, start
from matches.services.seating import reserve_seat, seats
from realtime.close_codes import REVOKED, TOO_OFTEN
from realtime.threads import in_thread
from tests.platform.api.programs import token_of
from tests.platform.api.sockets import greeted, line, seated_beside
from tests.platform.matches.cast import act, person

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_bot_is_challenged_seated_and_plays() -> None:
    ada, token, match, host = await seated_beside()
    async with greeted(token) as bot:
        await database_sync_to_async(reserve_seat.reserve_for)(match.pk, host, 1, ada)
        challenge = await bot.read("challenge")
        assert (challenge["match"]["id"], challenge["seat"]) == (str(match.pk), 1)
        await database_sync_to_async(seats.take_seat)(match.pk, ada)
        waiting = await bot.read("position")
        assert (waiting["seat"], waiting["observation"]) == (1, None)
        for user in (ada, host):
            await database_sync_to_async(start.get_ready)(match.pk, user)
        position = await bot.read("position")
        while position["observation"] is None:
            position = await bot.read("position")
        assert position["first"] == 0
        assert position["events"]
        while not position["awaited"]:
            await database_sync_to_async(act)(match, seat=0)
            position = await bot.read("position")
        asked = {
            "match": str(match.pk),
            "seen": position["version"],
            "action": position["legal_actions"][0],
        }
        await bot.send(type="act", key="k1", **asked)
        assert await bot.read("done") == {"type": "done", "key": "k1", "repeated": False}
        after = await bot.read("position")
        assert after["version"] > position["version"]
        assert after["first"] == position["first"] + len(position["events"])
        await bot.send(type="act", key="k1", **asked)
        assert (await bot.read("done"))["repeated"] is True
        await bot.send(type="act", key="k2", **asked)
        refused = await bot.read("refused")
        assert (refused["key"], refused["code"]) in {("k2", "stale"), ("k2", "not_your_turn")}
        assert refused["sentence"].endswith(".")
    moves = await database_sync_to_async(Move.objects.filter(seat=1).count)()
    assert moves == 1
    async with greeted(token) as again:
        anew = await again.read("position")
        assert anew["first"] == 0
        assert anew["version"] == after["version"]
        await again.send(type="sync")
        await again.read("synced")


async def test_a_bot_that_is_connected_is_here() -> None:
    ada, token, _, _ = await seated_beside()
    async with greeted(token) as bot:
        await bot.send(type="sync")
        await bot.read("synced")
        while ada.pk not in (await database_sync_to_async(online.bots_here)()).ids:
            await asyncio.sleep(0.01)
        assert ada.pk not in (await database_sync_to_async(online.who_is_here)()).ids
    while (await database_sync_to_async(online.bots_here)()).count:
        await asyncio.sleep(0.01)


async def test_a_bot_takes_a_challenge_over_the_socket() -> None:
    """It also gets ready there."""
    ada, token, match, host = await seated_beside()
    await database_sync_to_async(reserve_seat.reserve_for)(match.pk, host, 1, ada)
    named = {"match": str(match.pk)}
    async with greeted(token) as bot:
        await bot.read("challenge")
        await bot.send(type="decline", key="no", **named)
        assert (await bot.read("done"))["key"] == "no"
        await bot.read("gone")
        await bot.send(type="sit", key="again", **named)
        assert (await bot.read("refused"))["code"] == "no_match"
        await database_sync_to_async(reserve_seat.reserve_for)(match.pk, host, 1, ada)
        await bot.read("challenge")
        await bot.send(type="sit", key="yes", **named)
        assert (await bot.read("done"))["key"] == "yes"
        assert (await bot.read("position"))["ready"] is False
        await bot.send(type="sit", key="twice", **named)
        assert (await bot.read("done"))["key"] == "twice"
        await bot.send(type="ready", key="odd", nonce="not one", **named)
        assert (await bot.read("refused"))["key"] == "odd"
        await bot.send(type="ready", key="r1", nonce="mine", **named)
        assert (await bot.read("done"))["key"] == "r1"
        assert (await bot.read("position"))["ready"] is True
        await database_sync_to_async(start.get_ready)(match.pk, host)
        assert (await bot.read("position"))["status"] == "running"
        await bot.send(type="ready", key="r2", **named)
        assert (await bot.read("done"))["key"] == "r2"


async def test_a_bot_that_is_connected_is_at_its_tables() -> None:
    ada, token, match, host = await seated_beside()
    await database_sync_to_async(reserve_seat.reserve_for)(match.pk, host, 1, ada)
    named = {"match": str(match.pk)}

    def present() -> frozenset[int]:
        found = presence.list_present(match.pk)
        assert found is not None
        return found.seats

    async with greeted(token) as bot:
        await bot.read("challenge")
        await bot.send(type="sit", key="yes", **named)
        await bot.read("done")
        await bot.read("position")
        assert await database_sync_to_async(present)() == {1}
        await bot.send(type="leave", key="no", **named)
        await bot.read("done")
        await bot.read("gone")
        assert await database_sync_to_async(present)() == frozenset()
        await bot.send(type="leave", key="again", **named)
        assert (await bot.read("refused"))["code"] == "no_match"


async def test_a_bot_that_was_away_is_told_how_its_match_ended() -> None:
    ada, token, match, host = await seated_beside()
    await database_sync_to_async(reserve_seat.reserve_for)(match.pk, host, 1, ada)
    await database_sync_to_async(seats.take_seat)(match.pk, ada)
    for user in (ada, host):
        await database_sync_to_async(start.get_ready)(match.pk, user)
    await database_sync_to_async(abandonment.abandon_match)(match.pk)
    async with greeted(token) as bot:
        told = await bot.read("position")
        assert (told["match"], told["status"]) == (str(match.pk), "aborted")
    await database_sync_to_async(Seat.objects.update)(ended_at=F("ended_at") - timedelta(days=2))
    async with greeted(token) as bot:
        await bot.send(type="sync")
        await bot.read("synced")


async def test_nothing_is_told_without_a_token() -> None:
    _, _, match, _ = await seated_beside()
    async with line() as one:
        await one.send(type="sync")
        assert (await one.read("refused"))["code"] == "hello_first"
        await one.send(type="act", match=str(match.pk), action={}, key="k", seen=1)
        assert (await one.read("refused"))["code"] == "hello_first"
        await one.send(type="hello", token="nightcap_wrong")
        assert (await one.read("refused"))["code"] == "wrong_token"
        assert await one.closed() == REVOKED


async def test_who_tries_tokens_out_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGERS", Limit("api-strangers-socket", most=1, seconds=60))
    await seated_beside()
    for code, close in (("wrong_token", REVOKED), ("too_many_requests", TOO_OFTEN)):
        async with line() as one:
            await one.send(type="hello", token="nightcap_wrong")
            assert (await one.read("refused"))["code"] == code
            assert await one.closed() == close


async def test_a_bot_has_so_many_sockets_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS", 1)
    _, token, _, _ = await seated_beside()
    async with greeted(token) as bot:
        await bot.send(type="hello", token=token)
        assert (await bot.read("refused"))["code"] == "wrong_request"
        async with line() as another:
            await another.send(type="hello", token=token)
            assert (await another.read("refused"))["code"] == "too_many_sockets"
            assert await another.closed() == TOO_OFTEN
    async with greeted(token):
        """After the first one is closed, there is room again."""


async def test_sockets_at_once_are_no_more_than_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Concurrent connections stay within the limit, because the event loop counts them without a
    break.

    As on a busy server, the event loop is slow to continue after a thread.
    """

    def late(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
        async def call(*args: Any) -> Any:
            found = await in_thread(function)(*args)
            await asyncio.sleep(0.02)
            return found

        return call

    monkeypatch.setattr(socket, "in_thread", late)
    monkeypatch.setattr(limits, "SOCKETS", 3)
    _, token, _, _ = await seated_beside()
    ready = asyncio.Barrier(12)

    async def greet() -> str:
        async with line() as one:
            await ready.wait()
            await one.send(type="hello", token=token)
            answer = await one.read("welcome", "refused")
            # The admitted sockets stay open until all have an answer.
            await ready.wait()
            return str(answer.get("code", "welcome"))

    answers = await asyncio.gather(*(greet() for _ in range(12)))
    assert Counter(answers) == {"welcome": 3, "too_many_sockets": 9}


async def test_a_person_is_no_bot() -> None:
    token = await database_sync_to_async(lambda: token_of(person("Bob"), Scope.PLAY))()
    async with line() as one:
        await one.send(type="hello", token=token)
        assert (await one.read("refused"))["code"] == "bots_only"
        assert await one.closed() == REVOKED


@pytest.mark.parametrize("how", ["revoked", "banned", "password"])
async def test_a_program_that_loses_the_token_is_disconnected(how: str) -> None:
    ada, token, _, _ = await seated_beside()

    def lose() -> None:
        if how == "revoked":
            tokens.revoke_token(ada, Token.objects.get().pk)
        elif how == "banned":
            revoke_access.ban_user(ada)
        else:
            ada.set_password("quite another one")
            ada.save()

    async with greeted(token) as bot:
        await database_sync_to_async(lose)()
        assert (await bot.read("refused"))["code"] == "wrong_token"
        assert await bot.closed() == REVOKED


@pytest.mark.parametrize(
    "sent",
    ["{", "[]", '{"type": "cheat"}', '{"type": "act"}', '{"type": "sync", "more": 1}', '"\\ud800"'],
)
async def test_what_is_no_message_is_refused(sent: str) -> None:
    _, token, _, _ = await seated_beside()
    async with greeted(token) as bot:
        await bot.wire.send_to(text_data=sent)
        assert (await bot.read("refused"))["code"] == "wrong_request"
        await bot.send(type="sync")
        await bot.read("synced")


async def test_a_match_of_others_is_none() -> None:
    _, token, match, _ = await seated_beside()
    async with greeted(token) as bot:
        await bot.send(type="act", match=str(match.pk), action={"type": "x"}, key="k", seen=1)
        assert (await bot.read("refused"))["code"] == "no_match"
