"""What the staff knows of somebody, for the file that people take along: nothing of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from matches.models import Round
from moderation.models import Appeal, Case, Challenge, Party, Report, Sanction


def reports(user: User) -> Sequence[Mapping[str, object]]:
    """What they told the staff."""
    told = Report.objects.filter(reporter=user)
    return list(told.values("kind", "words", "at", "match_id", "outcome"))


def decisions(user: User) -> Sequence[Mapping[str, object]]:
    """What was decided about them, and what they said against it."""
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


def disputes(user: User) -> Sequence[Mapping[str, object]]:
    """The disputes of rounds that are over in which they took part."""
    running = Round.objects.filter(
        match=OuterRef("dispute__match"), number=OuterRef("dispute__round"), outcome__isnull=True
    )
    theirs = Party.objects.filter(~Exists(running), user=user).order_by("id")
    return list(
        theirs.values("role", "valid", "dispute__word", "dispute__stands", "dispute__match_id")
    )


def word_appeals(user: User) -> Sequence[Mapping[str, object]]:
    """What they said against votes, and against rulings."""
    votes = Appeal.objects.filter(user=user).order_by("id")
    rulings = Challenge.objects.filter(user=user).order_by("id")
    return [
        *votes.values("text", "at", "withdrawn_at", word=F("case__dispute__word")),
        *rulings.values("text", "at", "closed_at", word=F("ruling__word")),
    ]


def hide_words(*, user_id: int, **_: object) -> None:
    """Somebody is forgotten: no case holds any more what they said; what was decided stays."""
    Appeal.objects.filter(user_id=user_id).update(text="")
    Challenge.objects.filter(user_id=user_id).update(text="")
    for case in Case.objects.filter(evidence__talk__contains=[{"author": user_id}]):
        assert case.evidence is not None
        case.evidence["talk"] = [
            line for line in case.evidence["talk"] if line["author"] != user_id
        ]
        case.save(update_fields=["evidence"])


def hide(*, user_id: int, name_before: str, name: str, **_: object) -> None:
    """Somebody is forgotten: no report names them any more, nor says what they said."""
    for report in Report.objects.filter(about_id=user_id):
        report.context |= {"name": name, "said": "", "hits": [], "talk": []}
        report.save(update_fields=["context"])
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
