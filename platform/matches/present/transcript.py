"""A finished round as plain text: a line for each move, in its reader's language and view."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import gettext

from core import times
from core.numbers import signed
from matches.engine import stored_values
from matches.models import Round
from matches.present import undealt_table
from matches.present.event_lines import sentence_of
from matches.present.reading import RoundReader
from matches.present.seat_names import names_at
from matches.store.snapshot import Table


def transcript(table: Table, round_: Round, reader: RoundReader) -> str:
    """Return the part of a round that this reader may know, by move; `table` must have this round.

    It names every player, this reader too, because the text may be passed on.
    """
    return "\n".join(
        [*_head(table), "", *_moves(table, round_, reader), "", *_scores(table, round_)]
    )


def _head(table: Table) -> Iterator[str]:
    began = datetime.fromtimestamp(table.history[0:1][0].at_ms / 1000, UTC)
    yield f"Nightcap · {gettext(table.meta.title)}"
    yield (
        gettext("Round %(number)s") % {"number": table.round_number}
        + f" · {times.day_year_and_time(began)}"
    )
    yield " · ".join(names_at(table))
    yield " · ".join(undealt_table.agreed(table))


def _moves(table: Table, round_: Round, reader: RoundReader) -> Iterator[str]:
    names = names_at(table)
    acted = dict(round_.moves.values_list("number", "seat"))
    for happened in table.history:
        told = [
            unescape(strip_tags(sentence_of(table.meta.slug, event, names, to_others=True)))
            for event in happened.events
            if reader.sees(event)
        ]
        seat = acted.get(happened.number)
        who = gettext("The table") if seat is None else names[seat]
        head = f"{happened.number}. {who}" if happened.number else gettext("The deal")
        yield f"{head}: {' '.join(' '.join(told).split())}" if told else head


def _scores(table: Table, round_: Round) -> Iterator[str]:
    """Return the points by seat, the first place first."""
    outcome, names = stored_values.outcome_of(round_.outcome), names_at(table)
    for place, score, name in sorted(
        zip(outcome.places, outcome.scores, names, strict=True), key=lambda one: one[0]
    ):
        yield f"{place}. {name}: {signed(score)}"
