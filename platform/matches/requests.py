"""Requests of a page to a table, parsed from a socket's message or a form."""

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
    """A request to act, not validated yet.

    `action`: JSON of an action, as text or builtins. `picks`: instead, a selection on the page.
    `seen`: the version of the board on the page, which also identifies its round. `key`: the same
    for every retry, and different for every other request in the match.
    """

    action: Any = None
    picks: Sequence[str] | None = None
    seen: int | None = None
    key: str = ""

    @property
    def digest(self) -> str:
        """Return a hash of the request, which distinguishes a retry from a reused key."""
        picks = None if self.picks is None else sorted(map(str, self.picks))
        body = json.dumps([self.action, picks], sort_keys=True, default=str)
        return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def read_json(text: str | bytes) -> Any:
    """Parse JSON; every number in it must be finite.

    Raises:
        Refused: `malformed`.
    """
    try:
        return json.loads(text, parse_float=read_finite, parse_constant=read_finite)
    except (ValueError, RecursionError):
        raise refused("malformed") from None


def read_version(sent: object) -> int | None:
    """Read the version of a board from a socket's message or a form's field; None if it is invalid."""
    if isinstance(sent, str) and sent.isascii() and sent.isdigit() and len(sent) < 10:
        return int(sent)
    return sent if isinstance(sent, int) else None


def parse_action_request(message: dict[str, Any]) -> ActionRequest:
    """Parse a request to act from a socket or a form, without validation."""
    picks = message.get("pick")
    if isinstance(picks, str):
        picks = [picks]
    key = message.get("key")
    return ActionRequest(
        action=message.get("action"),
        # An empty field of a form adds no pick.
        picks=[str(pick) for pick in picks if pick != ""] if isinstance(picks, list) else None,
        seen=read_version(message.get("seen")),
        key=key if isinstance(key, str) else "",
    )


@dataclass(frozen=True, slots=True)
class Saying:
    """A request to post a message, not validated yet: free text, or the slug of a preset.

    `key`: the same for every retry.
    """

    text: str = ""
    preset: str = ""
    key: str = ""


def parse_saying(message: Mapping[str, Any]) -> Saying:
    """Parse a message for the chat from a socket or a form."""
    fields = (message.get(name) for name in ("text", "preset", "key"))
    return Saying(*(field if isinstance(field, str) else "" for field in fields))


@dataclass(frozen=True, slots=True)
class Sync:
    """A page's report of the version that it shows; None if the page does not know it.

    `looked_at`: the page is visible to its user. A page from before an upgrade does not report it.
    It then counts as not visible, because a notice too many is better than one too few.
    """

    shown: int | None
    looked_at: bool = False


@dataclass(frozen=True, slots=True)
class Ack:
    """A page's report that its seat has seen all moments up to this version; None if it is invalid."""

    shown: int | None


Message: TypeAlias = ActionRequest | Sync | Ack | Saying
"""The messages that a page may send to the socket of its table."""


def parse_message(text: str) -> Message:
    """Parse a message of a page to the socket of its table, without validation.

    The key in it determines its type: `sync`, `ack`, `say`, or else a request to act.

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
