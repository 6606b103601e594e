"""The pictures of the people at a table, for its result."""

from __future__ import annotations

from accounts.models import User
from matches.store.snapshot import Table


def portraits_of(table: Table) -> tuple[str, ...]:
    """Return the pictures of the people at this table, by seat; "" for a seat without a person."""
    people = [seat.user_id for seat in table.seats if seat.user_id is not None and seat.is_active]
    users = User.objects.only("picture").in_bulk(people) if people else {}
    return tuple(
        users[seat.user_id].portrait if seat.user_id in users else "" for seat in table.seats
    )
