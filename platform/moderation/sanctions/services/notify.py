"""Notify users of decisions about them."""

from __future__ import annotations

from django.urls import reverse

from core.signals import decided
from games.kernel.contract import N_
from moderation.models import Sanction

DECISION = "decision"

ABOUT = {
    "imposed": N_("The staff have made a decision about you."),
    "lifted": N_("A decision about you was lifted."),
    "answered": N_("Your appeal was answered."),
}


def notify_of_decision(sanction: Sanction, what: str) -> None:
    """Notify the user concerned that there is a decision to read; `what`: a key of `ABOUT`.

    The decision and its reason are only on the user's own page.
    """
    if sanction.user_id is not None:
        decided.send(
            sender=Sanction,
            kind=DECISION,
            user_id=sanction.user_id,
            key=f"moderation.sanction:{sanction.pk}:{what}",
            sentence=ABOUT[what],
            facts={},
            path=reverse("moderation:decisions"),
        )
