"""Corrections of results in the admin, read-only: only `services.correct` creates them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.admin.showing import link_to
from matches.admin.tables import SEARCH_HELP
from matches.models import Correction


@admin.register(Correction)
class CorrectionAdmin(ReadOnly[Correction]):
    list_display = ("kind", "of", "round", "reason", "by", "at", "undone_at")
    list_filter = ("kind", "match__game")
    lookups = ("kind__exact", "match__game", "match__id__exact")
    search_fields = ("match__id", "match__seats__user__name", "source")
    search_help_text = SEARCH_HELP
    list_select_related = ("match", "by")
    ordering = ("-id",)
    fields = (
        ("of", "kind", "round"),
        "facts",
        ("reason", "source"),
        ("by", "at"),
        ("undone_by", "undone_at", "undone_reason"),
    )
    readonly_fields = ("of",)

    @admin.display(description=_("match"))
    def of(self, correction: Correction) -> SafeString:
        return link_to(correction.match, str(correction.match))
