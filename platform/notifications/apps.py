from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Telling people that a match wants something of them, wherever they are."""

    name = "notifications"
    verbose_name = _("notices")

    def ready(self) -> None:
        from core.signals import guest_signed_in, user_revoked
        from matches import outbox
        from notifications import receivers, tasks

        outbox.register(outbox.TURN, tasks.turn)
        outbox.register(outbox.BEGUN, tasks.begun)
        outbox.register(outbox.ENDED, tasks.ended)
        user_revoked.connect(receivers.revoked, dispatch_uid="notifications.user_revoked")
        guest_signed_in.connect(receivers.signed_in, dispatch_uid="notifications.guest_signed_in")
