"""Every channel by which the server tells a user something, as the bytes that arrive."""

from __future__ import annotations

import json
from asyncio import get_running_loop
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any
from unittest import mock

from asgiref.sync import AsyncToSync, async_to_sync, sync_to_async
from django.core import mail
from django.db.models import Model
from django.urls import URLPattern, reverse
from django.urls.resolvers import RegexPattern

from accounts.models import Export, User
from accounts.services import export_data
from api.play.position import position_of
from config.serving.asgi import application
from core import clock
from games.kernel.contract import Action, Seat
from matches.engine import stored_values
from matches.models import Match, Outbox
from matches.requests import ActionRequest
from matches.services.rounds.play import play
from matches.store import outbox
from matches.store.load_match import load_table
from notifications.models import Delivery
from realtime import threads
from realtime.sockets import encode_message
from tests.platform.addresses import address, patterns
from tests.platform.matches.sockets import ORIGIN, PATIENCE, Wire
from tests.platform.notifications.cast import work
from tools.leaks.house import House, Onlooker

HTML, JSON, HTMX = (
    {"Accept": "text/html"},
    {"Accept": "application/json"},
    {"Accept": "text/html", "HX-Request": "true"},
)
Channel = Callable[[], bytes]
"""A function that sends a request and returns all of the answer."""


def bytes_of(answer: Any) -> bytes:
    """Return a response as it is sent: status, headers, cookies, body."""
    body: bytes = answer.getvalue() if answer.streaming else answer.content
    head = [f"{answer.status_code}", *(f"{name}: {value}" for name, value in answer.items())]
    return "\n".join([*head, str(answer.cookies), ""]).encode() + body


def load(who: Onlooker, path: str, headers: Mapping[str, str] = HTML) -> bytes:
    """Load an address in the onlooker's browser."""
    who.forget()
    return bytes_of(who.client.get(path, headers=headers))


def send(
    who: Onlooker, path: str, fields: Mapping[str, Any], headers: Mapping[str, str] = HTML
) -> bytes:
    """Send a form from the onlooker's browser."""
    who.forget()
    return bytes_of(who.client.post(path, fields, headers=headers))


# Sockets ---------------------------------------------------------------------------------------


class _InTurn(Executor):
    """Runs the work of sockets in the thread that waits for them, since that thread has the
    transaction.
    """

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return AsyncToSync.loop_thread_executors[get_running_loop()].submit(fn, *args, **kwargs)


@contextmanager
def in_one_transaction() -> Iterator[None]:
    """Let sockets see uncommitted data of this transaction."""
    # Between two pieces of work, Channels would close a connection that is in a transaction.
    with (
        mock.patch.object(threads, "_pool", _InTurn()),
        mock.patch("channels.db.close_old_connections"),
        mock.patch.object(threads, "close_old_connections"),
    ):
        yield


def hear(
    who: Onlooker, path: str, messages: list[Any], meanwhile: Callable[[], object] | None = None
) -> bytes:
    """Open a socket, send these messages, ask for changes; return all frames, and the close.

    `meanwhile`: a callback after the first frames, before the first message.
    """

    now_ms = clock.now_ms()

    async def at_this_time(*given: Any) -> None:  # Channels' communicator would not pass it on
        with clock.stopped(now_ms):
            await application(*given)

    async def talk() -> list[str]:
        headers = [(b"origin", ORIGIN), (b"host", b"testserver"), (b"cookie", who.cookie)]
        wire = Wire(at_this_time, path, headers=headers)
        connected, code = await wire.connect(timeout=PATIENCE)
        if not connected:
            return [f"refused {code}"]
        heard = await _ask(wire)
        if meanwhile is not None:
            await sync_to_async(meanwhile)()
        for message in messages:
            await wire.send_to(text_data=json.dumps(message))
        heard += await _ask(wire)
        await wire.disconnect()
        return heard

    with in_one_transaction():
        return "\n".join(async_to_sync(talk)()).encode()


async def _ask(wire: Any) -> list[str]:
    """Return every frame up to the answer to the sync request."""
    await wire.send_input({"type": "websocket.receive", "text": json.dumps({"sync": -1})})
    heard: list[str] = []
    while True:
        event = await wire.receive_output(timeout=PATIENCE)
        if event["type"] != "websocket.send":
            return [*heard, f"closed {event.get('code')}"]
        heard.append(event["text"])
        if '"synced"' in event["text"]:
            return heard


def sockets(house: House) -> dict[str, str]:
    """Return every socket, by the name of its content."""
    return {
        "table": f"/ws/en/matches/{house.match.pk}/",
        "tables": "/ws/en/tables/",
        "own matches": "/ws/en/you/",
        "league": f"/ws/en/leagues/?division={house.names.get('division', 0)}",
    }


# Notices and exports ---------------------------------------------------------------------------


def notices(who: Onlooker, house: House) -> bytes:
    """Return all that mail, push and webhook send the onlooker about this situation, and the stored
    rows.
    """
    assert who.user is not None
    sent: list[Any] = []
    own = f"/push/{who.user.pk}"

    def post(url: str, headers: Mapping[str, str], body: bytes) -> int:
        if url.endswith(own):  # sealed with OpenSSL's own randomness
            sent.append([url, len(body), headers["TTL"], headers["Topic"], who.push.read(body)])
        elif "/push/" not in url:  # a push to another player is sealed for them
            sent.append([url, dict(headers), body.decode()])
        return 201

    mail.outbox = []
    Outbox.objects.exclude(seat=who.seat, kind=outbox.TURN).delete()  # those of others are left out
    Outbox.objects.update(due_ms=clock.now_ms())
    with mock.patch("notifications.outgoing_requests.post_to_stranger", post):
        for _ in range(2):  # the turn, then its reminder
            work()
            left = Outbox.objects.filter(seat=who.seat).values_list("due_ms", flat=True).first()
            sent.append(left)
            if left is None:
                break
            Outbox.objects.filter(seat=who.seat).update(due_ms=clock.now_ms())
    kept = Delivery.objects.filter(user=who.user).order_by("pk")
    rows = list(kept.values_list("medium", "status", "why", "due_ms", "notice__kind"))
    letters = [one.message().as_string() for one in mail.outbox]
    return json.dumps([sent, rows, letters], default=str).encode()


def own_data(who: Onlooker, house: House) -> bytes:
    """Return the export of the onlooker's own data."""
    assert isinstance(who.user, User)
    Export.objects.filter(user=who.user).delete()
    asked = export_data.request_export(who.user)
    export_data.make_export(asked.pk)
    asked.refresh_from_db()
    return export_data.read_export(asked)


def position(who: Onlooker, house: House) -> bytes:
    """Return the API's position for a bot on the onlooker's seat, with all events of the round."""
    assert who.user is not None
    return encode_message(position_of(load_table(house.match.pk), who.user.pk)).encode()


# Actions ---------------------------------------------------------------------------------------


def happens(house: House, seat: Seat, action: Action) -> Callable[[], object]:
    """Return a callback in which this seat acts, by the usual entry point."""

    def act() -> object:
        table = load_table(house.match.pk)
        request = ActionRequest(
            stored_values.to_json(action), seen=table.shown_version(seat), key="meanwhile"
        )
        return play(house.match.pk, house.people[seat], request)

    return act


def fields_for(house: House, seat: Seat, action: Action) -> dict[str, Any]:
    """Return the fields that a page would send for this action."""
    return {
        "action": json.dumps(stored_values.to_json(action)),
        "seen": load_table(house.match.pk).shown_version(seat),
        "key": "by-hand",
    }


# Addresses -------------------------------------------------------------------------------------


OF_THE_MACHINE = {"server", "metrics"}
"""Measurements of the machine, which are never the same twice."""


def addresses(names: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return every address of the site by its route's name, with these values for its parameters."""
    return [
        (name, _filled(name, pattern, names))
        for name, pattern in patterns()
        if name not in OF_THE_MACHINE
    ]


def _filled(name: str, pattern: URLPattern, names: Mapping[str, Any]) -> str:
    at = pattern.pattern
    keys = at.regex.groupindex if isinstance(at, RegexPattern) else at.converters
    if all(key in names for key in keys):
        return reverse(name, kwargs={key: names[key] for key in keys})
    return address(name, pattern)


def in_the_admin(match: Match) -> list[str]:
    """Return the admin's pages of running matches: the lists, this match, its round and its moves."""
    round_ = match.rounds.latest("number")
    lists = [
        reverse(f"admin:matches_{model}_changelist")
        for model in ("match", "seat", "round", "move", "deadline", "outbox")
    ]
    ours = f"{reverse('admin:matches_move_changelist')}?round__id__exact={round_.pk}"
    pages: list[Model | None] = [
        match,
        round_,
        match.seats.latest("number"),
        round_.deadlines.first(),
    ]
    pages += [round_.moves.last(), Outbox.objects.filter(round=round_).first()]
    return [ours, *lists, *(_change(row) for row in pages if row is not None)]


def _change(row: Model) -> str:
    return reverse(f"admin:matches_{row._meta.model_name}_change", args=[row.pk])
