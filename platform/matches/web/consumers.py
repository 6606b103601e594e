"""The socket of a table: actions in, boards out. The rules of the path are in `services.rounds.play`."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from accounts.zones import zone_of
from core import fragments
from core.refusals import Refused, refuse, sentence
from games.kernel.contract import Refusal
from games.kernel.refusals import refuse as game_refusal
from matches.actors import Person
from matches.present import board, presence, pushes
from matches.present.presence import Presence
from matches.present.pushes import Boards, Frame, Gone, Watcher
from matches.requests import Ack, ActionRequest, Saying, Sync, parse_message
from matches.services.rounds.acknowledge import acknowledge
from matches.services.rounds.play import play
from matches.services.talk import say
from matches.table import topics
from matches.table.lookup import load_table
from matches.web import access
from matches.web.news import (
    TablePage,
    bring,
    delivering,
    push_boards,
    push_presence,
    push_revoked,
    push_talk,
)
from realtime import bus
from realtime.hub import hub
from realtime.presence import leave as leave_page
from realtime.sockets import (
    CHANGED,
    FORBIDDEN,
    LONGEST,
    REVOKED,
    Allowance,
    claimed_time_zone,
    encode_message,
    language_of,
)
from realtime.threads import in_thread


class TableSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One page that shows one table."""

    async def connect(self) -> None:
        self.match_id: uuid.UUID = self.scope["url_route"]["kwargs"]["match_id"]
        self.joined: list[str] = []
        self.pieces: tuple[str, ...] = ()
        self.lines: tuple[str, ...] = ()
        self.heard = 0
        self.allowance = Allowance()
        await self.accept()
        try:
            self.watcher, first = await in_thread(self._enter)()
        except Refused:
            await self.close(FORBIDDEN)
            return
        # Join before the first board is on its way: nothing can fall between the two.
        await self._join(topics.of_match(self.match_id), push_boards)
        if self.watcher.user_id is not None:
            await self._join(topics.of_user(self.watcher.user_id), push_revoked)
        await self._join(topics.of_talk(self.match_id), push_talk)
        await self._join(self.own_page.place, push_presence)
        await self.show(first)
        await self._send_fresh()
        await push_talk({self}, [])

    async def disconnect(self, code: int) -> None:
        joined, self.joined = self.joined, []
        for topic in joined:
            await hub().leave(topic, self)
        if joined:
            await in_thread(leave_page)(self.own_page)

    async def _join(self, topic: str, deliver: Any) -> None:
        self.joined.append(topic)
        await hub().join(topic, self, deliver)

    def _enter(self) -> tuple[Watcher, Frame]:
        table = load_table(self.match_id)
        user = self.scope["user"]
        user_id = user.pk if user.is_authenticated else None
        seat = table.seat_of(user_id)
        watcher = Watcher(
            user_id=user_id,
            epoch=user.epoch if user_id is not None else 0,
            language=language_of(self.scope),
            zone=zone_of(user, claimed_time_zone(self.scope)).key,
            origin=dict(self.scope["headers"]).get(b"origin", b"").decode("latin-1"),
            invited=access.is_invited(self.scope["session"], self.match_id),
            viewer=None if seat is None else seat.number,
            shown=0,
            present=None,
        )
        if not table.may_watch(user_id, watcher.invited):
            raise refuse("no_match")
        # A spectator who has just come is not shown what happened before.
        shown = table.shown(watcher.viewer)
        self.own_page = presence.page_of(self.match_id, watcher.viewer, user_id)
        watcher = replace(watcher, present=presence.heartbeat(self.own_page))
        return watcher, pushes.frame(table, _at(watcher, shown))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.joined:
            return  # refused at the door; the close is on its way
        if text_data is None or len(text_data) > LONGEST:
            await self.refuse(refuse("too_large" if text_data else "malformed").refusal)
            return
        if not self.allowance.take():
            await self.refuse(game_refusal("rate_limited"))
            return
        try:
            message = parse_message(text_data)
        except Refused as refused:
            await self.refuse(refused.refusal)
            return
        match message:
            case Sync(shown):
                await self._caught_up(shown)
            case Ack(shown):
                await self._acknowledge(shown)
            case Saying():
                await self._speak(message)
            case ActionRequest():
                await self._act(message)

    async def _act(self, request: ActionRequest) -> None:
        neighbours = hub().listening(topics.of_match(self.match_id)) - {self}
        asked: dict[TablePage, Watcher] = {socket: socket.watcher for socket in neighbours}
        with delivering() as author:
            refusal, fresh, boards = await in_thread(self._play)(
                request, author, set(asked.values())
            )
        if isinstance(fresh, Gone):
            await self.go(fresh)
        else:
            await self.show(fresh, refusal, key=request.key)
        await bring(boards, asked)

    def _play(
        self, request: ActionRequest, author: str, neighbours: set[Watcher]
    ) -> tuple[Refusal | None, Frame | Gone, Boards]:
        """Do it, and render at once what everybody here gets to see of it."""
        person = Person(self.watcher.user_id, self.watcher.epoch)
        with bus.published_by(author):
            done = play(self.match_id, person, request)
        table, refusal = done.table or load_table(self.match_id), done.refusal
        fresh: Frame | Gone
        try:
            pushes.check(table, self.watcher)
            fresh = pushes.frame(table, self.watcher, refusal)
        except Gone as gone:
            fresh = gone
        return refusal, fresh, pushes.frames(table, neighbours)

    async def _caught_up(self, shown: int | None) -> None:
        """The page says what it shows; it gets what it lacks."""
        if shown is not None and shown < self.watcher.shown:
            self.watcher = _at(self.watcher, shown)
        await self._send_fresh()
        await push_talk({self}, [])
        await self.send(encode_message({"synced": self.watcher.shown}))
        await self.show_presence(await in_thread(presence.heartbeat)(self.own_page))

    async def _send_fresh(self) -> None:
        await push_boards({self}, [])

    async def _acknowledge(self, shown: int | None) -> None:
        user_id = self.watcher.user_id
        if shown is not None and user_id is not None and self.watcher.viewer is not None:
            await in_thread(acknowledge)(self.match_id, user_id, shown)

    async def _speak(self, saying: Saying) -> None:
        refusal = await in_thread(self._say)(saying)
        if isinstance(refusal, Gone):
            await self.go(refusal)
            return
        await push_talk({self}, [])
        answer: dict[str, Any] = {"said": saying.key[:64]}
        if refusal is not None:
            answer |= self._told(refusal)
        await self.send(encode_message(answer))

    def _say(self, saying: Saying) -> Refusal | Gone | None:
        table = load_table(self.match_id)
        try:
            pushes.check(table, self.watcher)
            say(table, Person(self.watcher.user_id, self.watcher.epoch), saying)
        except Gone as gone:
            return gone
        except Refused as refused:
            return refused.refusal
        return None

    async def hear(self, lines: tuple[str, ...] | Gone, look: int) -> None:
        """Send what was said, as of this look, if the page has something else."""
        if isinstance(lines, Gone):
            await self.go(lines)
        elif look > self.heard:
            self.heard, before = look, self.lines
            self.lines = lines
            if lines != before:
                await self.send(encode_message({"talk": fragments.delta(before, lines)}))

    async def show(self, frame: Frame, refusal: Refusal | None = None, key: str = "") -> None:
        """Send a board; `key` is of the action that it answers."""
        self.watcher = _at(self.watcher, max(self.watcher.shown, frame.version))
        envelope: dict[str, Any] = {
            "version": frame.version,
            "pieces": fragments.delta(self.pieces, frame.pieces),
        }
        self.pieces = frame.pieces
        if key:
            envelope["key"] = key
        if refusal is not None:
            envelope["refused"] = refusal.code
        await self.send(encode_message(envelope))

    async def bring(self, news: Frame | Gone | None) -> None:
        """Show a pushed board, unless the page has moved on meanwhile (its own action was answered)."""
        if isinstance(news, Gone):
            await self.go(news)
        elif news is not None and news.version > self.watcher.shown:
            await self.show(news)

    async def show_presence(self, others: Presence | None) -> None:
        """Say who is at the table, if the page shows something else."""
        if others is None or others == self.watcher.present or not self.joined:
            return
        self.watcher = replace(self.watcher, present=others)
        with translation.override(self.watcher.language):
            watching = board.watching(others)
        await self.send(encode_message({"here": sorted(others.seats), "watching": watching}))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse a message that never came as far as the table."""
        await self.send(encode_message({"refusal": self._told(refusal)}))

    def _told(self, refusal: Refusal) -> dict[str, str]:
        with translation.override(self.watcher.language), timezone.override(self.watcher.zone):
            return {"code": refusal.code, "sentence": sentence(refusal)}

    async def go(self, gone: Gone) -> None:
        """Close the socket of a page that is no longer who it was."""
        if gone.why:
            await self.refuse(refuse(gone.why).refusal)
        await self.close(CHANGED if gone.again else REVOKED)


def _at(watcher: Watcher, shown: int) -> Watcher:
    return replace(watcher, shown=shown)
