"""What all sockets share, and the socket of a page whose lists are kept fresh."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import msgspec
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user, get_user_model
from django.db import Error

from realtime import close_codes
from realtime.admission import ComeBack, admission
from realtime.allowance import Allowance
from realtime.database_away import is_away
from realtime.hub import News, hub
from realtime.inbox import Inbox, Message, Receive
from realtime.threads import in_thread

log = logging.getLogger(__name__)

LONGEST = 16_384
"""Characters in a message; an action is a few hundred."""
LONGEST_QUERY = 500
LONGEST_ZONE = 64
REST = 1.0
"""Seconds between two renderings of the same list."""

WORTH_A_WORD_S = 1.0
"""A page that waits no longer for its turn is not told that it waits."""


def language_of(scope: Mapping[str, Any]) -> str:
    """The language of the page that opened the socket: it says so itself, else the default."""
    asked: str = scope["url_route"]["kwargs"].get("language") or ""
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def allowance_of(scope: Mapping[str, Any]) -> Allowance:
    """What the page that opened the socket may send."""
    return Allowance(scope.get("network", ""))


def claimed_time_zone(scope: Mapping[str, Any]) -> str:
    """The time zone that the browser names, which may be anything."""
    said: str = scope.get("cookies", {}).get(settings.ZONE_COOKIE_NAME, "")
    return said[:LONGEST_ZONE]


open_sockets: Counter[str] = Counter()
"""How many sockets of each kind this process has open, by the name of their class."""


def user_of(session: Any) -> Any:
    """Whoever is signed in with this session now; all that Django asks of a request is its session."""
    return get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]


def encode_message(message: Any) -> str:
    """A message to a page as JSON; a board goes to everybody at a table, and this is quick."""
    return msgspec.json.encode(message, enc_hook=_plain).decode()


def _plain(text: str) -> str:
    """Safe HTML is a string of another class."""
    return str.__str__(text)


async def send_safely(sending: Awaitable[None]) -> None:
    """Send to one page of many: what goes wrong there must not cost the others theirs."""
    try:
        await sending
    except Exception:
        log.exception("a page could not be reached")


@dataclass(frozen=True, slots=True)
class PageReader:
    """The reader of a page: the user, the language, what it asks for (its query), and the time zone
    the browser says that it is: not believed yet."""

    user_id: int | None
    epoch: int
    language: str
    query: tuple[tuple[str, str], ...]
    zone: str = ""


Readers = Mapping[PageReader, Any]
"""Each reader with the user, who is loaded; None for a stranger."""
Fragments = Mapping[str, str]
"""HTML by the selector of what it replaces."""

Send = Callable[[Message], Awaitable[None]]


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """A socket whose work with the database is done by `realtime.threads`, which look after connections."""

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Handle what happens to the socket, one thing after another.

        Channels' own waits for a channel layer, too, by a task for each message, and looks for old
        connections in a thread at each.
        """
        self.scope, self.base_send = scope, send
        self.inbox = Inbox(receive)
        open_sockets[type(self).__name__] += 1
        try:
            with suppress(StopConsumer):
                while True:
                    message = await self.inbox.take()
                    # A page that is gone before it has its answer says so by its next message.
                    with suppress(Disconnected):
                        await self._handle(message)
        finally:
            open_sockets[type(self).__name__] -= 1

    async def _handle(self, message: Message) -> None:
        try:
            await getattr(self, get_handler_name(message))(message)
        except Error as error:
            if not is_away(error):
                raise
            # The page comes again with whatever it has no answer to.
            log.warning("the database is away or too slow for a page: %s", type(error).__name__)
            await self.close(close_codes.LATER)

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait until it is this page's turn to be let in, and know who it is (`realtime.admission`).

        Raises:
            StopConsumer: the page has gone meanwhile, or was told when to come back.
        """
        queue = admission()
        try:
            seconds, place = queue.wait_s(), queue.join(self.scope.get("network", ""))
        except ComeBack as later:
            await self.send_away(later.seconds)
            raise StopConsumer from None
        try:
            if seconds > WORTH_A_WORD_S:
                await self.ask_to_wait(seconds)
            if not await self.inbox.stays_until(place.turn):
                raise StopConsumer
            began = time.monotonic()
            await in_thread(self._find_user)()
            yield
            queue.measure(time.monotonic() - began)
        finally:
            queue.leave(place)

    def _find_user(self) -> None:
        """Load session and user, which nobody has looked at yet: from now on they are at hand."""
        if "user" in self.scope:
            bool(self.scope["user"])

    def is_still_theirs(self) -> bool:
        """Whether its session is still of the user who opened it, and of whom all is known anew then.

        Where a user signs out, or is signed out, all their pages ask: that ends the pages of one session.
        """
        known = self.scope["session"]
        session = type(known)(known.session_key)
        user = user_of(session)
        if not user.is_authenticated or user.pk != self.scope["user"].pk:
            return False
        self.scope = {**self.scope, "session": session, "user": user}
        return True

    async def ask_to_wait(self, seconds: float) -> None:
        """Tell the page in about how many seconds it is let in."""
        await self.send(encode_message({"wait": round(seconds, 1)}))

    async def send_away(self, seconds: float) -> None:
        """Tell the page after how many seconds it is to connect again."""
        await self.send(encode_message({"later": round(seconds, 1)}))
        await self.close(close_codes.LATER)


class ListSocket(Socket):
    """A page whose lists are kept fresh: what changed of them is sent, at most once a second.

    Whatever the page sends asks for what it lacks, and is answered with "synced".
    """

    rest: ClassVar[float] = REST

    def topics(self) -> list[str]:
        """What this page listens to."""
        raise NotImplementedError

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """What these pages show now, in a thread; None for one that may show nothing any more."""
        raise NotImplementedError

    @classmethod
    def fragments(cls, readers: Collection[PageReader]) -> dict[PageReader, Fragments | None]:
        """The same, and None for each page whose account is not as it was when the page connected.

        News of that may be lost: so every list asks it of the database, whenever it is drawn.
        """
        active: Any = get_user_model()._default_manager.filter(is_active=True)
        users = active.in_bulk({one.user_id for one in readers if one.user_id is not None})
        known = {one: users.get(one.user_id) for one in readers}
        asked = {
            one: user
            for one, user in known.items()
            if one.user_id is None or (user is not None and user.epoch == one.epoch)
        }
        return dict.fromkeys(readers, None) | cls.draw(asked)

    async def connect(self) -> None:
        self.shown: Fragments = {}
        self.allowance = allowance_of(self.scope)
        self.joined: list[str] = []
        await self.accept()
        async with self.admitted():
            await self.enter()

    async def enter(self) -> None:
        """Bring the page what it lacks, and from now on what is new."""
        user = self.scope["user"]
        self.reader = PageReader(
            user_id=user.pk if user.is_authenticated else None,
            epoch=user.epoch if user.is_authenticated else 0,
            language=language_of(self.scope),
            query=tuple(parse_qsl(self.scope["query_string"].decode("latin-1")[:LONGEST_QUERY])),
            zone=claimed_time_zone(self.scope),
        )
        # Join before the first look: nothing can fall between the two.
        for topic in self.topics():
            self.joined.append(topic)
            await hub().join(topic, self, type(self).freshen, self.rest)
        await self.freshen({self}, [])

    async def disconnect(self, code: int) -> None:
        for topic in self.joined:
            await hub().leave(topic, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is None or len(text_data) > LONGEST or not self.allowance.take():
            return
        await self.freshen({self}, [])
        await self.send(encode_message({"synced": True}))

    @classmethod
    async def freshen(cls, sockets: set[ListSocket], news: list[News]) -> None:
        """Send each page those of its fragments that are not what it shows."""
        asked = {socket: socket.reader for socket in sockets}
        fragments = await in_thread(cls.fragments)(set(asked.values()))
        for socket, reader in asked.items():
            await send_safely(socket.show(fragments[reader]))

    async def show(self, fragments: Fragments | None) -> None:
        """Bring this page up to date."""
        if fragments is None:
            await self._go_on_or_close()
            return
        for target, html in fragments.items():
            if self.shown.get(target) != html:
                envelope = {"target": target, "swap": "outerMorph", "content": html}
                await self.send(encode_message(envelope))
        self.shown = fragments

    async def _go_on_or_close(self) -> None:
        """Close it, unless another session of its user has ended and not its own."""
        if await in_thread(self.is_still_theirs)():
            reader = replace(self.reader, epoch=self.scope["user"].epoch)
            if reader != self.reader:
                self.reader = reader
                await self.freshen({self}, [])
                return
        await self.close(close_codes.REVOKED)
