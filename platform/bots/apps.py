from __future__ import annotations

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Bots at the tables."""

    name = "bots"

    def ready(self) -> None:
        from bots import take_turn, tasks
        from core.signals import player_changed
        from matches.store import outbox

        outbox.register(outbox.BOT_TURN, tasks.play_turn, early=tasks.think_ahead)
        player_changed.connect(take_turn.forget_thought, dispatch_uid="bots.player_changed")
