"""The socket of a table: it receives actions and sends boards. `services.rounds.play` has the
rules.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from django.utils import timezone, translation

import realtime.presence
from accounts import online
from accounts.models import User
from accounts.zones import zone_of
from core import metrics
from core.refusals import Refused, refused, sentence
from core.rendering.delta import lines_delta
from core.rendering.fragments import Page
from games.kernel.contract import Refusal
from games.kernel.refusals import refusal
from matches.actors import Person
from matches.present import board, presence, pushes
from matches.present.board import Drawing
from matches.present.presence import Presence
from matches.present.pushes import BoardFrame, Boards, Gone, Lines, Watcher
from matches.requests import Ack, ActionRequest, Message, Saying, Sync, parse_message
from matches.services.rounds.acknowledge import acknowledge_version
from matches.services.rounds.play import play
from matches.services.talk import post_message
from matches.store import topics
from matches.store.load_match import load_table
from matches.web import access, one_device, whose_page
from matches.web.news import (
    SPECTATORS,
    bring_boards,
    delivering,
    next_look,
    push_boards,
    push_device,
    push_presence,
    push_revoked,
    push_talk,
    watchers_of,
)
from matches.web.page_scripts import are_outdated
from realtime import bus, close_codes
from realtime.allowance import WHOLE_BOARD
from realtime.hub import hub
from realtime.sockets import (
    LONGEST,
    LONGEST_QUERY,
    Socket,
    allowance_of,
    claimed_time_zone,
    encode_message,
    language_of,
)
from realtime.threads import in_background, in_thread

RELOAD = {"refusal": {"code": "sent_away"}}
"""A message at which a page of any release reloads."""
PUSHED, SKIPPED = metrics.BOARDS.labels("pushed"), metrics.BOARDS.labels("skipped")


class TableSocket(Socket):
    """A page that shows a table."""

    async def connect(self) -> None:
        self.match_id: uuid.UUID = self.scope["url_route"]["kwargs"]["match_id"]
        self.joined: list[str] = []
        self.entered = self.missed = self.missed_others = False
        self.lines: tuple[str, ...] = ()
        self.heard = 0
        self.allowance = allowance_of(self.scope)
        await self.accept()
        if are_outdated(self._said()):
            await self.send(encode_message(RELOAD))
            await self.close(close_codes.CHANGED)
            return
        async with self.admitted():
            await self.enter()

    async def enter(self) -> None:
        """Send the page everything that it lacks, then every change."""
        user = self.scope["user"]
        user_id = user.pk if user.is_authenticated else None
        # Join the topics before the first read, so that no change between the two is lost.
        wanted = {
            topics.of_match(self.match_id): push_boards,
            topics.of_talk(self.match_id): push_talk,
            topics.of_presence(self.match_id): push_presence,
        }
        if user_id is not None:
            wanted[topics.of_user(user_id)] = push_revoked
            wanted[topics.of_device(self.match_id, user_id)] = push_device
        self.joined = list(wanted)
        await hub().join_each(wanted, self)
        try:
            self.watcher, frame, said = await in_thread(self._enter)(next_look())
        except Refused:
            await self.close(close_codes.FORBIDDEN)
            return
        self.entered = True
        if self._shows(frame):
            self.watcher = replace(self.watcher, page=Page(frame.board))
            await self._say_who_is_here()
        else:
            await self.show(frame)
        await self.hear(*said)
        if self.missed:
            await push_boards({self}, [])
            await push_talk({self}, [])
            await push_revoked({self}, [])
            await self.look_whose_page_it_is()
        if self.missed_others:
            await self.show_presence(await in_thread(presence.list_present)(self.match_id))

    def _shows(self, frame: BoardFrame) -> bool:
        """Return whether the page already shows this board, as it stated when it connected."""
        said = self._said()
        return said.get("board") == frame.board.mark and said.get("version") == str(frame.version)

    def _said(self) -> dict[str, str]:
        """Return the data that the page sent about itself when it connected."""
        return dict(parse_qsl(self.scope["query_string"].decode("latin-1")[:LONGEST_QUERY]))

    async def disconnect(self, code: int) -> None:
        entered, self.entered = self.entered, False
        for topic in self.joined:
            await hub().leave(topic, self)
        if entered:
            for own in self.own_pages:
                await in_background(presence.leave)(own)
            if self.on_site is not None:
                await in_background(realtime.presence.leave)(self.on_site)

    def _enter(self, look: int) -> tuple[Watcher, BoardFrame, tuple[Lines | Gone, int]]:
        table = load_table(self.match_id)
        session = self.scope["session"]
        user = one_device.user_at(session, self.scope["user"], table)
        user_id = access.user_id_of(user)
        seat = table.seat_of(user_id)
        viewer = None if seat is None else seat.number
        invited = access.check_socket(self.scope, table, user)
        here_too = one_device.seats_at(session, self.scope["user"], table)
        self.own_pages = presence.pages_of(self.match_id, viewer, user_id, here_too)
        looked_at = self._said().get("looking") == "yes"
        watcher = Watcher(
            user_id=user_id,
            epoch=whose_page.epoch_of(user),
            language=language_of(self.scope),
            zone=zone_of(self.scope["user"], claimed_time_zone(self.scope)).key,
            origin=dict(self.scope["headers"]).get(b"origin", b"").decode("latin-1"),
            invited=invited,
            viewer=viewer,
            # A new spectator does not see earlier moments.
            shown=table.shown_version(viewer),
            present=presence.heartbeat(*self.own_pages, is_looked_at=looked_at),
            lends=one_device.shows_owner(session, self.scope["user"], table),
            plays=one_device.plays_here(session, self.scope["user"], table),
            owner=whose_page.account_of(self.scope["user"]),
        )
        owner = self.scope["user"]
        self.on_site = online.page_of(owner) if isinstance(owner, User) else None
        self._is_here()
        said = pushes.lines(table, {watcher})[watcher]
        return watcher, pushes.frame(Drawing(table), watcher), (said, look)

    async def look_whose_page_it_is(self) -> None:
        """Close the socket so that the page reconnects, if its device now shows another player."""
        if not self.entered:
            self.missed = True
        elif await in_thread(self._is_of_another)():
            await self.close(close_codes.CHANGED)

    async def look_whether_it_goes_on(self) -> None:
        """Close the socket if its session has ended, or its user may no longer watch.

        If a different session of the same user ended, continue with the new epochs.
        """
        if not self.entered:
            self.missed = True
            return
        if (now := await in_thread(self._now)()) is None:
            await self.close(close_codes.REVOKED)
        elif now.user_id != self.watcher.user_id:
            await self.close(close_codes.CHANGED)
        elif (now.epochs, now.invited) != (self.watcher.epochs, self.watcher.invited):
            self.watcher = replace(
                self.watcher, epoch=now.epoch, owner=now.owner, invited=now.invited
            )
            await push_boards({self}, [])
            await push_talk({self}, [])

    def _now(self) -> Watcher | None:
        """Return the present watcher with its epochs and rights, or None if its session has ended."""
        if self.scope["user"].is_authenticated and not self.is_still_theirs():
            return None
        table = load_table(self.match_id)
        user = one_device.user_at(self.scope["session"], self.scope["user"], table)
        user_id, epoch = access.user_id_of(user), whose_page.epoch_of(user)
        owner = whose_page.account_of(self.scope["user"])
        invited = access.is_welcome(self.scope["session"], table, user)
        return replace(self.watcher, user_id=user_id, epoch=epoch, owner=owner, invited=invited)

    def _is_of_another(self) -> bool:
        """Return whether the device shows another player, or has another number of players."""
        table = load_table(self.match_id)
        shared = max(1, len(whose_page.seats_now(self.scope, table)))
        is_another = whose_page.is_of_another(self.scope, table, self.watcher)
        return is_another or shared != len(self.own_pages)

    def _is_here(self) -> None:
        """Record that the signed-in account is on the site."""
        if self.on_site is not None:
            realtime.presence.heartbeat(self.on_site)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.entered:
            return  # the connection was refused and is about to close
        if text_data is None or len(text_data) > LONGEST:
            await self.refuse(refused("too_large" if text_data else "malformed").refusal)
            return
        message: Message | Refusal
        try:
            message = parse_message(text_data)
        except Refused as error:
            message = error.refusal
        is_whole = isinstance(message, Sync) and message.shown == -1
        if not self.allowance.take(WHOLE_BOARD if is_whole else 1):
            await self.refuse(refusal("rate_limited"))
            return
        match message:
            case Refusal():
                await self.refuse(message)
            case Sync():
                await self._caught_up(message)
            case Ack(shown):
                await self._acknowledge(shown)
            case Saying():
                await self._speak(message)
            case ActionRequest():
                await self._act(message)

    async def _act(self, request: ActionRequest) -> None:
        topic, epochs = topics.of_match(self.match_id), self.watcher.epochs
        neighbours = watchers_of(hub().listening(topic) - {self})
        asked = {socket: one for socket, one in neighbours.items() if one.viewer is not None}
        with delivering() as author:
            refusal, fresh, boards = await in_thread(self._play)(
                request, author, set(asked.values())
            )
        if not isinstance(fresh, Gone):
            await self.show(fresh, refusal, key=request.key)
        elif await self.go(fresh, epochs):
            await self._act(request)
        await bring_boards(boards, asked)
        if len(asked) < len(neighbours):
            # Spectators come after the players, so they delay no player's next action.
            hub().tell(topic, {"viewers": [SPECTATORS]})

    def _play(
        self, request: ActionRequest, author: str, neighbours: set[Watcher]
    ) -> tuple[Refusal | None, BoardFrame | Gone, Boards]:
        """Carry out a request, and draw the new boards of the players in this process at once."""
        watcher = self.watcher  # it may be replaced in the meantime
        try:
            if watcher.plays:  # the player at the device may differ from the signed-in account
                whose_page.check_viewer(self.scope, load_table(self.match_id), watcher)
        except Gone as gone:
            return None, gone, {}
        person = Person(watcher.user_id, watcher.epoch)
        with bus.published_by(author):
            done = play(self.match_id, person, request)
        drawing = Drawing(done.table or load_table(self.match_id))
        fresh = self._frame(drawing, watcher, done.refusal)
        return done.refusal, fresh, pushes.frames(drawing, neighbours)

    async def _caught_up(self, sync: Sync) -> None:
        """Handle a page's report of its version (-1: none that a diff could use), and send what it
        lacks.
        """
        shown, epochs = sync.shown, self.watcher.epochs
        if shown is not None and shown < self.watcher.shown:
            self.watcher = replace(self.watcher, page=Page())
        frame, said = await in_thread(self._look)(next_look())
        if isinstance(frame, Gone):
            if await self.go(frame, epochs):
                await self._caught_up(sync)
            return
        if self.watcher.page.board is None or frame.version > self.watcher.shown:
            await self.show(frame)
        await self.hear(*said)
        # A page that was asleep learns from it how much time is left.
        await self.send(encode_message({"synced": self.watcher.shown, "now": frame.now_ms}))
        await in_thread(self._is_here)()
        heartbeat = in_thread(presence.heartbeat)
        await self.show_presence(await heartbeat(*self.own_pages, is_looked_at=sync.looked_at))

    def _look(self, look: int) -> tuple[BoardFrame | Gone, tuple[Lines | Gone, int]]:
        """Return the present board of this page, and the chat."""
        table, watcher = (
            load_table(self.match_id),
            self.watcher,
        )  # it is replaced when a board is sent
        access.note_socket(self.scope, table)
        said = pushes.lines(table, {watcher})[watcher]
        return self._frame(Drawing(table), watcher), (said, look)

    async def _acknowledge(self, shown: int | None) -> None:
        user_id = self.watcher.user_id
        if shown is not None and user_id is not None and self.watcher.viewer is not None:
            await in_thread(acknowledge_version)(self.match_id, user_id, shown)

    async def _speak(self, saying: Saying) -> None:
        epochs = self.watcher.epochs
        refusal = await in_thread(self._say)(saying)
        if isinstance(refusal, Gone):
            if await self.go(refusal, epochs):
                await self._speak(saying)
            return
        await push_talk({self}, [])
        answer: dict[str, Any] = {"said": saying.key[:64]}
        if refusal is not None:
            answer |= self._told(refusal)
        await self.send(encode_message(answer))

    def _say(self, saying: Saying) -> Refusal | Gone | None:
        table, watcher = load_table(self.match_id), self.watcher
        try:
            whose_page.check_viewer(self.scope, table, watcher)
            post_message(table, Person(watcher.user_id, watcher.epoch), saying)
        except Gone as gone:
            return gone
        except Refused as error:
            is_revoked = error.refusal.code == "revoked"
            return Gone(revoked=True) if is_revoked else error.refusal
        return None

    async def hear(self, lines: Lines | Gone, look: int) -> None:
        """Send the lines of the chat read with this number, if they differ from those of the page."""
        if isinstance(lines, Gone):
            await self.go(lines)
        elif look > self.heard:
            self.heard, before = look, self.lines
            self.lines = lines
            if lines != before:
                await self.send(encode_message({"talk": lines_delta(before, lines)}))

    async def show(self, frame: BoardFrame, refusal: Refusal | None = None, key: str = "") -> None:
        """Send the page the changes of a board, if there are any; `key` is of the action that it
        answers.
        """
        before = self.watcher.page
        self.watcher = frame.shown_by(self.watcher)
        answer = {"key": key} if key else {}
        if refusal is not None:
            answer["refused"] = refusal.code
        if answer:
            await self.send(frame.answer_after(before, **answer))
        elif message := frame.message_after(before):
            await self.send(message)

    async def bring(self, news: BoardFrame | Gone | None) -> None:
        """Send a pushed board, unless the page already shows a newer one (the answer to its own
        action).
        """
        if isinstance(news, Gone):
            await self.go(news)
        elif news is not None and news.version > self.watcher.shown:
            await self.show(news)
            PUSHED.inc()
        else:
            SKIPPED.inc()

    async def show_presence(self, others: Presence | None) -> None:
        """Send the present people at the table, if the page shows others."""
        if not self.entered:
            self.missed_others = True
            return
        if others is None or others == self.watcher.present:
            return
        self.watcher = replace(self.watcher, present=others)
        await self._say_who_is_here()

    async def _say_who_is_here(self) -> None:
        others = self.watcher.present
        if others is None:
            return
        with translation.override(self.watcher.language):
            watching = board.watching(others)
        await self.send(encode_message({"here": sorted(others.seats), "watching": watching}))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse a message that is not valid for the table."""
        await self.send(encode_message({"refusal": self._told(refusal)}))

    def _told(self, refusal: Refusal) -> dict[str, str]:
        with translation.override(self.watcher.language), timezone.override(self.watcher.zone):
            return {"code": refusal.code, "sentence": sentence(refusal)}

    async def go(self, gone: Gone, tried: object = None) -> bool:
        """Close the socket because its viewer has changed.

        Return True if it continues instead, with epochs other than `tried`.
        """
        if gone.revoked:
            await self.look_whether_it_goes_on()
            return self.watcher.epochs != tried
        if gone.why:
            await self.refuse(refused(gone.why).refusal)
        await self.close(close_codes.CHANGED if gone.again else close_codes.REVOKED)
        return False

    def _frame(
        self, drawing: Drawing, watcher: Watcher, refusal: Refusal | None = None
    ) -> BoardFrame | Gone:
        """Return the board for this page, or `Gone` if the page must close."""
        try:
            whose_page.check_viewer(self.scope, drawing.table, watcher)
        except Gone as gone:
            return gone
        return pushes.frame(drawing, watcher, refusal)
