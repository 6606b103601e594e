"""Deadlines and the outbox in the admin: what is stuck."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core import clock
from core.admin import ReadOnly
from matches.admin.showing import OVER, link_to, time_of
from matches.admin.tables import SEARCH_HELP
from matches.models import Deadline, Outbox
from matches.store import outbox

M = TypeVar("M", bound=Model)

COLUMNS = ("kind", "of", "seat", "due")
OVERDUE_MS = 10_000
"""What is due for longer is stuck: the sweep comes round every second."""


class Due(ReadOnly[M]):
    """Of a round that is not over only what is overdue, so stuck: the rest tells who has answered."""

    list_filter = ("kind",)
    lookups = ("kind",)
    search_fields = ("round__match__id", "round__match__seats__user__name")
    search_help_text = SEARCH_HELP
    list_select_related = ("round",)
    ordering = ("due_ms",)
    readonly_fields = ("of", "due")

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        overdue = Q(due_ms__lt=clock.now_ms() - OVERDUE_MS)
        return super().get_queryset(request).filter(OVER | overdue)

    @admin.display(description=_("round"))
    def of(self, row: Deadline | Outbox) -> SafeString:
        return link_to(row.round, str(row.round))

    @admin.display(description=_("due"), ordering="due_ms")
    def due(self, row: Deadline | Outbox) -> str:
        return time_of(row.due_ms)


@admin.register(Deadline)
class DeadlineAdmin(Due[Deadline]):
    list_display = COLUMNS
    fields = list_display


@admin.register(Outbox)
class OutboxAdmin(Due[Outbox]):
    """Without the standing orders: that there is one its owner alone knows."""

    list_display = (*COLUMNS, "attempts")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outbox]:
        return super().get_queryset(request).exclude(kind=outbox.ORDER)
