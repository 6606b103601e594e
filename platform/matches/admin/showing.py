"""Formatting of values in the admin."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core import clock, times
from games.kernel.contract import Event
from matches.models import Seat

OVER = Q(round__outcome__isnull=False)
"""Condition for rows of a round that is over."""


def is_open() -> Q:
    """Return the condition for rows of a round that is over and whose match is no longer sealed."""
    sealed = Q(round__match__sealed_until__gt=clock.now())
    return OVER & ~sealed


def time_of(ms: int) -> str:
    """Format a time of the platform's clock."""
    return times.to_the_second(clock.as_datetime(ms))


def acting_seat(seat: int | None) -> str:
    """Format the seat that acts or must act; None is the table."""
    return now("the table") if seat is None else now("seat %(number)s") % {"number": seat}


def lines_below(rows: list[tuple[str, ...]]) -> SafeString:
    """Format rows of text, one below the other."""
    return format_html_join("\n", "{}<br>", ((" · ".join(row),) for row in rows))


def json_block(value: Any) -> SafeString:
    """Format JSON for people."""
    return format_html("<pre>{}</pre>", json.dumps(value, indent=1, ensure_ascii=False))


def told_to_all(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """Return the public events in the form in which they stay in the log."""
    kept = [event.logged() for event in events if event.visible_to(None)]
    return [(event.kind, json.dumps(event.data, ensure_ascii=False)) for event in kept if event]


def link_to(row: Model, text: str) -> SafeString:
    """Return a link to the page of a row."""
    meta = row._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, text)


def holder_name(seat: Seat) -> str:
    """Return the name of this seat's holder."""
    if seat.user is not None:
        bot = now("a bot plays (%(level)s)") % {"level": seat.stand_in}
        return f"{seat.user.name}, {bot}" if seat.stand_in else seat.user.name
    return now("bot (%(level)s)") % {"level": seat.bot} if seat.bot else now("nobody")


class Stands(admin.SimpleListFilter):
    """A filter by the state of a round; `path` is the lookup from a row of the list to its round."""

    title = _("round")
    parameter_name = "stands"
    path = ""

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, Any]]:
        return [("running", _("not over")), ("over", _("over"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("running", "over"):
            return queryset
        return queryset.filter(**{f"{self.path}outcome__isnull": self.value() == "running"})


class RoundStands(Stands):
    """The same filter for rows that belong to a round."""

    path = "round__"
