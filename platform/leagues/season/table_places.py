"""The places of a division's table: their order, and their holders."""

from __future__ import annotations

from hashlib import sha256

from leagues.models import Division, Entry


def place_ids(division: Division) -> tuple[int, ...]:
    """Return the places of a division's table, in the order in which they were assigned."""
    drawn = division.entries.filter(replaces=None).order_by("rank", "pk")
    return tuple(drawn.values_list("pk", flat=True))


def places_by_lot(division: Division) -> tuple[int, ...]:
    """Return the places of a division in the order of their lots. All players can repeat this draw,
    and an early sign-up or a former division gives no advantage.
    """

    def lot(place: int) -> bytes:
        return sha256(f"{division.seed} {place}".encode()).digest()

    return tuple(sorted(place_ids(division), key=lot))


def place_holders(division: Division) -> dict[int, Entry]:
    """Return the present holder of each place of the table: the latest one, even if dropped out."""
    entries = list(division.entries.select_related("user"))
    follows = {one.replaces_id: one for one in entries if one.replaces_id is not None}
    found = {}
    for drawn in entries:
        if drawn.replaces_id is None:
            holder = drawn
            while holder.pk in follows:
                holder = follows[holder.pk]
            found[drawn.pk] = holder
    return found


def drawn_entry(entry: Entry) -> Entry:
    """Return the entry that was drawn for the place of this entry."""
    while entry.replaces is not None:
        entry = entry.replaces
    return entry
