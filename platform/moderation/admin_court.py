"""The records of the word court in the admin: to be looked at, once their round is over."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from core.admin import ReadOnly
from moderation.cases import of_rounds_over
from moderation.models import Case, Ruling


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
