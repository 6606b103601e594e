"""Names of entries, and a result as a line with names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from leagues.models import Entry
from matches.present.seat_names import bot_numbered


def entry_name(entry: Entry) -> str:
    """Return the name of an entry in a table."""
    if entry.bot:
        return bot_numbered(entry.bot_number)
    if entry.user is None or not entry.user.is_active:
        return _("a deleted user")
    return entry.user.name


def result_text(
    result: Sequence[tuple[int, int | None, int | None]], holders: Mapping[int, Entry]
) -> str:
    """Return a result (`services.history.PlacedResult`) as a line: 1. Anna, 2. Ben; a dash for an
    absent player.
    """
    placed = (
        ("\N{EN DASH}" if place is None else f"{place}.", entry_name(holders[entry]))
        for entry, place, _total in result
    )
    return ", ".join(f"{place} {name}" for place, name in placed)


def names_by_place(holders: Mapping[int, Entry]) -> dict[int, str]:
    """Return the name at each place of a table."""
    return {place: entry_name(entry) for place, entry in holders.items()}


def known_name(entry: Entry) -> str:
    """Return the public name of an entry's holder, even if the account is deleted."""
    return entry_name(entry) if entry.user is None else entry.user.name
