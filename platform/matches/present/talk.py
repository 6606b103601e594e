"""The chat at a table, as each viewer reads it.

Spectators read everything. Players read messages that spectators wrote during a round only when
that round is over and all its cards are open. They are then harmless. Until then the server sends
nothing to a player's page, so not even a count or the time of an update reveals a message. A player
who may take a seat back from a substitute reads as a player, plus their own messages.
"""

from __future__ import annotations

import uuid
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from accounts.services.mutes import muted_by
from core import clock, times
from core.refusals import sentence
from core.rendering import cache
from games.kernel.contract import N_, Refusal, Viewer
from matches.models import Match, Message
from matches.models.talk import PRESETS
from matches.store.rows import prepared
from matches.store.snapshot import Table

LINES = 100
"""Number of lines of the chat on a page."""

MANNERS: dict[str, str] = {
    Match.Talk.ON: N_("Free chat"),
    Match.Talk.PRESETS: N_("Ready-made messages"),
    Match.Talk.OFF: N_("Off"),
}
"""The kinds of chat at a table."""

_NAMES = (
    "handle",
    "who",
    "name",
    "words",
    "at",
    "clock",
    "mine",
    "watching",
    "muted",
    "reads_along",
    "match_id",
)

_MAY_READ_ANY = """
SELECT EXISTS (SELECT 1 FROM matches_message m WHERE m.match_id = %(match)s AND (
  %(watches)s OR m.seat IS NOT NULL OR m.round IS NULL OR m.round <= %(over)s
  OR m.author_id = ANY(%(returning)s)))
"""


@dataclass(frozen=True, slots=True)
class TalkReader:
    """A reader: the seat or None for a spectator, the user if known, the language, the time zone.

    `plays`: the reader's device is shared at the table, so its covered page is not a spectator's.
    """

    viewer: Viewer
    user_id: int | None
    language: str
    zone: str = "UTC"
    plays: bool = False

    @property
    def sits(self) -> bool:
        """Whether the reader plays, and so reads no hidden message."""
        return self.plays or self.viewer is not None


def reader(viewer: Viewer, user_id: int | None, *, plays: bool = False) -> TalkReader:
    """Return a reader with the active language and the active time zone."""
    language = translation.get_language() or ""
    return TalkReader(viewer, user_id, language, timezone.get_current_timezone_name(), plays)


def hidden_from_players(table: Table) -> Q:
    """Return the condition for the messages of a table that no player may know yet.

    It includes later rounds, because one may have begun since this table was read.
    """
    return Q(seat=None, round__gt=table.rounds_over)


def lines_by_reader(
    table: Table, readers: Iterable[TalkReader]
) -> dict[TalkReader, tuple[str, ...]]:
    """Return the newest lines of the chat for each of these readers, as HTML.

    One query reads them for all players, and one for all spectators. Most tables are silent, and
    need neither.
    """
    wanted = set(readers)
    if not _may_read_any(table, wanted):
        return dict.fromkeys(wanted, ())
    mutes = muted_by(reader.user_id for reader in wanted if reader.user_id is not None)
    heard: dict[tuple[bool, int | None], list[Message]] = {}
    answer = {}
    for reader in wanted:
        returning = reader.user_id if table.returns(reader.user_id) else None
        if (reader.sits, returning) not in heard:
            rows = _readable(table, plays=reader.sits, returning=returning)
            heard[reader.sits, returning] = _newest(rows)
        muted = mutes.get(reader.user_id or 0, set())
        with translation.override(reader.language), timezone.override(reader.zone):
            answer[reader] = lines(heard[reader.sits, returning], reader.user_id, muted)
    return answer


def _may_read_any(table: Table, readers: Iterable[TalkReader]) -> bool:
    """Return False if none of these readers has a message to read, as `_readable` has it.

    A hidden message is not looked for, so that not even the time of an answer reveals it.
    """
    returning = [one.user_id for one in readers if table.returns(one.user_id)]
    watches = any(not one.sits and one.user_id not in returning for one in readers)
    asked: dict[str, Any] = {"match": table.match_id, "over": table.rounds_over}
    with prepared() as cursor:
        cursor.execute(_MAY_READ_ANY, asked | {"watches": watches, "returning": returning})
        (any_,) = cursor.fetchone()
    return bool(any_)


def readable(table: Table, user_id: int) -> QuerySet[Message]:
    """Return the messages that this user may read, including those of muted users."""
    returning = user_id if table.returns(user_id) else None
    return _readable(table, plays=table.seat_of(user_id) is not None, returning=returning)


def _readable(table: Table, *, plays: bool, returning: int | None) -> QuerySet[Message]:
    """`returning`: the id of the reader who may take a seat back."""
    everything = Message.objects.filter(match_id=table.match_id)
    hidden = hidden_from_players(table)
    if returning is not None:
        return everything.exclude(hidden & ~Q(author_id=returning))
    return everything.exclude(hidden) if plays else everything


def said_as(table: Table, user_id: int, handle: str) -> Message | None:
    """Return the message with this handle on this user's pages, if it is one of the newest."""
    lines = readable(table, user_id).select_related("author").order_by("-id")[:LINES]
    return next((message for message in lines if _handle(message) == handle), None)


def _newest(rows: QuerySet[Message]) -> list[Message]:
    return list(rows.select_related("author").order_by("-id")[:LINES])[::-1]


def during(
    match_id: uuid.UUID, number: int, steps: Sequence[int], until: int | None, user_id: int | None
) -> list[tuple[str, ...]]:
    """Return the messages of a finished round after each of these steps, whose times are in
    milliseconds.

    `until`: the time of the next step after these, if there is one.
    """
    rows = Message.objects.filter(
        match_id=match_id, round=number, at__gte=clock.as_datetime(steps[0])
    )
    if until is not None:
        rows = rows.filter(at__lt=clock.as_datetime(until))
    heard: list[list[Message]] = [[] for _ in steps]
    for message in rows.select_related("author").order_by("id"):
        heard[bisect_right(steps, message.at.timestamp() * 1000) - 1].append(message)
    muted = set() if user_id is None else muted_by([user_id]).get(user_id, set())
    return [lines(messages, user_id, muted, reads_along=False) for messages in heard]


def lines(
    messages: Sequence[Message], user_id: int | None, muted: set[int], *, reads_along: bool = True
) -> tuple[str, ...]:
    """Return these messages as this user reads them, in the active language and time zone.

    A muted user's messages in a row become one line with the name alone. `reads_along`: the reader
    is at the table, not in a replay.
    """
    found = []
    before = None
    for message in messages:
        silenced = message.author_id if message.author_id in muted else None
        if silenced is None or silenced != before:
            found.append(_line(message, user_id, silenced is not None, reads_along))
        before = silenced
    return tuple(found)


def _line(message: Message, user_id: int | None, muted: bool, reads_along: bool) -> str:
    words = message.text or gettext(PRESETS.get(message.preset, message.preset))
    values = (
        _handle(message),
        message.author_id if user_id is not None else None,
        message.author.name,
        "" if muted else words,
        message.at.isoformat(timespec="seconds"),
        times.day_and_time(message.at),
        message.author_id == user_id,
        message.seat is None,
        muted,
        reads_along,
        message.match_id,
    )
    return cache.rendered("matches/_talk_line.html", _NAMES, values)


def _handle(message: Message) -> str:
    """Return the handle of a message on pages.

    Its id would tell players how many messages are hidden from them.
    """
    return salted_hmac("matches.talk", str(message.pk)).hexdigest()[:16]


def context(
    table: Table,
    viewer: Viewer,
    user_id: int | None,
    *,
    plays: bool = False,
    typed: str = "",
    refused: Refusal | None = None,
) -> dict[str, Any] | None:
    """Return the page's context for the chat, or None if the table has no chat.

    `plays`: as in `TalkReader`. `typed`, `refused`: the text of a refused message, and the refusal.
    """
    if table.match.talk == Match.Talk.OFF:
        return None
    known = reader(viewer, user_id, plays=plays)
    return {
        "lines": lines_by_reader(table, [known])[known],
        "presets": tuple(PRESETS.items()),
        "may_type": table.match.talk == Match.Talk.ON,
        "is_open": table.match.status != Match.Status.ABORTED,
        "longest": Message._meta.get_field("text").max_length,
        "typed": typed,
        "refusal": "" if refused is None else sentence(refused),
    }
