from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The API for programs."""

    name = "api"

    def ready(self) -> None:
        from accounts import export_parts
        from api import personal_data
        from api.services import league_webhooks, tokens
        from core.signals import password_set, table_changed, user_gone

        export_parts.register_export("tokens", personal_data.export_tokens)
        user_gone.connect(tokens.revoke_all, dispatch_uid="api.user_gone")
        password_set.connect(tokens.revoke_all, dispatch_uid="api.password_set")
        table_changed.connect(league_webhooks.tell_listeners, dispatch_uid="api.table_changed")
