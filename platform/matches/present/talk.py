"""The talk at a table, as each viewer reads it.

Spectators read everything. Players read what spectators said during a round only when that round
is over and all its cards lie open: then it is part of the evening and can help nobody. Until then
a player's page is sent nothing at all, so that not even a count or a moment tells of it. A player who
may take a seat back from a substitute reads as a player, and beside that what they said themselves.
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
from matches.store.snapshot import Table

LINES = 100
"""How many lines of the talk a page carries."""

MANNERS: dict[str, str] = {
    Match.Talk.ON: N_("Free chat"),
    Match.Talk.PRESETS: N_("Ready-made messages"),
    Match.Talk.OFF: N_("Off"),
}
"""How people may talk at a table."""

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


@dataclass(frozen=True, slots=True)
class TalkReader:
    """A reader: the seat or None for a spectator, the user if it is one, the language, the zone.

    `plays`: their device is handed round at the table, so its covered page is no spectator's.
    """

    viewer: Viewer
    user_id: int | None
    language: str
    zone: str = "UTC"
    plays: bool = False


def reader(viewer: Viewer, user_id: int | None, *, plays: bool = False) -> TalkReader:
    """Somebody who reads in the language and the time zone that are active."""
    language = translation.get_language() or ""
    return TalkReader(viewer, user_id, language, timezone.get_current_timezone_name(), plays)


def hidden_from_players(table: Table) -> Q:
    """The messages of a table that no player may know of yet.

    Of any later round, too: it may have begun since this table was looked up.
    """
    return Q(seat=None, round__gt=table.rounds_over)


def lines_by_reader(
    table: Table, readers: Iterable[TalkReader]
) -> dict[TalkReader, tuple[str, ...]]:
    """The newest lines of the talk for each of these, as HTML; readers are alike or not at all.

    Looked up once for all players and once for all spectators.
    """
    wanted = set(readers)
    mutes = muted_by(reader.user_id for reader in wanted if reader.user_id is not None)
    heard: dict[tuple[bool, int | None], list[Message]] = {}
    answer = {}
    for reader in wanted:
        plays = reader.plays or reader.viewer is not None
        returning = reader.user_id if table.returns(reader.user_id) else None
        if (plays, returning) not in heard:
            heard[plays, returning] = _newest(_readable(table, plays=plays, returning=returning))
        muted = mutes.get(reader.user_id or 0, set())
        with translation.override(reader.language), timezone.override(reader.zone):
            answer[reader] = lines(heard[plays, returning], reader.user_id, muted)
    return answer


def readable(table: Table, user_id: int) -> QuerySet[Message]:
    """What this user may read of the talk, somebody muted included."""
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
    """The message that pages of this user call by this handle, if it is one of the newest."""
    lines = readable(table, user_id).select_related("author").order_by("-id")[:LINES]
    return next((message for message in lines if _handle(message) == handle), None)


def _newest(rows: QuerySet[Message]) -> list[Message]:
    return list(rows.select_related("author").order_by("-id")[:LINES])[::-1]


def during(
    match_id: uuid.UUID, number: int, steps: Sequence[int], until: int | None, user_id: int | None
) -> list[tuple[str, ...]]:
    """What was said in a round that is over, after each of these steps (times in milliseconds).

    `until`: when the step after these was, if there is one.
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
    """These messages as this user reads them, in the language and the time zone that are active.

    Of somebody muted only the name is left, once however much it was. `reads_along`: at the table,
    and not when the match is read later.
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
    """Names a message on pages: its number would tell players how much they do not read."""
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
    """What the page needs for the talk; None where nobody talks.

    `plays`: as in `TalkReader`. `typed`, `refused`: what somebody just wanted to say, and why it was not said.
    """
    if table.match.talk == Match.Talk.OFF:
        return None
    known = reader(viewer, user_id, plays=plays)
    return {
        "lines": lines_by_reader(table, [known])[known],
        "presets": PRESETS,
        "may_type": table.match.talk == Match.Talk.ON,
        "is_open": table.match.status != Match.Status.ABORTED,
        "longest": Message._meta.get_field("text").max_length,
        "typed": typed,
        "refusal": "" if refused is None else sentence(refused),
    }
