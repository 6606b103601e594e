from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """The record of disputes, and order at the tables."""

    name = "moderation"
    verbose_name = _("moderation")

    def ready(self) -> None:
        from django.contrib.admin.models import LogEntry

        from accounts import exports
        from core.signals import contested, guest_signed_in, said, staff_acted, user_forgotten
        from moderation import exports as own
        from moderation import roles
        from moderation.services import audit, record, report

        exports.register("reports", own.reports)
        exports.register("decisions", own.decisions)
        exports.register("disputes", own.disputes)
        exports.register("word_appeals", own.word_appeals)
        user_forgotten.connect(own.hide_words, dispatch_uid="moderation.words_forgotten")
        user_forgotten.connect(own.hide, dispatch_uid="moderation.user_forgotten")
        post_migrate.connect(roles.ensure, dispatch_uid="moderation.roles")
        post_save.connect(audit.from_admin, sender=LogEntry, dispatch_uid="moderation.admin")
        staff_acted.connect(audit.heard, dispatch_uid="moderation.staff_acted")
        said.connect(report.flag, dispatch_uid="moderation.said")
        contested.connect(record.record, dispatch_uid="moderation.contested")
        guest_signed_in.connect(record.hand_on, dispatch_uid="moderation.guest_signed_in")
