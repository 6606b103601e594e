"""Notices to an absent holder of a seat and to a substitute, who may not have the page open.

Gain from another player's absence: a notice gives none.
"""

from __future__ import annotations

from django.urls import reverse

from core.signals import decided
from games.kernel.contract import N_
from matches.models import Departure

ABOUT_YOU = "decision"
"""Kind of notice: a decision about its reader."""

SENTENCES = {
    "wanted": N_(
        "Your table would like a substitute to play for you. You can come back, or say no."
    ),
    "followed": N_(
        "%(name)s has taken over your seat. You can take it back at any time while the match runs."
    ),
    "replaced": N_("%(name)s now plays in the seat that you had taken over."),
    "relieved": N_("%(name)s is back in the seat that you took over. Thank you."),
}
GONE = ("replaced", "relieved")
"""Notices to a user who is no longer a player there, and who may not be able to open the table."""


def tell_of_absence(
    away: Departure, user_id: int | None, what: str, *, again: str = "", **facts: str
) -> None:
    """Send this user one of `SENTENCES` about an absence, once; do nothing for None.

    `again`: text that differs if the same notice may be sent once more.
    """
    if user_id is not None:
        decided.send(
            sender=Departure,
            kind=ABOUT_YOU,
            user_id=user_id,
            key=f"matches.{what}:{away.pk}{again}",
            sentence=SENTENCES[what],
            facts=facts,
            path=reverse("pages:matches")
            if what in GONE
            else reverse("matches:table", args=[away.match_id]),
        )
