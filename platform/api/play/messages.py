"""The messages of the socket of a bot, in both directions."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any, TypeAlias

import msgspec

from api.answers import Answer, Player, Question
from api.play.position import Position
from api.play.tables import Act, Chair, Challenge, Key, Nonce


class Hello(Question, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The first message: the token, which must not be in an address. Send it within ten seconds."""

    token: str


class ActNow(Act, frozen=True, kw_only=True, tag_field="type", tag="act"):
    """Do an action in a match, as over HTTP."""

    match: uuid.UUID


class AtTable(Question, frozen=True, kw_only=True, tag_field="type"):
    """A step at a table outside of play, as over HTTP; the answer has the same key."""

    match: uuid.UUID
    key: Key


class SitDown(AtTable, frozen=True, kw_only=True, tag_field="type", tag="sit"):
    """Accept a challenge, or take a seat where bots are welcome, as over HTTP."""

    seat: Chair | None = None


class Decline(AtTable, frozen=True, kw_only=True, tag_field="type", tag="decline"):
    """Decline a challenge, as over HTTP."""


class Leave(AtTable, frozen=True, kw_only=True, tag_field="type", tag="leave"):
    """Leave a table whose cards are not dealt, as over HTTP."""


class Ready(AtTable, frozen=True, kw_only=True, tag_field="type", tag="ready"):
    """Get ready for the next round, as over HTTP."""

    nonce: Nonce = ""


class Sync(Question, frozen=True, kw_only=True, tag_field="type", tag="sync"):
    """Request all missed messages; the server sends them, and then "synced"."""


class Welcome(Answer, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The answer to "hello": the bot's account. Challenges and positions follow."""

    player: Player


class Done(Answer, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """The message with this key was carried out; a new position follows if there is one.

    `repeated`: true if this action was done before.
    """

    key: str
    repeated: bool


class RefusedMessage(Answer, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A message was refused; `key`: the key of that message, "" if it had none."""

    key: str
    code: str
    sentence: str


class Gone(Answer, frozen=True, kw_only=True, tag_field="type", tag="gone"):
    """The bot no longer has a seat in this match, nor a challenge to it."""

    match: uuid.UUID


class Synced(Answer, frozen=True, kw_only=True, tag_field="type", tag="synced"):
    """All missed messages have been sent."""


Sent: TypeAlias = Hello | ActNow | SitDown | Decline | Leave | Ready | Sync
Got: TypeAlias = Welcome | Challenge | Position | Done | RefusedMessage | Gone | Synced


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of both directions."""
    (sent, got), parts = msgspec.json.schema_components([Sent, Got], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a bot",
        "properties": {"sent": sent, "got": got},
        "$defs": parts,
    }
