from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs: people who play together, with a page of their own."""

    name = "clubs"
    verbose_name = _("clubs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import export_parts
        from clubs import personal_data
        from clubs.present import written
        from clubs.present.table_circle import circle_of_table
        from clubs.services import hand_over, tables
        from core import reportable
        from core.signals import rematch_opened, user_forgotten, user_gone
        from matches.web import circles

        export_parts.register_export("clubs", personal_data.export_memberships)
        export_parts.register_export("clubs_wrote", personal_data.export_messages)
        export_parts.register_export("clubs_announced", personal_data.export_announcements)
        reportable.register_finder("club", written.find_about)
        reportable.register_finder("club_message", written.find_message)
        reportable.register_finder("club_news", written.find_announcement)
        rematch_opened.connect(tables.list_rematch, dispatch_uid="clubs.rematch_opened")
        circles.register_finder(circle_of_table)
        user_gone.connect(hand_over.hand_on_clubs, dispatch_uid="clubs.user_gone")
        user_forgotten.connect(personal_data.forget_user, dispatch_uid="clubs.user_forgotten")
