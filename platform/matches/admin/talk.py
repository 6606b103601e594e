"""Messages of the chat in the admin, read-only."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.admin.showing import link_to
from matches.admin.tables import SEARCH_HELP
from matches.models import Message, Round
from matches.models.talk import PRESETS


@admin.register(Message)
class MessageAdmin(ReadOnly[Message]):
    """Messages; those of spectators appear after the round, because staff may sit at that table."""

    list_display = ("at", "author", "sits", "said", "of")
    list_filter = ("match__game",)
    lookups = ("match__game", "match__id__exact")
    search_fields = ("match__id", "author__name", "text")
    search_help_text = SEARCH_HELP
    list_select_related = ("match", "author")
    ordering = ("-id",)
    fields = ("at", "author", "sits", "said", "of", "round")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        running = Round.objects.filter(
            match=OuterRef("match"), number=OuterRef("round"), outcome__isnull=True
        )
        return super().get_queryset(request).exclude(Exists(running), seat__isnull=True)

    @admin.display(description=_("seat"))
    def sits(self, message: Message) -> str:
        if message.seat is None:
            return now("watching")
        return now("seat %(number)s") % {"number": message.seat}

    @admin.display(description=_("sent"))
    def said(self, message: Message) -> str:
        return message.text or now(PRESETS.get(message.preset, message.preset))

    @admin.display(description=_("match"))
    def of(self, message: Message) -> SafeString:
        return link_to(message.match, str(message.match))
