from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, which run by themselves for months."""

    name = "leagues"
    verbose_name = _("leagues")

    def ready(self) -> None:
        from accounts import export_parts
        from core import reportable
        from core.signals import match_corrected, match_finished, user_forgotten
        from leagues import personal_data
        from leagues.present import thread
        from leagues.services.fixtures.take_result import note_match_over

        export_parts.register_export("leagues", personal_data.export_entries)
        export_parts.register_export("leagues_organised", personal_data.export_organised)
        export_parts.register_export("leagues_invited", personal_data.export_memberships)
        export_parts.register_export("leagues_wrote", personal_data.export_messages)
        reportable.register_finder("fixture", thread.find_written)
        user_forgotten.connect(personal_data.forget_user, dispatch_uid="leagues.user_forgotten")
        match_finished.connect(note_match_over, dispatch_uid="leagues.match_finished")
        match_corrected.connect(note_match_over, dispatch_uid="leagues.match_corrected")
