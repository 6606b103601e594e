"""The socket of a bot: it sends challenges and positions, and receives actions, for all of its
matches.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterable
from math import ceil
from typing import Any

import msgspec
from django.conf import settings
from django.utils import translation

from accounts import online
from accounts.models import User
from api import limits, strict_json
from api.answers import player
from api.endpoints import check_token
from api.models import Scope, Token
from api.play import tables
from api.play.matches_to_tell import GOES_ON, ToldMatch, in_portions, matches_to_tell
from api.play.messages import (
    ActNow,
    AtTable,
    Decline,
    Done,
    Gone,
    Got,
    Hello,
    Leave,
    Ready,
    RefusedMessage,
    Sent,
    SitDown,
    Sync,
    Synced,
    Welcome,
)
from api.play.position import Position, position_of
from api.play.tables import Challenge, challenge, challenges_of
from core.rate_limits import network_of
from core.refusals import Refused, refused, sentence, status
from games.kernel.contract import Refusal
from games.kernel.refusals import refusal
from matches.present import presence as at_table
from matches.services.rounds.play import PlayResult
from matches.store import topics
from matches.store.load_match import load_table
from matches.store.snapshot import Table
from realtime import close_codes, presence
from realtime.bus import News
from realtime.hub import hub
from realtime.sockets import (
    LONGEST,
    Socket,
    allowance_of,
    encode_message,
    send_safely,
)
from realtime.threads import in_background, in_thread

PATIENCE_S = 10
"""Time that a socket may stay open without a token, in seconds."""
HEARTBEAT_S = 25

TOO_MANY = 429

_greeted: Counter[int] = Counter()
"""The number of open sockets of each bot in this process, by the user's id."""


def key_in(text: str) -> str:
    """Return the key of a message that could not be parsed; "" if it has none."""
    try:
        key = msgspec.json.decode(text, type=dict[str, Any]).get("key")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return key if isinstance(key, str) else ""


class BotSocket(Socket):
    """The connection of one program that plays for one account."""

    async def connect(self) -> None:
        self.token_id = 0
        self.pulse: asyncio.Task[None] | None = None
        self.user_id = 0
        self.language = settings.LANGUAGE_CODE
        self.joined: list[str] = []
        self.shown: dict[uuid.UUID, ToldMatch] = {}
        self.challenged: set[uuid.UUID] = set()
        self.at_tables: dict[uuid.UUID, presence.OpenPage] = {}
        self.allowance = allowance_of(self.scope)
        self.turn = asyncio.Lock()
        await self.accept()
        if not settings.API:
            await self._refuse(refused("api_off").refusal)
            await self.close(close_codes.FORBIDDEN)
            return
        loop = asyncio.get_running_loop()
        self.alarm = loop.call_later(PATIENCE_S, lambda: loop.create_task(self._too_late()))

    async def _too_late(self) -> None:
        if not self.token_id:
            await self._refuse(refused("hello_first").refusal)
            await self.close(close_codes.NO_HELLO)

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "alarm"):
            self.alarm.cancel()
        if self.token_id:
            _greeted[self.user_id] -= 1
        if self.pulse is not None:
            self.pulse.cancel()
            await in_background(self._leave)()
        for topic in self.joined:
            await hub().leave(topic, self)

    def _leave(self) -> None:
        for page in (self.page, *self.at_tables.values()):
            presence.leave(page)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is None or len(text_data) > LONGEST:
            no_text = refused("wrong_request", what="send text frames")
            await self._refuse((refused("too_large") if text_data else no_text).refusal)
            return
        if not self.allowance.take():
            await self._refuse(refusal("rate_limited"), key_in(text_data))
            return
        try:
            message = strict_json.read_json(text_data, Sent)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            await self._refuse(refused("wrong_request", what=str(wrong)).refusal, key_in(text_data))
            return
        if isinstance(message, Hello):
            self.alarm.cancel()  # from here on the program waits for the server
            async with self.admitted():
                await self._greet(message)
        elif not self.token_id:
            await self._refuse(refused("hello_first").refusal)
        elif isinstance(message, ActNow):
            await self._act(message)
        elif isinstance(message, AtTable):
            await self._do(message)
        elif isinstance(message, Sync):
            await self.catch_up()
            await self._tell(Synced())

    async def ask_to_wait(self, seconds: float) -> None:
        """Do nothing: the welcome arrives a little later."""

    async def send_away(self, seconds: float) -> None:
        """Tell the bot to connect again after this number of seconds."""
        await self._refuse(refused("too_many_requests", seconds=ceil(seconds)).refusal)
        await self.close(close_codes.TOO_OFTEN)

    async def _greet(self, hello: Hello) -> None:
        if self.token_id:
            await self._refuse(refused("wrong_request", what="say hello only once").refusal)
            return
        try:
            token = await in_thread(self._identify)(hello.token)
            self._take_place(token)
        except Refused as error:
            await self._refuse(error.refusal)
            await self.close(
                close_codes.TOO_OFTEN if status(error.refusal) == TOO_MANY else close_codes.REVOKED
            )
            return
        self.language = token.user.reads
        # Join before the first read, so that a change between the two is noticed.
        self.joined = [topics.of_player(self.user_id), topics.of_user(self.user_id)]
        await hub().join_each(dict.fromkeys(self.joined, bring_news), self)
        self.page = online.page_of(token.user)
        self.pulse = asyncio.create_task(self._be_here())
        await self._tell(Welcome(player=player(token.user)))
        await self.catch_up()

    async def _be_here(self) -> None:
        """Show the bot as present while it is connected."""
        while True:
            await in_thread(self._send_heartbeats)()
            await asyncio.sleep(HEARTBEAT_S)

    def _send_heartbeats(self) -> None:
        for page in (self.page, *self.at_tables.values()):
            presence.heartbeat(page)

    def _identify(self, text: str) -> Token:
        address, *_ = self.scope.get("client") or ("",)
        token = limits.identify(text, network_of(address))
        check_token(token, Scope.PLAY)
        return token

    def _take_place(self, token: Token) -> None:
        """Count this socket as one of the bot's. It runs in the event loop, so no other is counted
        meanwhile.
        """
        if _greeted[token.user_id] >= limits.SOCKETS:
            raise refused("too_many_sockets", most=limits.SOCKETS)
        _greeted[token.user_id] += 1
        self.token_id, self.user_id = token.pk, token.user_id

    async def _act(self, message: ActNow) -> None:
        # The answer is sent before the position that follows from the action.
        async with self.turn:
            done = await in_thread(self._play)(message)
            if done.refusal is None:
                await self._tell(Done(key=message.key, repeated=done.repeated))
            else:
                await self._refuse(done.refusal, message.key)
            await self._tell_news([message.match], done.table)

    async def _do(self, message: AtTable) -> None:
        async with self.turn:
            try:
                await in_thread(self._change_table)(message)
                await self._tell(Done(key=message.key, repeated=False))
            except Refused as error:
                await self._refuse(error.refusal, message.key)
            await self._tell_news([message.match])

    def _change_table(self, message: AtTable) -> None:
        user = self._bot()
        match message:
            case SitDown():
                tables.sit(user, message.match, message.seat)
            case Decline():
                tables.decline(user, message.match)
            case Leave():
                tables.leave(user, message.match)
            case Ready():
                tables.be_ready(user, message.match, message.nonce)

    def _play(self, message: ActNow) -> PlayResult:
        try:
            return tables.act_for(self._bot(), message.match, message)
        except Refused as error:
            return PlayResult(refusal=error.refusal)

    async def catch_up(self, matches: Iterable[uuid.UUID] | None = None) -> None:
        """Send the changes of these matches, or of all that the bot has."""
        async with self.turn:
            await self._tell_news(matches)

    async def _tell_news(
        self, matches: Iterable[uuid.UUID] | None, table: Table | None = None
    ) -> None:
        """Send the changes; the caller holds the lock. `table`: that of the one match, if just
        loaded.
        """
        try:
            if matches is None:
                matches = await in_thread(self._all)()
            for some in in_portions(matches):
                for message in await in_thread(self._look_at)(some, table):
                    await self._tell(message)
        except Refused as error:
            await self._refuse(error.refusal)
            await self.close(close_codes.REVOKED)

    def _all(self) -> list[uuid.UUID]:
        return [*matches_to_tell(self._bot(), self.shown), *self.challenged]

    def _look_at(self, matches: Iterable[uuid.UUID], loaded: Table | None = None) -> list[Got]:
        """Return the changes of these matches: one query for each in which the bot sits."""
        news: list[Got] = []
        for match_id in matches:
            table = loaded or _find_table(match_id)
            if table is not None and table.seat_of(self.user_id) is not None:
                self.challenged.discard(match_id)
                news += self._positions(table)
            else:
                news += self._challenges(match_id)
        return news

    def _bot(self) -> User:
        """Return the account as it is now.

        Raises:
            Refused: `wrong_token`, the token was revoked or its account may not play.
        """
        found = Token.objects.select_related("user").filter(pk=self.token_id).first()
        if found is None or not found.user.is_active:
            raise refused("wrong_token")
        return found.user

    def _positions(self, table: Table) -> list[Position]:
        """Return the position in a match, with the events that are new to the bot; an empty list if
        nothing is.
        """
        before = self.shown.get(table.match_id)
        same_round = before is not None and before.round == table.round_number
        first = before.events if before is not None and same_round else 0
        position = position_of(table, self.user_id, first)
        now = ToldMatch(
            position.round, position.version, position.status, first + len(position.events)
        )
        if now == before:
            return []
        self.shown[table.match_id] = now
        self._be_at_table(position)
        return [position]

    def _be_at_table(self, position: Position) -> None:
        """Show the bot as present at a table, from the first position to the last."""
        match, goes_on = position.match, position.status in GOES_ON
        if goes_on and match not in self.at_tables:
            page = at_table.page_of(match, position.seat, self.user_id)
            self.at_tables[match] = page
            presence.heartbeat(page)
        elif not goes_on:
            self._leave_table(match)

    def _leave_table(self, match_id: uuid.UUID) -> None:
        if (page := self.at_tables.pop(match_id, None)) is not None:
            presence.leave(page)

    def _challenges(self, match_id: uuid.UUID) -> list[Challenge | Gone]:
        """Return a new challenge of the bot in this match, or `Gone` if an earlier one has ended."""
        kept = challenges_of(self.user_id).filter(match=match_id).first()
        was_known = match_id in self.challenged
        if kept is not None:
            self.shown.pop(match_id, None)
            self.challenged.add(match_id)
            return [] if was_known else [challenge(kept)]
        self.challenged.discard(match_id)
        had = self.shown.pop(match_id, None) is not None or was_known
        self._leave_table(match_id)
        return [Gone(match=match_id)] if had else []

    async def _refuse(self, refusal: Refusal, key: str = "") -> None:
        with translation.override(self.language):
            said = sentence(refusal)
        await self._tell(RefusedMessage(key=key, code=refusal.code, sentence=said))

    async def _tell(self, message: Got) -> None:
        await self.send(encode_message(message))


def _find_table(match_id: uuid.UUID) -> Table | None:
    try:
        return load_table(match_id)
    except Refused:
        return None  # it was deleted


async def bring_news(sockets: set[BotSocket], news: list[News]) -> None:
    """Send bots the changes in the matches that the updates name; in all matches if one names none."""
    named: list[Any] = [item.get("match") for item in news]
    matches = None if None in named else {uuid.UUID(one) for one in named}
    for socket in sockets:
        await send_safely(socket.catch_up(matches))
