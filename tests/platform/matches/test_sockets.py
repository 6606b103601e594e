"""Two people with two sockets: which frames arrive, and which must not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import redis
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import SignIn, User
from accounts.services import revoke_access, sign_ins
from core import clock
from matches.models import Match
from matches.present import presence, pushes
from matches.present.board import Drawing
from matches.present.presence import Presence
from matches.services.rounds import deadlines
from matches.web.consumers import TableSocket
from realtime.close_codes import CHANGED
from tests.boards import applied
from tests.platform.matches import cast
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    fresh_key,
    hand_over,
    person,
    request_for,
)
from tests.platform.matches.sockets import cookie_of, end_session, page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)


@in_a_thread
def two_players(**wanted: Any) -> tuple[Match, User, User]:
    alice, bob = person("Alice"), person("Bob")
    return dealt(alice, bob, **wanted), alice, bob


@in_a_thread
def turn_of(match: Match, alice: User, bob: User) -> tuple[Any, ...]:
    """Return the user to act, the other one, and an action of the first."""
    seat = awaited(match)
    request = request_for(match, seat)
    active, other = (
        (alice, bob) if match.seats.get(number=seat).user_id == alice.pk else (bob, alice)
    )
    return active, other, {"action": request.action, "seen": request.seen, "key": request.key}


async def test_a_move_reaches_everybody_once() -> None:
    match, alice, bob = await two_players(public=True)
    active, other, message = await turn_of(match, alice, bob)
    async with page(match, active) as first, page(match, other) as second, page(match) as third:
        for shown in (first, second, third):
            await shown.board()
        before = first.version
        await first.send(message)
        answer = await first.board()
        assert answer["key"] == message["key"]
        assert "refused" not in answer
        assert first.version > before
        await second.board()
        await third.board()
        assert first.version == second.version == third.version
        assert await first.silent()
        assert await second.silent()
        assert await third.silent()
        await first.send(message)  # the retry of a client that received no answer
        again = await first.board()
        assert again["version"] == answer["version"]
        assert await second.silent()


async def test_a_move_while_a_page_connects_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice, _ = await two_players()
    heartbeat = presence.heartbeat
    moves: list[object] = []

    def meanwhile(own_page: Any, **said: Any) -> Any:
        """Run between the page's read of the table and its first board."""
        if not moves:
            moves.append(act(match))
        return heartbeat(own_page)

    monkeypatch.setattr(presence, "heartbeat", meanwhile)
    async with page(match, alice) as shown:
        first = (await shown.board())["version"]
        assert (await shown.board())["version"] > first


async def test_a_page_that_says_what_it_shows_is_sent_what_it_lacks() -> None:
    match, alice, bob = await two_players()
    active, other, message = await turn_of(match, alice, bob)
    html = await database_sync_to_async(page_of)(match, other)
    version, mark = (
        html.split(f'{name}="')[1].split('"')[0] for name in ("data-version", "data-mark")
    )
    async with page(match, other, says=f"version={version}&board={mark}") as shown:
        assert await shown.silent()
        async with page(match, active) as first:
            await first.board()
            await first.send(message)
            await first.board()
        frame = await shown.data()
        assert "content" not in frame
        assert {"fragments", "data"} <= frame.keys()
        assert applied(html, frame, {}) != html
    async with page(match, other, says=f"version={version}&board={mark}") as late:
        assert "content" in await late.data()


def page_of(match: Match, user: User) -> Any:
    client = Client()
    client.force_login(user)
    headers = {"Accept-Language": "en", "Origin": "http://testserver"}
    answer = client.get(f"/matches/{match.pk}/", headers=headers)
    return answer.content.decode()


async def test_a_refused_action_is_told_to_its_author_alone() -> None:
    match, alice, bob = await two_players()
    active, other, message = await turn_of(match, alice, bob)
    async with page(match, active) as first, page(match, other) as second:
        await first.board()
        await second.board()
        await second.send(message | {"seen": second.version})
        answer = await second.board()
        assert answer["refused"] == "not_your_turn"
        assert "It is not your turn." in answer["content"]
        assert await first.silent()


under_attack = database_sync_to_async(cast.under_attack)


async def test_an_answer_on_hold_is_seen_by_nobody_else() -> None:
    match, victim, attacker = await under_attack()
    async with page(match, victim) as hers, page(match, attacker) as his, page(match) as theirs:
        for shown in (hers, his, theirs):
            await shown.board()
        before = his.html
        await hers.send({"pick": ["let_happen"], "seen": hers.version, "key": fresh_key()})
        answer = await hers.board()
        assert "refused" not in answer
        assert await his.silent()
        assert await theirs.silent()
        # A new request shows the same content, to the letter except for the time that has passed.
        await his.send({"sync": 0})
        await his.board()
        await his.data()
        assert his.version == theirs.version
        assert _but_for_time(his.html) == _but_for_time(before)
        await database_sync_to_async(time_passes)(match)
        assert (await his.board())["version"] > theirs.version
        await theirs.board()
        await hers.board()


def _but_for_time(html: str) -> str:
    return re.sub(r'data-deadline="[^"]*"|(?<=id="burn-words">)[^<]*', "", html)


def time_passes(match: Match) -> None:
    due = min(match.rounds.get().deadlines.values_list("due_ms", flat=True))
    with clock.stopped(due):
        assert deadlines.apply_due_deadlines() == 1


async def test_spectators_share_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _, _ = await two_players(public=True)
    async with page(match) as one, page(match) as two, page(match, language="de") as german:
        for shown in (one, two, german):
            await shown.board()
        rendered = []
        draw = Drawing.draw

        def counted(*args: Any, **kwargs: Any) -> Any:
            rendered.append(kwargs["language"])
            return draw(*args, **kwargs)

        monkeypatch.setattr(Drawing, "draw", counted)
        await database_sync_to_async(act)(match)
        for shown in (one, two, german):
            await shown.board()
        assert sorted(rendered) == ["de", "en"]
        assert one.html == two.html


@in_a_thread
def signs_out(cookie: str) -> None:
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = cookie.partition("=")[2]
    assert browser.post(reverse("accounts:sign_out")).status_code == 302


async def test_signing_out_closes_the_pages_of_that_browser_alone() -> None:
    """A sign-out closes only the pages of the same browser.

    Before, a sign-out at the library closed the table at home, in the middle of a match.
    """
    match, alice, bob = await two_players(tempo="correspondence")
    active, _, message = await turn_of(match, alice, bob)
    library, home = await cookie_of(active, None), await cookie_of(active, None)
    async with page(match, cookie=library) as left, page(match, cookie=home) as shown:
        await left.board()
        version = (await shown.board())["version"]
        await signs_out(library)
        assert await left.closed() == 4401
        await shown.send(message)
        answer = await shown.board()
        assert answer["key"] == message["key"]
        assert "refused" not in answer
        assert answer["version"] > version


@pytest.mark.parametrize("heard", [True, False])
async def test_a_request_just_after_a_sign_out_elsewhere_is_done(heard: bool) -> None:
    """This holds before the notification arrives, and if it is lost."""
    match, alice, bob = await two_players(tempo="correspondence")
    active, _, message = await turn_of(match, alice, bob)
    revoke = revoke_access.revoke_connections if heard else _quietly_revoked
    async with page(match, active) as shown:
        await shown.board()
        await database_sync_to_async(revoke)(active)
        await shown.send({"sync": shown.version})
        assert (await shown.data())["synced"] == shown.version
        await shown.send({"say": {"text": "Still here", "key": "k"}})
        assert await shown.talk() == ["Still here"]
        assert await shown.data() == {"said": "k"}
        await database_sync_to_async(revoke)(active)
        await shown.send(message)
        answer = await shown.board()
        assert answer["key"] == message["key"]
        assert "refused" not in answer


@in_a_thread
def ended_elsewhere(user: User, cookie: str, how: str) -> None:
    if how == "password":
        user.set_password("Quite another one")
        user.save()
    elif how == "one":
        sign_in = SignIn.objects.exclude(session_key=cookie.partition("=")[2]).get(user=user)
        sign_ins.end_sign_in(user, sign_in.pk)
    elif how == "others":
        sign_ins.end_other_sign_ins(user, cookie.partition("=")[2])
    else:
        revoke_access.ban_user(user)


@pytest.mark.parametrize(
    ("how", "goes_on"), [("one", True), ("others", True), ("password", False), ("ban", False)]
)
async def test_what_ends_the_other_sessions_closes_their_pages(how: str, goes_on: bool) -> None:
    match, alice, _ = await two_players()
    own, others = await cookie_of(alice, None), await cookie_of(alice, None)
    async with page(match, cookie=own) as shown, page(match, cookie=others) as other:
        await shown.board()
        await other.board()
        await ended_elsewhere(alice, own, how)
        assert await other.closed() == 4401
        if goes_on:
            await shown.send({"sync": shown.version})
            assert (await shown.data())["synced"] == shown.version
        else:
            assert await shown.closed() == 4401


async def test_a_ban_closes_the_socket() -> None:
    match, alice, _ = await two_players()
    async with page(match, alice) as shown:
        await shown.board()
        await database_sync_to_async(revoke_access.ban_user)(alice)
        assert await shown.closed() == 4401


async def test_somebody_may_come_while_a_page_asks_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, alice, _ = await two_players()
    look, lines = TableSocket._look, pushes.lines

    def look_as_somebody_comes(socket: Any, number: int) -> Any:
        def lines_meanwhile(table: Any, watchers: Any) -> Any:
            socket.watcher = replace(socket.watcher, present=Presence(frozenset({1}), watching=7))
            return lines(table, watchers)

        monkeypatch.setattr(pushes, "lines", lines_meanwhile)
        return look(socket, number)

    async with page(match, alice) as shown:
        await shown.board()
        monkeypatch.setattr(TableSocket, "_look", look_as_somebody_comes)
        await shown.send({"sync": shown.version})
        assert (await shown.data())["synced"] == shown.version


async def test_a_broker_that_comes_back_sends_nobody_away() -> None:
    match, alice, bob = await two_players()
    cookie = await cookie_of(bob, None)
    async with page(match, alice) as hers, page(match, cookie=cookie) as his:
        await hers.board()
        await his.board()
        await end_session(cookie)
        await database_sync_to_async(_quietly_revoked)(bob)  # the notification is lost
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        assert await his.closed() == 4401
        await database_sync_to_async(act)(match)
        await hers.board()


async def test_who_hands_over_a_seat_is_shown_nothing_more_of_it() -> None:
    match, alice, bob = await two_players()
    charlie = await database_sync_to_async(person)("Charlie")
    async with page(match, alice) as old, page(match, bob) as other:
        await old.board()
        await other.board()
        await database_sync_to_async(hand_over)(match, 0, charlie)
        assert await old.closed() in (4012, 4401)
        await other.board()
        async with page(match, charlie) as new:
            await new.board()


async def test_even_if_the_news_was_lost_a_revoked_socket_cannot_act() -> None:
    match, alice, bob = await two_players()
    active, _, message = await turn_of(match, alice, bob)
    cookie = await cookie_of(active, None)
    async with page(match, cookie=cookie) as shown:
        await shown.board()
        await end_session(cookie)
        await database_sync_to_async(_quietly_revoked)(active)
        await shown.send(message)
        assert await shown.closed() == 4401
    assert await database_sync_to_async(match.rounds.get)() is not None
    assert (await database_sync_to_async(match.rounds.get)()).version == 0


def _quietly_revoked(user: User) -> None:
    user.epoch += 1
    user.save(update_fields=["epoch"])


async def test_a_stranger_sees_no_private_table() -> None:
    match, _, _ = await two_players()
    charlie = await database_sync_to_async(person)("Charlie")
    for user in (None, charlie):
        async with page(match, user) as shown:
            assert await shown.closed() == 4403
    async with page(match, None, invited=True) as shown:
        await shown.board()


async def test_a_foreign_page_cannot_connect() -> None:
    match, alice, _ = await two_players()
    async with page(match, alice, origin=b"http://evil.example") as shown:
        assert not shown.connected


async def test_what_was_missed_comes_with_the_next_sync() -> None:
    match, alice, bob = await two_players()
    _, other, _ = await turn_of(match, alice, bob)
    async with page(match, other) as shown:
        await shown.board()
        before = shown.version
        await shown.send({"sync": before})
        assert (await shown.data())["synced"] == before
        await database_sync_to_async(act)(match)
        await shown.board()
        assert shown.version > before
        await shown.send({"sync": before})
        await shown.board()
        assert (await shown.data())["synced"] == shown.version


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("[" * 9000, "malformed"),
        ('"' + "x" * 17_000 + '"', "too_large"),
    ],
)
async def test_what_is_no_message_is_refused(message: str, code: str) -> None:
    match, alice, _ = await two_players()
    async with page(match, alice) as shown:
        await shown.board()
        await shown.send(message)
        assert (await shown.data())["refusal"]["code"] == code


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({}, "key_missing"),
        ({"action": {}, "key": "k"}, "invalid_params"),
        ({"pick": 7, "key": "k"}, "invalid_params"),
        ({"pick": [{}, None], "key": "k"}, "invalid_params"),
        ({"action": "\x00", "key": "k"}, "invalid_params"),
        ({"action": {"type": "play_king", "slot": "0"}, "key": "k"}, "invalid_params"),
        ({"pick": ["let_happen"], "key": "k", "seen": "x"}, "stale"),
        ({"sync": "x", "ack": 4}, None),
        ({"ack": "x"}, None),
        ({"ack": 10**30}, None),
    ],
)
async def test_nonsense_is_refused_and_the_socket_stays(
    message: dict[Any, Any], code: str | None
) -> None:
    match, alice, _ = await two_players()
    async with page(match, alice) as shown:
        await shown.board()
        await shown.send({"seen": shown.version} | message)
        if code is not None:
            assert (await shown.board())["refused"] == code
        await shown.send({"sync": shown.version})
        assert (await shown.data())["synced"] == shown.version


async def test_too_many_messages_are_refused() -> None:
    match, alice, _ = await two_players()
    async with page(match, alice) as shown:
        await shown.board()
        for _ in range(80):
            await shown.send({"ack": "nothing that costs time"})
        assert (await shown.data())["refusal"]["code"] == "rate_limited"


@pytest.mark.parametrize("scripts", ["", "&scripts=table.0ldd1ge57.js"])
async def test_a_page_of_an_earlier_release_reloads(scripts: str) -> None:
    match, alice, _ = await two_players()
    async with page(match, alice, says=f"version=1&board=x&looking=yes{scripts}") as old:
        assert (await old.data())["refusal"]["code"] == "sent_away"
        assert await old.closed() == CHANGED


async def test_a_page_of_this_release_gets_its_board() -> None:
    match, alice, _ = await two_players()
    html = await database_sync_to_async(page_of)(match, alice)
    scripts = html.split('data-scripts="')[1].split('"')[0]
    async with page(match, alice, says=f"looking=yes&scripts={scripts}") as shown:
        assert "content" in await shown.board()
