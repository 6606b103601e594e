"""Reports, sanctions and the audit log; only the services beside each model write to it."""

from __future__ import annotations

from moderation.audit.models import AuditEntry
from moderation.reports.models import Report, ReportedPicture
from moderation.sanctions.models import Sanction, SanctionAppeal

__all__ = ("AuditEntry", "Report", "ReportedPicture", "Sanction", "SanctionAppeal")
