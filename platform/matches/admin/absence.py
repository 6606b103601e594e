"""Absences in the admin, which the reliability in a profile counts."""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.admin.showing import link_to
from matches.admin.tables import SEARCH_HELP
from matches.models import Departure


@admin.register(Departure)
class DepartureAdmin(ReadOnly[Departure]):
    """All of these data are public at the table too."""

    list_display = ("user", "why", "of", "seat", "at", "back_at", "followed_by")
    list_filter = ("why", "match__game")
    lookups = ("why__exact", "match__game", "match__id__exact", "user__id__exact")
    search_fields = ("user__name", "match__id")
    search_help_text = SEARCH_HELP
    list_select_related = ("match", "user", "followed_by")
    ordering = ("-id",)
    fields = ("match", "seat", "user", "why", "at", "back_at", "followed_by")

    @admin.display(description=_("match"))
    def of(self, away: Departure) -> SafeString:
        return link_to(away.match, str(away.match))
