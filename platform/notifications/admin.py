"""The admin of channels and deliveries: why a user was not notified."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnly
from matches.models import Match
from notifications import reasons
from notifications.models import Channel, Delivery


def _sentence(code: str) -> str:
    return str(reasons.SENTENCES.get(code, ""))


@admin.register(Channel)
class ChannelAdmin(ReadOnly[Channel]):
    """An admin without addresses and secrets, which allow anyone to write to the user."""

    list_display = ("user", "medium", "label", "shape", "failures", "off_at", "reason")
    list_filter = ("medium",)
    lookups = ("medium__exact",)
    search_fields = ("user__name",)
    list_select_related = ("user",)
    ordering = ("-id",)
    fields = (
        ("user", "medium"),
        ("label", "shape"),
        ("kinds", "daily"),
        ("failures", "off_at", "reason"),
    )
    readonly_fields = ("reason",)

    @admin.display(description=_("why"))
    def reason(self, channel: Channel) -> str:
        return _sentence(channel.off_why)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly[Delivery]):
    """An admin of deliveries. Of a running match it lists only failures, because staff may sit
    there.
    """

    list_display = ("user", "medium", "about", "status", "reason", "attempts", "at")
    list_filter = ("status", "medium")
    lookups = ("status__exact", "medium__exact")
    search_fields = ("user__name",)
    list_select_related = ("user", "notice")
    ordering = ("-id",)
    fields = (("user", "medium"), "about", ("status", "reason"), ("attempts", "at"))
    readonly_fields = ("about", "reason")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        over = Q(notice__match=None) | ~Q(notice__match__status=Match.Status.RUNNING)
        return super().get_queryset(request).filter(over | Q(status=Delivery.Status.FAILED))

    @admin.display(description=_("notice"))
    def about(self, delivery: Delivery) -> str:
        return "" if delivery.notice is None else delivery.notice.get_kind_display()

    @admin.display(description=_("why"))
    def reason(self, delivery: Delivery) -> str:
        return _sentence(delivery.why)
