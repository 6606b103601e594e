from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Moderation: reports, sanctions, and a log of the staff's actions."""

    name = "moderation"
    verbose_name = _("moderation")

    def ready(self) -> None:
        from django.contrib.admin.models import LogEntry

        from accounts import export_parts
        from core.signals import said, staff_acted, user_forgotten
        from moderation import personal_data
        from moderation.audit import log
        from moderation.reports.services import file_report
        from moderation.staff import roles

        export_parts.register_export("reports", personal_data.export_reports)
        export_parts.register_export("decisions", personal_data.export_decisions)
        user_forgotten.connect(
            personal_data.hide_user_in_reports, dispatch_uid="moderation.user_forgotten"
        )
        post_migrate.connect(roles.ensure_roles, dispatch_uid="moderation.staff.roles")
        post_save.connect(log.from_admin, sender=LogEntry, dispatch_uid="moderation.admin")
        staff_acted.connect(log.record_signalled_action, dispatch_uid="moderation.staff_acted")
        said.connect(file_report.flag_message, dispatch_uid="moderation.said")
