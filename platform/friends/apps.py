from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FriendsConfig(AppConfig):
    """Friends: people who agreed to see when the other is here."""

    name = "friends"
    verbose_name = _("friends")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import export_parts
        from core.signals import guest_signed_in, seat_kept, user_blocked, user_forgotten
        from friends import personal_data
        from friends.services import friendship, put_away

        export_parts.register_export("friends", personal_data.export_friends)
        export_parts.register_export("challenges", personal_data.export_challenges)
        guest_signed_in.connect(personal_data.merge_guest, dispatch_uid="friends.guest_signed_in")
        user_forgotten.connect(personal_data.forget_user, dispatch_uid="friends.user_forgotten")
        seat_kept.connect(put_away.show_again, dispatch_uid="friends.seat_kept")
        user_blocked.connect(friendship.end_blocked, dispatch_uid="friends.user_blocked")
