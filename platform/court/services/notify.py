"""Tell people what was decided of a word of theirs.

A ruling is never made before the round is over, so that nothing here tells of one that runs.
"""

from __future__ import annotations

from django.urls import reverse

from core.signals import decided
from court.models import Appeal, Case, Challenge, Party, Ruling
from games.kernel.contests import Decision
from games.kernel.contract import N_

RULING = "ruling"

RULED = {
    Decision.VALID: N_("The word court has ruled: %(word)s is valid."),
    Decision.INVALID: N_("The word court has ruled: %(word)s is invalid."),
    Decision.FORM: N_("The word court has ruled: %(word)s is valid only in this form."),
    Decision.TABLE: N_("The word court leaves it to the table whether %(word)s is valid."),
}
STANDS = N_("The word court has looked at %(word)s again: its ruling stands.")


def notify_of_ruling(case: Case, ruling: Ruling, *, stands: bool = False) -> None:
    """Tell the word's player and those who appealed of the ruling; `stands`: it was upheld."""
    sentence = STANDS if stands else RULED[Decision(ruling.decision)]
    for user_id in sorted(_concerned(case)):
        decided.send(
            sender=Ruling,
            kind=RULING,
            user_id=user_id,
            key=f"court.ruling:{ruling.pk}{':stands' if stands else ''}",
            sentence=sentence,
            facts={"word": ruling.word},
            path=reverse("court:ruling", args=[ruling.pk]),
        )


def _concerned(case: Case) -> set[int]:
    authors = Party.objects.filter(dispute=case.dispute_id, role=Party.Role.AUTHOR)
    appeals = Appeal.objects.filter(case=case, withdrawn_at=None)
    challenges = Challenge.objects.filter(ruling__case=case)
    found = [
        rows.filter(user__isnull=False).values_list("user_id", flat=True)
        for rows in (authors, appeals, challenges)
    ]
    return set().union(*found)
