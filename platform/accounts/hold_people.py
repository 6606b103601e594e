"""A lock on users, for services that count or look up their rows before they create one.

Without it, two requests of one user at the same moment would both find the same rows, and both
create one more. The lock makes them run one after the other.
"""

from __future__ import annotations

from accounts.models import User


def hold_people(*user_ids: int) -> list[User]:
    """Lock the rows of these users until the transaction ends. Return their current rows, in the
    order of their ids.

    Other calls that lock one of them wait; rows that only refer to them can be written
    meanwhile. Lock users before matches, leagues and cases, and all of them in one call.
    """
    held = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids)
    return list(held.order_by("pk"))
