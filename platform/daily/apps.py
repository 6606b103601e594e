from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DailyConfig(AppConfig):
    """The daily deal: each day the same cards for all players, once."""

    name = "daily"
    verbose_name = _("daily deal")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import export_parts
        from core.signals import guest_signed_in, user_forgotten
        from daily import personal_data

        export_parts.register_export("daily_deals", personal_data.export_attempts)
        guest_signed_in.connect(personal_data.merge_guest, dispatch_uid="daily.guest_signed_in")
        user_forgotten.connect(personal_data.forget_user, dispatch_uid="daily.user_forgotten")
