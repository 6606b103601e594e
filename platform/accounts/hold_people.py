"""People held while something of theirs is counted or looked for, and then made.

Two requests of one person at the same moment would both find the same few before, and both make one
more. Under this lock they come one after the other, whatever else happens on the server.
"""

from __future__ import annotations

from accounts.models import User


def hold_people(*user_ids: int) -> list[User]:
    """Lock the rows of these people until the transaction ends; as they are now, in the order of their ids.

    Whoever else holds one of them waits; rows that merely point at them can be written meanwhile. Hold
    people before matches, leagues and cases are locked, and all of them at once.
    """
    held = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids)
    return list(held.order_by("pk"))
