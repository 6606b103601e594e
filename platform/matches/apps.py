from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The Django glue for games."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core.signals import user_revoked
        from matches import outbox, tasks, topics

        outbox.register(outbox.ROUND_FINISHED, tasks.settle)
        user_revoked.connect(topics.announce_revoked, dispatch_uid="matches.user_revoked")
