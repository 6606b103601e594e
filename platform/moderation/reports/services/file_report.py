"""File a report with its scene, for a user or for the word list."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from core import clock, rate_limits
from core.line_fields import tidy_text
from core.rate_limits import Limit
from core.refusals import refused
from core.reportable import Written
from matches.engine import catalogue
from matches.models import Message
from matches.present import talk
from matches.store.snapshot import Table
from moderation.models import Report
from moderation.reports import word_filter
from moderation.reports.services.pictures import keep_picture

LONGEST = 1000
BEFORE = 20
"""Lines of talk that are copied with a report."""
REPORTS = Limit("reports", most=20, seconds=3600)
"""The rate limit of one person's reports."""

Kind = Report.Kind


def file_report(
    reporter: User,
    kind: str,
    *,
    about: User | None,
    table: Table | None = None,
    said: Message | None = None,
    written: Written | None = None,
    text: str = "",
) -> Report:
    """File a report; each user reports the same message only once.

    `table`: the table where it happened, as the reporter may see it. `said`: a message that the
    reporter read there. `written`: a text that the reporter read elsewhere.

    Raises:
        Refused: `report_yourself`, `reported_enough`.
    """
    if about is not None and about.pk == reporter.pk:
        raise refused("report_yourself")
    source = "" if written is None else written.source
    before = _told_before(reporter, said, source)
    if before is not None:
        return before
    if not rate_limits.take_attempts(counter := REPORTS.counter(str(reporter.pk))):
        raise refused("reported_enough", seconds=rate_limits.seconds_left(counter))
    fresh = Report(
        reporter=reporter,
        message=said,
        kind=kind,
        about=about,
        match_id=None if table is None else table.match_id,
        source=source,
        words=tidy_text(text)[:LONGEST],
        context=(
            _context(reporter, about, table, said) if written is None else _copy(about, written)
        ),
        at=clock.now(),
    )
    try:
        with transaction.atomic():
            fresh.save()
            if written is not None:
                keep_picture(fresh, written.picture)
    except IntegrityError:
        # The same report came twice at once, and the other request was faster.
        before = _told_before(reporter, said, source)
        if before is None:
            raise
        return before
    return fresh


def _told_before(reporter: User, said: Message | None, source: str) -> Report | None:
    """Return this reporter's earlier report of the same message."""
    own = Report.objects.filter(reporter=reporter)
    if said is not None:
        return own.filter(message=said).first()
    return own.filter(source=source).first() if source else None


def _context(
    reporter: User, about: User | None, table: Table | None, said: Message | None
) -> dict[str, Any]:
    """Return a copy of the reporter's view."""
    known: dict[str, Any] = {"name": "" if about is None else about.name}
    if table is None:
        return known
    heard = talk.readable(table, reporter.pk)
    if said is not None:
        heard = heard.filter(pk__lte=said.pk)
    newest = heard.select_related("author").order_by("-id")[:BEFORE]
    return known | {
        "game": table.meta.title,
        "round": table.round_number,
        "move": None if table.live is None else table.shown_version(None) - table.changes,
        "seats": [seat.name or seat.bot for seat in table.seats],
        "talk": [_line(message) for message in reversed(newest)],
        "said": "" if said is None else said.text or said.preset,
    }


def _copy(about: User | None, written: Written) -> dict[str, Any]:
    """Return a copy of a text outside of a table."""
    return {
        "name": "" if about is None else about.name,
        "where": written.where,
        "game": written.game,
        "seats": list(written.people),
        "involved": sorted(written.readers),
        "talk": [
            {"name": line.name, "words": line.words, "at": line.at.isoformat(timespec="seconds")}
            for line in written.lines[-BEFORE:]
        ],
        "said": written.lines[-1].words,
    }


def _line(message: Message) -> dict[str, Any]:
    return {
        "name": message.author.name,
        "seat": message.seat,
        "words": message.text or message.preset,
        "at": message.at.isoformat(timespec="seconds"),
    }


def flag_message(*, message_id: int, text: str, **_: object) -> None:
    """Open a report about a message that contains a word of the list."""
    hits = word_filter.find_listed_words(text)
    if not hits:
        return
    message = Message.objects.select_related("author", "match").get(pk=message_id)
    Report.objects.create(
        kind=Kind.FLAG,
        about=message.author,
        match=message.match,
        message=message,
        context={
            "name": message.author.name,
            "hits": list(hits),
            "game": catalogue.game_of(message.match.game).meta.title,
            "round": message.round,
            "talk": [_line(one) for one in _read_before(message)],
            "said": text,
        },
        at=message.at,
    )


def _read_before(message: Message) -> list[Message]:
    """Return the lines that the author could read before, without the spectators' own."""
    lines = Message.objects.filter(match=message.match, pk__lte=message.pk)
    if message.seat is not None:
        lines = lines.exclude(seat=None)
    return list(lines.select_related("author").order_by("-id")[:BEFORE])[::-1]
