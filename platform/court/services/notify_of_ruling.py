"""Notify people of a decision about their word.

A ruling is made only after the round is over, so a notice reveals nothing about a running one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from core.signals import decided
from court.models import Appeal, Case, Challenge, Party, Ruling
from games.kernel.contests import Decision
from games.kernel.contract import N_
from matches.models import Match

RULING = "ruling"
Counted = Mapping[str, Any]
"""The type of `Match.result`: `places` and `totals` by seat."""

RULED = {
    Decision.VALID: N_("The word court has ruled: %(word)s is valid."),
    Decision.INVALID: N_("The word court has ruled: %(word)s is invalid."),
    Decision.FORM: N_("The word court has ruled: %(word)s is valid only in this form."),
    Decision.TABLE: N_("The word court leaves it to the table whether %(word)s is valid."),
}
STANDS = N_("The word court has reviewed %(word)s. Its ruling stands.")


CHANGED = N_("A ruling of the word court on %(word)s changed the result of one of your matches.")
PLACE = N_("You are now in place %(place)s. Before, you were in place %(place_before)s.")
TOTAL = N_("You now have %(total)s. Before, you had %(total_before)s.")
RATINGS = N_("Places have changed, so the ratings were recalculated.")


def notify_of_ruling(
    case: Case, ruling: Ruling, counted: Counted | None = None, *, stands: bool = False
) -> None:
    """Notify the word's player and the appellants of the ruling; `stands`: it was upheld.

    `counted`: the earlier result of the match; players whose result has changed are notified too.
    """
    sentence = STANDS if stands else RULED[Decision(ruling.decision)]
    moved = _points_moved(case.dispute.match, counted)
    concerned = _concerned(case)
    # One ruling may settle several cases, each with its own table's points.
    about = f"{ruling.pk}:{case.pk}" if case.pk != ruling.case_id else f"{ruling.pk}"
    for user_id in sorted(concerned | moved.keys()):
        facts, more = moved.get(user_id, ({}, []))
        decided.send(
            sender=Ruling,
            kind=RULING,
            user_id=user_id,
            key=f"court.ruling:{about}{':stands' if stands else ''}",
            sentence=sentence if user_id in concerned else CHANGED,
            facts={"word": ruling.word, **facts},
            more=more,
            path=reverse("court:ruling", args=[ruling.pk]),
        )


def count_now(match: Match) -> Counted | None:
    """Reload the result of a match, which another case of the same match may just have changed."""
    counted: Counted | None = Match.objects.values_list("result", flat=True).get(pk=match.pk)
    return counted


def _points_moved(
    match: Match, before: Counted | None
) -> dict[int, tuple[Mapping[str, int], Sequence[str]]]:
    """Return the people whose result differs from `before`, and the fact for their notice."""
    now = count_now(match)
    if before is None or now is None:
        return {}
    are_rated_anew = before["places"] != now["places"]
    found: dict[int, tuple[Mapping[str, int], Sequence[str]]] = {}
    for seat, user_id in match.seats.filter(dealt_to__isnull=False).values_list(
        "number", "dealt_to_id"
    ):
        facts = {
            "place_before": before["places"][seat],
            "place": now["places"][seat],
            "total_before": before["totals"][seat],
            "total": now["totals"][seat],
        }
        more = [
            *([PLACE] if facts["place"] != facts["place_before"] else []),
            *([TOTAL] if facts["total"] != facts["total_before"] else []),
            *([RATINGS] if are_rated_anew and match.rated else []),
        ]
        if more:
            found[user_id] = facts, more
    return found


def _concerned(case: Case) -> set[int]:
    authors = Party.objects.filter(dispute=case.dispute_id, role=Party.Role.AUTHOR)
    appeals = Appeal.objects.filter(case=case, withdrawn_at=None)
    challenges = Challenge.objects.filter(ruling__case=case)
    found = [
        rows.filter(user__isnull=False).values_list("user_id", flat=True)
        for rows in (authors, appeals, challenges)
    ]
    return set().union(*found)
