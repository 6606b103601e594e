"""Matches and their seats in the admin."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.admin.showing import holder_name, link_to
from matches.models import Match, Round, Seat
from matches.models.seat import seats_with_users

M = TypeVar("M", bound=Model)

SEARCH_HELP = _("A player's name, or a match id.")


class Inline(admin.TabularInline[M, Match]):
    """Rows of a match, read-only and with links."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


class SeatInline(Inline[Seat]):
    model = Seat
    fields = ("number", "user", "bot", "stand_in", "dealt_to", "kept_for", "ready")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user", "kept_for", "dealt_to")


class RoundInline(Inline[Round]):
    model = Round
    fields = ("number", "commitment", "announced_at")
    readonly_fields = ("announced_at",)
    ordering = ("number",)


@admin.register(Match)
class MatchAdmin(ReadOnly[Match]):
    list_display = ("short", "game", "status", "players", "rules", "tempo", "public", "created_at")
    list_filter = ("status", "game", "tempo", "public")
    lookups = ("status__exact", "game", "tempo", "public__exact", "rules__id__exact")
    search_fields = ("id", "seats__user__name")
    search_help_text = SEARCH_HELP
    list_select_related = ("rules",)
    ordering = ("-created_at",)
    inlines = (SeatInline, RoundInline)
    fields = (
        ("id", "status"),
        ("game", "rules"),
        ("tempo", "target"),
        ("host", "public", "quick", "rated"),
        ("created_at", "started_at", "finished_at"),
        "standing",
        "result",
        "rematch_of",
    )
    readonly_fields = ("id", "created_at", "started_at", "finished_at", "standing", "result")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related(seats_with_users())

    @admin.display(description=_("match"), ordering="id")
    def short(self, match: Match) -> str:
        return str(match.pk)[:8]

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        return ", ".join(holder_name(seat) for seat in match.seats.all())


@admin.register(Seat)
class SeatAdmin(ReadOnly[Seat]):
    list_display = ("__str__", "of", "held_by", "ready")
    list_filter = ("match__status", "match__game")
    lookups = ("match__status__exact", "match__game", "match__id__exact")
    search_fields = ("user__name", "match__id")
    list_select_related = ("match", "user")
    ordering = ("-id",)
    fields = (
        "match",
        "number",
        "user",
        "bot",
        "stand_in",
        "dealt_to",
        "kept_for",
        "declared",
        "ready",
    )

    @admin.display(description=_("match"))
    def of(self, seat: Seat) -> SafeString:
        return link_to(seat.match, str(seat.match))

    @admin.display(description=_("held by"))
    def held_by(self, seat: Seat) -> str:
        return holder_name(seat)
