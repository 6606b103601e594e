"""A read-only admin of the word court's records, once their round is over."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from court.models import Case, Dispute, Party, Ruling
from court.selectors import of_rounds_over


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
    """A read-only admin of disputes. It hides those of running rounds, because staff may sit at
    that table.
    """

    list_display = ("word", "cards", "stands", "by", "at", "match")
    list_filter = ("stands", "by", "match__game")
    lookups = ("stands__exact", "by__exact", "match__game", "match__id__exact")
    search_fields = ("word", "match__id", "parties__user__name")
    search_help_text = _("A word, a player's name, or a match id.")
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


@admin.register(Case)
class CaseAdmin(ReadOnly[Case]):
    list_display = ("dispute", "origin", "status", "opened_at", "closed_at", "claimed_by")
    list_filter = ("status", "origin")
    lookups = ("status__exact", "origin__exact", "dispute__match__id__exact")
    search_fields = ("dispute__word", "dispute__match__id")
    list_select_related = ("dispute", "claimed_by")
    ordering = ("-id",)
    fields = (
        ("dispute", "origin", "status"),
        ("opened_at", "closed_at"),
        ("claimed_by", "claimed_until", "wants_opinion"),
        "evidence",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        return super().get_queryset(request).filter(of_rounds_over("dispute__"))


@admin.register(Ruling)
class RulingAdmin(ReadOnly[Ruling]):
    list_display = ("id", "word", "pair", "decision", "by", "at", "overturns")
    list_filter = ("decision", "game")
    lookups = ("decision__exact", "game", "game__exact")
    search_fields = ("word", "pair", "reason")
    list_select_related = ("by", "overturns")
    ordering = ("-id",)
    fields = (
        ("game", "entry", "pair"),
        ("word", "decision", "reason"),
        ("by", "at"),
        ("case", "overturns", "correction"),
    )
