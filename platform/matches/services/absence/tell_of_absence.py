"""Notices to a holder who is away from a seat, and to a substitute: both rely on it, and may see no page.

Who gains by another's absence? Nobody by a word about it.
"""

from __future__ import annotations

from django.urls import reverse

from core.signals import decided
from games.kernel.contract import N_
from matches.models import Departure

ABOUT_YOU = "decision"
"""The kind of notice: something is decided about the person who reads it."""

SENTENCES = {
    "wanted": N_(
        "Your table would like a substitute to play for you. You can come back, or say no."
    ),
    "followed": N_(
        "%(name)s has taken over your seat. You can take it back at any time while the match runs."
    ),
    "replaced": N_("%(name)s has now taken over the seat that you had taken over."),
    "relieved": N_("%(name)s is back in the seat that you took over. Thank you."),
}
GONE = ("replaced", "relieved")
"""What is told to a player who is none there any more, and perhaps may not open the table."""


def tell_of_absence(
    away: Departure, user_id: int | None, what: str, *, again: str = "", **facts: str
) -> None:
    """Tell this user one of `SENTENCES` about an absence, once; nobody where no person sits (None).

    `again`: text that differs where the same may be told once more.
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
