"""What a page may ask of a table, as it is read from a socket's message or a form."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from core.numbers import read_finite
from core.refusals import refused

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """What somebody wants to do, not yet believed.

    `action`: JSON of an action, as text or builtins. `picks`: instead, a selection on the page.
    `seen`: the version of the board that was looked at, which tells its round, too. `key`: the same
    for every retry, and for no other request in the match.
    """

    action: Any = None
    picks: Sequence[str] | None = None
    seen: int | None = None
    key: str = ""

    @property
    def digest(self) -> str:
        """The same for the same request; what tells a retry from a reused key."""
        picks = None if self.picks is None else sorted(map(str, self.picks))
        body = json.dumps([self.action, picks], sort_keys=True, default=str)
        return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def read_json(text: str | bytes) -> Any:
    """What this text says; every number in it is one.

    Raises:
        Refused: `malformed`.
    """
    try:
        return json.loads(text, parse_float=read_finite, parse_constant=read_finite)
    except (ValueError, RecursionError):
        raise refused("malformed") from None


def read_version(sent: object) -> int | None:
    """A version of a board, from a socket's message or the field of a form; None: it is none."""
    if isinstance(sent, str) and sent.isascii() and sent.isdigit() and len(sent) < 10:
        return int(sent)
    return sent if isinstance(sent, int) else None


def parse_action_request(message: dict[str, Any]) -> ActionRequest:
    """What a page sends, from a socket or a form: not yet believed."""
    picks = message.get("pick")
    if isinstance(picks, str):
        picks = [picks]
    key = message.get("key")
    return ActionRequest(
        action=message.get("action"),
        # A field in which nothing was typed says nothing.
        picks=[str(pick) for pick in picks if pick != ""] if isinstance(picks, list) else None,
        seen=read_version(message.get("seen")),
        key=key if isinstance(key, str) else "",
    )


@dataclass(frozen=True, slots=True)
class Saying:
    """What somebody wants to say, not yet believed: own words, or the slug of a preset.

    `key`: the same for every retry.
    """

    text: str = ""
    preset: str = ""
    key: str = ""


def parse_saying(message: Mapping[str, Any]) -> Saying:
    """What a page sends, from a socket or a form."""
    fields = (message.get(name) for name in ("text", "preset", "key"))
    return Saying(*(field if isinstance(field, str) else "" for field in fields))


@dataclass(frozen=True, slots=True)
class Sync:
    """A page says up to which version it shows its board; None: it does not know.

    `looked_at`: somebody looks at the page. One from before an upgrade does not say so: then a notice too
    many is better than one too few.
    """

    shown: int | None
    looked_at: bool = False


@dataclass(frozen=True, slots=True)
class Ack:
    """A page has shown its seat all moments up to this version; None: that could not be read."""

    shown: int | None


Message: TypeAlias = ActionRequest | Sync | Ack | Saying
"""What a page may send to the socket of its table."""


def parse_message(text: str) -> Message:
    """What a page sends to the socket of its table, not yet believed.

    What it means is told by the key that is there: `sync`, `ack`, `say`, or else those of an action.

    Raises:
        Refused: `malformed`.
    """
    match read_json(text):
        case {"sync": shown, **more}:
            return Sync(shown if isinstance(shown, int) else None, more.get("looking") is True)
        case {"ack": shown}:
            return Ack(shown if isinstance(shown, int) else None)
        case {"say": dict(saying)}:
            return parse_saying(saying)
        case dict(message):
            return parse_action_request(message)
    raise refused("malformed")
