"""Reports, sanctions and the audit log: each beside the services that alone write it."""

from __future__ import annotations

from moderation.audit.models import AuditEntry
from moderation.reports.models import Report
from moderation.sanctions.models import Sanction, SanctionAppeal

__all__ = ("AuditEntry", "Report", "Sanction", "SanctionAppeal")
