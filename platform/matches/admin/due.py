"""Deadlines and the outbox in the admin, to find work that is stuck."""

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
"""Delay from which due work counts as stuck, in milliseconds: the sweep runs every second."""


class Due(ReadOnly[M]):
    """Due work. For a running round only the stuck part is shown; the rest reveals who has
    answered.
    """

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
    """The outbox without standing orders, because only its owner may know that one exists."""

    list_display = (*COLUMNS, "attempts")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outbox]:
        return super().get_queryset(request).exclude(kind=outbox.ORDER)
