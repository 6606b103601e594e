"""The base class of all sockets, and the socket of a page with live lists."""

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
from realtime.bus import News
from realtime.database_away import is_away
from realtime.hub import hub
from realtime.inbox import Inbox, Message, Receive
from realtime.threads import in_thread

log = logging.getLogger(__name__)

LONGEST = 16_384
"""Longest message, in characters; an action has a few hundred."""
LONGEST_QUERY = 500
LONGEST_ZONE = 64
REST = 1.0
"""Shortest time between two renderings of the same list, in seconds."""

STEP = 128
"""The lengths of messages are multiples of it, in bytes."""
WORTH_A_WORD_S = 1.0
"""Longest wait, in seconds, of which a page is not notified."""


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the language that the page names in its query, or the default."""
    asked: str = scope["url_route"]["kwargs"].get("language") or ""
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def allowance_of(scope: Mapping[str, Any]) -> Allowance:
    """Return the rate limit of the page that opened the socket."""
    return Allowance(scope.get("network", ""))


def claimed_time_zone(scope: Mapping[str, Any]) -> str:
    """Return the time zone that the browser names; it is not checked yet."""
    said: str = scope.get("cookies", {}).get(settings.ZONE_COOKIE_NAME, "")
    return said[:LONGEST_ZONE]


open_sockets: Counter[str] = Counter()
"""Number of open sockets of this process, by the name of their class."""


def user_of(session: Any) -> Any:
    """Return the user of this session now; Django needs only the session of a request."""
    return get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]


def encode_message(message: Any) -> str:
    """Encode a message to a page as JSON; the encoder is fast, because a board goes to a whole
    table.

    Spaces fill it up to a multiple of `STEP` bytes. TLS hides the content of a message and not its
    length, and the card that a player draws changes the length by a few bytes.
    """
    encoded = msgspec.json.encode(message, enc_hook=_plain)
    return (encoded + b" " * (-len(encoded) % STEP)).decode()


def _plain(text: str) -> str:
    """Encode safe HTML as a plain string; it has a class of its own."""
    return str.__str__(text)


async def send_safely(sending: Awaitable[None]) -> None:
    """Send to one page of many, so that its failure does not affect the others."""
    try:
        await sending
    except Exception:
        log.exception("a page could not be reached")


@dataclass(frozen=True, slots=True)
class PageReader:
    """The reader of a page: the user, the language, the query of the page, and the time zone that
    the browser claims, which is not checked yet.
    """

    user_id: int | None
    epoch: int
    language: str
    query: tuple[tuple[str, str], ...]
    zone: str = ""


Readers = Mapping[PageReader, Any]
"""Each reader with its loaded user; None for an anonymous visitor."""
Fragments = Mapping[str, str]
"""HTML by the CSS selector of the element that it replaces."""

Send = Callable[[Message], Awaitable[None]]


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """A socket whose database work runs in `realtime.threads`, which manage the connections."""

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Handle the events of the socket, one after another.

        The consumer of Channels would also await a channel layer, with a task for each message, and
        check for old connections in a thread each time.
        """
        self.scope, self.base_send = scope, send
        self.inbox = Inbox(receive)
        open_sockets[type(self).__name__] += 1
        try:
            with suppress(StopConsumer):
                while True:
                    message = await self.inbox.take()
                    # A page that leaves before its answer is noticed by its next message, the
                    # disconnect.
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
            # The page connects again and repeats every message that had no answer.
            log.warning("the database is away or too slow for a page: %s", type(error).__name__)
            await self.close(close_codes.LATER)

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for this page's turn to be let in, then load its user (`realtime.admission`).

        Raises:
            StopConsumer: the page left meanwhile, or was told when to come back.
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
        """Load session and user before their first use; later reads need no query."""
        if "user" in self.scope:
            bool(self.scope["user"])

    def is_still_theirs(self) -> bool:
        """Return whether the session still belongs to the user who opened it, and reload that user.

        When a user signs out, or is signed out, all their pages call this. It ends the pages of one
        session.
        """
        known = self.scope["session"]
        session = type(known)(known.session_key)
        user = user_of(session)
        if not user.is_authenticated or user.pk != self.scope["user"].pk:
            return False
        self.scope = {**self.scope, "session": session, "user": user}
        return True

    async def ask_to_wait(self, seconds: float) -> None:
        """Tell the page in how many seconds it will be let in."""
        await self.send(encode_message({"wait": round(seconds, 1)}))

    async def send_away(self, seconds: float) -> None:
        """Tell the page after how many seconds it must connect again."""
        await self.send(encode_message({"later": round(seconds, 1)}))
        await self.close(close_codes.LATER)


class ListSocket(Socket):
    """A page with live lists: its changes are sent, at most once a second.

    Any message of the page requests the changes that it lacks, and is answered with "synced".
    """

    rest: ClassVar[float] = REST

    def topics(self) -> list[str]:
        """Return the topics that this page subscribes to."""
        raise NotImplementedError

    @classmethod
    def draw(cls, readers: Readers) -> dict[PageReader, Fragments | None]:
        """Return the present fragments of these pages, in a thread; None for a page that may show
        nothing.
        """
        raise NotImplementedError

    @classmethod
    def fragments(cls, readers: Collection[PageReader]) -> dict[PageReader, Fragments | None]:
        """Return the same, and None for each page whose account has changed since the page
        connected.

        Messages about such changes may be lost, so each rendering checks the database.
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
        """Send the page the fragments that it lacks, and subscribe it to changes."""
        user = self.scope["user"]
        self.reader = PageReader(
            user_id=user.pk if user.is_authenticated else None,
            epoch=user.epoch if user.is_authenticated else 0,
            language=language_of(self.scope),
            query=tuple(parse_qsl(self.scope["query_string"].decode("latin-1")[:LONGEST_QUERY])),
            zone=claimed_time_zone(self.scope),
        )
        # Subscribe before the first read, so that no change is lost between the two.
        self.joined = self.topics()
        await hub().join_each(dict.fromkeys(self.joined, type(self).freshen), self, self.rest)
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
        """Send each page those of its fragments that have changed."""
        asked = {socket: socket.reader for socket in sockets}
        fragments = await in_thread(cls.fragments)(set(asked.values()))
        for socket, reader in asked.items():
            await send_safely(socket.show(fragments[reader]))

    async def show(self, fragments: Fragments | None) -> None:
        """Send this page the fragments that have changed."""
        if fragments is None:
            await self._go_on_or_close()
            return
        for target, html in fragments.items():
            if self.shown.get(target) != html:
                envelope = {"target": target, "swap": "outerMorph", "content": html}
                await self.send(encode_message(envelope))
        self.shown = fragments

    async def _go_on_or_close(self) -> None:
        """Close the page, unless its own session is still valid."""
        if await in_thread(self.is_still_theirs)():
            reader = replace(self.reader, epoch=self.scope["user"].epoch)
            if reader != self.reader:
                self.reader = reader
                await self.freshen({self}, [])
                return
        await self.close(close_codes.REVOKED)
