from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """The record of disputes."""

    name = "moderation"
    verbose_name = _("moderation")

    def ready(self) -> None:
        from core.signals import contested, guest_signed_in
        from moderation.services import record

        contested.connect(record.record, dispatch_uid="moderation.contested")
        guest_signed_in.connect(record.hand_on, dispatch_uid="moderation.guest_signed_in")
