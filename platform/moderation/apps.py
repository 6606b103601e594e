from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Order at the tables: reports, sanctions, and a log of what the staff does."""

    name = "moderation"
    verbose_name = _("moderation")

    def ready(self) -> None:
        from django.contrib.admin.models import LogEntry

        from accounts import exports
        from core.signals import said, staff_acted, user_forgotten
        from moderation import exports as own
        from moderation import roles
        from moderation.services import audit, report

        exports.register("reports", own.reports)
        exports.register("decisions", own.decisions)
        user_forgotten.connect(own.hide, dispatch_uid="moderation.user_forgotten")
        post_migrate.connect(roles.ensure, dispatch_uid="moderation.roles")
        post_save.connect(audit.from_admin, sender=LogEntry, dispatch_uid="moderation.admin")
        staff_acted.connect(audit.heard, dispatch_uid="moderation.staff_acted")
        said.connect(report.flag, dispatch_uid="moderation.said")
