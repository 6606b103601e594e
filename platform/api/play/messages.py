"""What travels over the socket of a bot: the messages it sends, and those it gets."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any, TypeAlias

import msgspec

from api.answers import Answer, Player, Question
from api.play.position import Position
from api.play.tables import Act, Chair, Challenge, Key, Nonce


class Hello(Question, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The first message: the token, which stands in no address. Within ten seconds."""

    token: str


class ActNow(Act, frozen=True, kw_only=True, tag_field="type", tag="act"):
    """An action in a match, as over HTTP."""

    match: uuid.UUID


class AtTable(Question, frozen=True, kw_only=True, tag_field="type"):
    """What the bot does at a table beside playing, as over HTTP; the answer has the same key."""

    match: uuid.UUID
    key: Key


class SitDown(AtTable, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """Takes a challenge, or a seat where bots are welcome, as over HTTP."""

    seat: Chair | None = None


class Decline(AtTable, frozen=True, kw_only=True, tag_field="type", tag="decline"):
    """Declines a challenge, as over HTTP."""


class Leave(AtTable, frozen=True, kw_only=True, tag_field="type", tag="leave"):
    """Leaves a table whose cards are not dealt, as over HTTP."""


class Ready(AtTable, frozen=True, kw_only=True, tag_field="type", tag="ready"):
    """Gets ready for the next round, as over HTTP."""

    nonce: Nonce = ""


class Sync(Question, frozen=True, kw_only=True, tag_field="type", tag="sync"):
    """Asks for whatever was missed; answered by that, and then by "synced"."""


class Welcome(Answer, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The answer to "hello": who the bot is. Challenges and positions follow."""

    player: Player


class Done(Answer, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """What was sent with this key was carried out; the new position follows if it is new.

    `repeated`: it is an action that was done before.
    """

    key: str
    repeated: bool


class RefusedMessage(Answer, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """What was sent was refused; `key`: with which it was sent, "" if it had none."""

    key: str
    code: str
    sentence: str


class Gone(Answer, frozen=True, kw_only=True, tag_field="type", tag="gone"):
    """The bot has no seat at this match any more, and no challenge to it."""

    match: uuid.UUID


class Synced(Answer, frozen=True, kw_only=True, tag_field="type", tag="synced"):
    """Nothing was missed any more when this was sent."""


Sent: TypeAlias = Hello | ActNow | SitDown | Decline | Leave | Ready | Sync
Got: TypeAlias = Welcome | Challenge | Position | Done | RefusedMessage | Gone | Synced


@cache
def schema() -> dict[str, Any]:
    """JSON Schema of both directions."""
    (sent, got), parts = msgspec.json.schema_components([Sent, Got], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a bot",
        "properties": {"sent": sent, "got": got},
        "$defs": parts,
    }
