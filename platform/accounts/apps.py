"""The app of users, guests, sign-in and preferences."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts import (  # needs the loaded models
            export_parts,
            personal_data,
            receivers,
            reported_pictures,
        )
        from core import reportable

        export_parts.register_export("account", personal_data.export_account)
        reportable.register_finder("picture", reported_pictures.find_picture)
        receivers.connect_receivers()
