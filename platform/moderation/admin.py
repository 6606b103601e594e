"""Disputes in the admin: to be looked at, once their round is over.

Cases and rulings are in `admin_court`, reports, sanctions and the audit log in `admin_order`.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from moderation.admin_court import CaseAdmin, RulingAdmin
from moderation.admin_order import AuditEntryAdmin, ReportAdmin, SanctionAdmin
from moderation.cases import of_rounds_over
from moderation.models import Dispute, Party

__all__ = (
    "AuditEntryAdmin",
    "CaseAdmin",
    "DisputeAdmin",
    "ReportAdmin",
    "RulingAdmin",
    "SanctionAdmin",
)


class PartyInline(admin.TabularInline[Party, Dispute]):
    model = Party
    extra = 0
    can_delete = False
    fields = ("role", "place", "seat", "user", "bot", "valid")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Party]:
        return super().get_queryset(request).select_related("user")

    def has_add_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        return False


@admin.register(Dispute)
class DisputeAdmin(ReadOnly[Dispute]):
    """Of a round that is not over there is none yet: staff may sit at that table, too."""

    list_display = ("word", "cards", "stands", "by", "at", "match")
    list_filter = ("stands", "by", "match__game")
    lookups = ("stands__exact", "by__exact", "match__game", "match__id__exact")
    search_fields = ("word", "match__id", "parties__user__name")
    search_help_text = _("A word, a player's name, or the id of a match.")
    list_select_related = ("match",)
    ordering = ("-id",)
    inlines = (PartyInline,)
    fields = (("word", "cards"), ("stands", "by"), ("match", "round", "move"), ("rules", "at"))
    readonly_fields = ("cards",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        return super().get_queryset(request).filter(of_rounds_over())

    @admin.display(description=_("cards"))
    def cards(self, dispute: Dispute) -> str:
        return " · ".join(dispute.parts)
