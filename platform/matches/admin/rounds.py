"""Rounds and moves in the admin: as a spectator sees them until they are over, then complete."""

from __future__ import annotations

import json

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.admin import ReadOnly
from core.refusals import Refused, sentence
from matches.admin.showing import (
    RoundStands,
    Stands,
    acting_seat,
    is_open,
    json_block,
    lines_below,
    link_to,
    time_of,
    told_to_all,
)
from matches.admin.tables import SEARCH_HELP
from matches.engine import stored_values
from matches.engine.view import view_for
from matches.models import Move, Round
from matches.store.load_match import load_table_of_round


@admin.register(Round)
class RoundAdmin(ReadOnly[Round]):
    """A running round as a spectator sees it, and a finished one with all its data."""

    list_display = ("__str__", "of", "stands", "commitment", "announced_at")
    list_filter = (Stands, "match__game")
    lookups = ("stands", "match__game", "match__id__exact")
    search_fields = ("match__id", "match__seats__user__name")
    search_help_text = SEARCH_HELP
    list_select_related = ("match",)
    ordering = ("-id",)
    open_fields = ("of", "number", "stands", "commitment", "announced_at", "began_with")
    running_fields = ("seen_by_all", "runs")
    over_fields = ("result", "seed_hex", "nonces", "opening_", "moves_", "drawn", "state_")

    def get_fields(self, request: HttpRequest, obj: Round | None = None) -> tuple[str, ...]:
        over = obj is not None and obj.is_open
        return (*self.open_fields, *(self.over_fields if over else self.running_fields))

    def get_readonly_fields(
        self, request: HttpRequest, obj: Round | None = None
    ) -> tuple[str, ...]:
        return self.get_fields(request, obj)

    @admin.display(description=_("match"))
    def of(self, row: Round) -> SafeString:
        return link_to(row.match, str(row.match))

    @admin.display(description=_("state"))
    def stands(self, row: Round) -> str:
        if row.outcome is not None:
            return now("over")
        return now("announced") if row.start is None else now("running")

    @admin.display(description=_("starting data"))
    def began_with(self, row: Round) -> SafeString | None:
        return None if row.start is None else json_block(row.start)

    @admin.display(description=_("what everyone has seen"))
    def seen_by_all(self, row: Round) -> SafeString | str:
        try:
            history = load_table_of_round(row.pk).history
        except Refused as refused:
            return sentence(refused.refusal)
        return lines_below(
            [
                (time_of(happened.at_ms), *event)
                for happened in history
                for event in told_to_all(happened.events)
            ]
        )

    @admin.display(description=_("public deadlines"))
    def runs(self, row: Round) -> SafeString | str | None:
        try:
            live = load_table_of_round(row.pk).live
        except Refused as refused:
            return sentence(refused.refusal)
        if live is None:
            return None
        running = view_for(live, None).deadlines
        return lines_below(
            [
                (time_of(due), deadline.kind, acting_seat(deadline.seat))
                for due, _length, deadline in running
            ]
        )

    @admin.display(description=_("result"))
    def result(self, row: Round) -> SafeString:
        return json_block(row.outcome)

    @admin.display(description=_("seed"))
    def seed_hex(self, row: Round) -> str:
        return bytes(row.seed).hex()

    @admin.display(description=_("events of the deal"))
    def opening_(self, row: Round) -> SafeString:
        return json_block(row.opening)

    @admin.display(description=_("moves"))
    def moves_(self, row: Round) -> SafeString:
        address = reverse("admin:matches_move_changelist", query={"round__id__exact": row.pk})
        count = ngettext("%(count)s move", "%(count)s moves", row.version)
        return format_html('<a href="{}">{}</a>', address, count % {"count": row.version})

    @admin.display(description=_("state at the end"))
    def state_(self, row: Round) -> SafeString:
        return json_block(json.loads(row.state))


@admin.register(Move)
class MoveAdmin(ReadOnly[Move]):
    """The public part of moves in running rounds, without number, seat, action and page."""

    list_display = ("page", "of", "done_by", "did", "seen_by_all", "done_at")
    list_display_links = None
    list_filter = (RoundStands, "round__match__game")
    lookups = ("stands", "round__match__game", "round__id__exact")
    search_fields = ("round__match__id", "round__match__seats__user__name")
    search_help_text = SEARCH_HELP
    list_select_related = ("round__match",)
    show_full_result_count = False
    ordering = ("-id",)
    fields = ("of", "number", "done_by", "action_", "events_", "done_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        everyone_saw = Q(events__contains=[{"audience": None}])
        return super().get_queryset(request).filter(is_open() | everyone_saw)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Move | None:
        move = super().get_object(request, object_id, from_field)
        return move if move is not None and move.round.is_open else None

    @admin.display(description=_("move"))
    def page(self, move: Move) -> SafeString | None:
        return link_to(move, str(move)) if move.round.is_open else None

    @admin.display(description=_("round"))
    def of(self, move: Move) -> SafeString:
        return link_to(move.round, str(move.round))

    @admin.display(description=_("by"))
    def done_by(self, move: Move) -> str | None:
        if not move.round.is_open:
            return None
        return acting_seat(move.seat)

    @admin.display(description=_("action"))
    def did(self, move: Move) -> str | None:
        return None if not move.round.is_open else json.dumps(move.action)

    @admin.display(description=_("what everyone saw"))
    def seen_by_all(self, move: Move) -> SafeString:
        return lines_below(told_to_all(stored_values.events_of(move.events)))

    @admin.display(description=_("at"))
    def done_at(self, move: Move) -> str:
        return time_of(move.at_ms)

    @admin.display(description=_("action"))
    def action_(self, move: Move) -> SafeString:
        return json_block(move.action)

    @admin.display(description=_("events"))
    def events_(self, move: Move) -> SafeString:
        return json_block(move.events)
