"""Two people who chat by two sockets, and a spectator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from accounts.services import mutes, revoke_access
from matches.actors import Person
from matches.models import Match, Message
from matches.requests import Saying
from matches.services.talk import LONGEST, MOST, post_message
from matches.store import topics
from matches.store.load_match import load_table
from realtime import bus
from tests.platform.matches.cast import act, dealt, fresh_key, hand_over, person, play_out
from tests.platform.matches.sockets import Page, cookie_of, end_session, page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)


@in_a_thread
def two_players(**wanted: Any) -> tuple[Match, User, User]:
    alice, bob = person("Alice"), person("Bob")
    return dealt(alice, bob, **wanted), alice, bob


@in_a_thread
def says(match: Match, user: User, text: str) -> None:
    """Post a message by another way than the socket, such as POST or another process."""
    post_message(
        load_table(match.pk),
        Person(user.pk, user.epoch),
        Saying(text=text, key=fresh_key()),
    )


@contextmanager
def news_is_lost() -> Iterator[None]:
    """Drop all notifications in this block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bus, "publish", lambda *args, **kwargs: None)
        yield


async def speaks(shown: Page, **words: Any) -> None:
    await shown.send({"say": {"key": fresh_key()} | words})


async def test_two_people_talk() -> None:
    match, alice, bob = await two_players(public=True)
    async with page(match, alice) as hers, page(match, bob) as his, page(match) as theirs:
        for shown in (hers, his, theirs):
            await shown.board()
        await hers.send({"say": {"text": "  Good   evening ", "key": "k1"}})
        assert await hers.talk() == ["Good evening"]
        assert await hers.data() == {"said": "k1"}
        assert await his.talk() == ["Good evening"]
        assert await theirs.talk() == ["Good evening"]
        await speaks(his, preset="thank-you")
        for shown in (his, hers, theirs):
            assert await shown.talk() == ["Good evening", "Thank you"]
        # A page that received no answer sends it again: it gets the answer, and no page gets it
        # twice.
        await hers.send({"say": {"text": "Good evening", "key": "k1"}})
        assert await hers.data() == {"said": "k1"}
        assert (await his.data())["said"]
        for shown in (hers, his, theirs):
            assert await shown.silent()


async def test_a_message_moves_no_board_and_a_move_repeats_no_message() -> None:
    match, alice, bob = await two_players()
    async with page(match, alice) as hers, page(match, bob) as his:
        await hers.board()
        await his.board()
        version = hers.version
        await speaks(his, text="Hello")
        assert await hers.talk() == ["Hello"]
        await hers.send({"sync": version})
        assert (await hers.data())["synced"] == version
        await database_sync_to_async(act)(match)
        await hers.board()
        assert await hers.silent()


async def test_nothing_is_missing_and_nothing_twice_after_a_break() -> None:
    match, alice, bob = await two_players()
    await says(match, bob, "one")
    async with page(match, alice) as hers:
        await hers.board()
        assert await hers.talk() == ["one"]
    await says(match, bob, "two")
    async with page(match, alice) as hers:
        await hers.board()
        assert await hers.talk() == ["one", "two"]
        # The notification of this message is lost; the page asks by itself.
        with news_is_lost():
            await says(match, bob, "three")
        assert await hers.silent()
        await hers.send({"sync": hers.version})
        assert await hers.talk() == ["one", "two", "three"]
        assert "synced" in await hers.data()
        assert await hers.silent()


async def test_a_player_hears_of_no_spectator_until_the_round_is_over() -> None:
    match, alice, _ = await two_players(public=True)
    charlie = await database_sync_to_async(person)("Charlie")
    async with page(match, alice) as hers, page(match, charlie) as his, page(match) as theirs:
        for shown in (hers, his, theirs):
            await shown.board()
        await speaks(his, text="Bob has the king")
        assert await theirs.talk() == ["Bob has the king"]
        assert await hers.silent()
        await hers.send({"sync": hers.version})
        assert "synced" in await hers.data()
        await database_sync_to_async(play_out)(match)
        heard: list[Any] = []
        while not heard:
            frame = await hers.data()
            heard = frame.get("talk", [])
        assert "Bob has the king" in heard[0]


async def test_a_muted_person_is_silent_for_one_page() -> None:
    """All others still read that person's messages."""
    match, alice, bob = await two_players(public=True)
    async with page(match, alice) as hers, page(match, bob) as his, page(match) as theirs:
        for shown in (hers, his, theirs):
            await shown.board()
        await database_sync_to_async(mutes.mute_user)(alice, bob.pk)
        await speaks(his, text="Am I heard?")
        assert await theirs.talk() == ["Am I heard?"]
        assert await hers.talk() == []
        assert "Am I heard?" not in "".join(hers.lines)
        await database_sync_to_async(mutes.unmute_user)(alice, bob.pk)
        topics.announce_talk(match.pk)
        assert await hers.talk() == ["Am I heard?"]


async def test_what_is_refused_is_told_to_its_author_alone() -> None:
    match, alice, bob = await two_players()
    async with page(match, alice) as hers, page(match, bob) as his:
        await hers.board()
        await his.board()
        await hers.send({"say": {"text": "x" * (LONGEST + 5), "key": "k"}})
        answer = await hers.data()
        assert (answer["said"], answer["code"]) == ("k", "talk_too_long")
        assert "5 characters too long" in answer["sentence"]
        for number in range(MOST):
            await speaks(hers, text=f"{number}")
            await hers.talk()
            await hers.data()
        await speaks(hers, text="too much")
        assert (await hers.data())["code"] == "talk_too_fast"
        await his.talk()
    assert await database_sync_to_async(Message.objects.count)() == MOST


@pytest.mark.parametrize(
    "said", [{}, {"text": 7, "key": "k"}, {"text": "x", "key": None}, {"preset": ["hello"]}]
)
async def test_nonsense_is_refused_and_the_socket_stays(said: dict[Any, Any]) -> None:
    match, alice, _ = await two_players()
    async with page(match, alice) as shown:
        await shown.board()
        await shown.send({"say": said})
        assert (await shown.data())["code"] in ("key_missing", "talk_empty")
        await shown.send({"say": "nothing"})
        await shown.board()
        await shown.send({"sync": shown.version})
        assert "synced" in await shown.data()


async def test_a_strangers_socket_listens_and_says_nothing() -> None:
    match, _, bob = await two_players(public=True)
    async with page(match) as shown:
        await shown.board()
        await speaks(shown, text="Hello")
        assert (await shown.data())["code"] == "sign_in_first"
        await says(match, bob, "Good evening")
        assert await shown.talk() == ["Good evening"]


async def test_a_removed_user_receives_and_sends_no_more_messages() -> None:
    match, alice, bob = await two_players()
    charlie = await database_sync_to_async(person)("Charlie")
    async with page(match, alice) as old:
        await old.board()
        await database_sync_to_async(_quietly)(hand_over, match, 0, charlie)
        await speaks(old, text="Still me")
        assert await old.closed() in (4401, 4403, 4012)
    cookie = await cookie_of(bob, None)
    async with page(match, cookie=cookie) as shown:
        await shown.board()
        await end_session(cookie)
        await database_sync_to_async(_quietly)(revoke_access.revoke_connections, bob)
        await says(match, charlie, "Is Bob gone?")
        assert await shown.closed() == 4401
    assert await database_sync_to_async(Message.objects.count)() == 1


def _quietly(service: Callable[..., object], *args: Any) -> None:
    """Call a service without notifications."""
    with news_is_lost():
        service(*args)
