from __future__ import annotations

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Bots at the tables."""

    name = "bots"

    def ready(self) -> None:
        from bots import tasks
        from matches import outbox

        outbox.register(outbox.BOT_TURN, tasks.play_turn, early=tasks.think)
