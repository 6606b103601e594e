from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Notices: messages outside of the site when a match needs its player."""

    name = "notifications"
    verbose_name = _("notices")

    def ready(self) -> None:
        from accounts import export_parts
        from core.signals import (
            befriended,
            club_news,
            decided,
            guest_signed_in,
            league_news,
            news_withdrawn,
            seat_kept,
            user_forgotten,
            user_revoked,
        )
        from matches.store import outbox
        from notifications import personal_data, receivers, tasks
        from notifications.services import notify

        outbox.register(outbox.TURN, tasks.notify_turn)
        outbox.register(outbox.BEGUN, tasks.notify_match_begun)
        outbox.register(outbox.ENDED, tasks.notify_match_ended)
        league_news.connect(notify.notify_of_news, dispatch_uid="notifications.league_news")
        befriended.connect(notify.notify_of_news, dispatch_uid="notifications.befriended")
        club_news.connect(notify.notify_of_news, dispatch_uid="notifications.club_news")
        news_withdrawn.connect(notify.withdraw_news, dispatch_uid="notifications.news_withdrawn")
        decided.connect(notify.notify_of_news, dispatch_uid="notifications.decided")
        seat_kept.connect(notify.notify_of_kept_seat, dispatch_uid="notifications.seat_kept")
        export_parts.register_export("channels", personal_data.export_channels)
        export_parts.register_export("notices", personal_data.export_notices)
        user_forgotten.connect(receivers.forget_user, dispatch_uid="notifications.user_forgotten")
        user_revoked.connect(receivers.drop_browsers, dispatch_uid="notifications.user_revoked")
        guest_signed_in.connect(
            receivers.move_browser_to_account, dispatch_uid="notifications.guest_signed_in"
        )
