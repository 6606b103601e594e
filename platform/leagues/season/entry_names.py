"""Names of entries, and a result in a line with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from leagues.models import Entry
from matches.present.seat_names import bot_numbered


def entry_name(entry: Entry) -> str:
    """The name under which an entry stands in a table."""
    if entry.bot:
        return bot_numbered(entry.bot_number)
    if entry.user is None or not entry.user.is_active:
        return _("a deleted user")
    return entry.user.name


def result_text(
    result: Sequence[tuple[int, int | None, int | None]], holders: Mapping[int, Entry]
) -> str:
    """A result (`services.history.PlacedResult`) in a line: 1. Anna, 2. Ben; a dash for who was absent."""
    placed = (
        ("\N{EN DASH}" if place is None else f"{place}.", entry_name(holders[entry]))
        for entry, place, _total in result
    )
    return ", ".join(f"{place} {name}" for place, name in placed)


def names_by_place(holders: Mapping[int, Entry]) -> dict[int, str]:
    """The name under which each place of a table stands."""
    return {place: entry_name(entry) for place, entry in holders.items()}


def known_name(entry: Entry) -> str:
    """The name by which people know who holds an entry, though the account may have gone by now."""
    return entry_name(entry) if entry.user is None else entry.user.name
