"""A read-only admin of reports, sanctions and the audit log."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from core.admin import ReadOnly
from moderation.models import AuditEntry, Report, Sanction
from moderation.reports.services import handle_report


@admin.register(Report)
class ReportAdmin(ReadOnly[Report]):
    """A read-only admin of the reports that the viewer may judge: not about themselves or their
    tables.
    """

    list_display = ("id", "kind", "about", "at", "outcome", "decided_by")
    list_filter = ("kind", "outcome")
    lookups = ("kind__exact", "outcome__exact")
    search_fields = ("about__name", "words")
    list_select_related = ("about", "decided_by")
    ordering = ("-id",)
    fields = (
        ("kind", "about", "reporter"),
        ("match", "at"),
        ("words", "context"),
        ("outcome", "reason"),
        ("decided_by", "decided_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        assert isinstance(request.user, User)
        own = handle_report.reports_visible_to(request.user).values("pk")
        return super().get_queryset(request).filter(pk__in=own)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly[Sanction]):
    list_display = ("id", "user", "kind", "cause", "at", "ends_at", "lifted_at", "by")
    list_filter = ("kind", "cause")
    lookups = ("kind__exact", "cause__exact")
    search_fields = ("user__name", "reason")
    list_select_related = ("user", "by")
    ordering = ("-id",)
    fields = (
        ("user", "kind", "cause"),
        "reason",
        ("by", "at", "ends_at"),
        ("lifted_by", "lifted_at", "lift_reason"),
        "report",
    )


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly[AuditEntry]):
    list_display = ("at", "by", "app", "verb", "target")
    list_filter = ("app",)
    lookups = ("app", "app__exact")
    search_fields = ("verb", "target")
    list_select_related = ("by",)
    ordering = ("-id",)
    fields = (("at", "by"), ("app", "verb", "target"), "facts")
