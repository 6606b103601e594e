"""The staff's records in a user's data export, without the data of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Q

from accounts.models import User
from moderation.models import Report, Sanction
from moderation.reports.services import pictures


def export_reports(user: User) -> Sequence[Mapping[str, object]]:
    """Return the reports that this user made."""
    told = Report.objects.filter(reporter=user)
    return list(told.values("kind", "words", "at", "match_id", "outcome"))


def export_decisions(user: User) -> Sequence[Mapping[str, object]]:
    """Return the sanctions against this user, and their appeals."""
    about = Sanction.objects.filter(user=user).order_by("id")
    return list(
        about.values(
            "kind",
            "cause",
            "reason",
            "at",
            "ends_at",
            "lifted_at",
            "lift_reason",
            "appeal__words",
            "appeal__outcome",
            "appeal__answer",
        )
    )


def hide_user_in_reports(*, user_id: int, name_before: str, name: str, **_: object) -> None:
    """Remove a forgotten user from all reports: the names, the quoted words and the pictures."""
    for report in Report.objects.filter(about_id=user_id):
        report.context |= {"name": name, "said": "", "hits": [], "talk": []}
        report.save(update_fields=["context"])
    pictures.forget_pictures_of(user_id)
    Report.objects.filter(reporter_id=user_id).update(words="")
    named = Q(context__seats__contains=[name_before])
    named |= Q(context__talk__contains=[{"name": name_before}])
    for report in Report.objects.filter(named):
        seats = [name if seat == name_before else seat for seat in report.context.get("seats", [])]
        talk = [
            {**line, "name": name, "words": ""} if line["name"] == name_before else line
            for line in report.context["talk"]
        ]
        report.context |= {"seats": seats, "talk": talk}
        report.save(update_fields=["context"])
