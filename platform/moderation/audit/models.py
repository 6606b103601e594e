"""The audit log: all actions of the staff, stored permanently."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """An action of a member of the staff. Append-only: the database refuses every change.

    Only `moderation.audit.log` writes here. `by` has no constraint, because no row may ever change.
    """

    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        verbose_name=_("by"),
    )
    """Null: the platform itself."""
    app = models.CharField(_("area"), max_length=40)
    verb = models.CharField(_("what"), max_length=60)
    target = models.CharField(_("about what"), max_length=120)
    """Format: `app.model:id`."""
    facts = models.JSONField(_("facts"), default=dict)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ("-id",)
        default_permissions = ("view",)
        # The permissions that the roles of `moderation.staff.roles` get in this app.
        permissions = (
            ("see_audit", _("Can read the audit log")),
            ("decide_cases", _("Can decide reports and cases")),
            ("sanction", _("Can impose and lift sanctions")),
            ("arbitrate", _("Can see all hands of a running match as an arbiter")),
        )
        indexes = (models.Index(fields=("target", "id"), name="audit_by_target"),)

    def __str__(self) -> str:
        return f"{self.app}.{self.verb} {self.target}"
