"""Reports, sanctions and the audit log. Only `moderation.services` writes here."""

from __future__ import annotations

from moderation.models_audit import AuditEntry
from moderation.models_reports import Report
from moderation.models_sanctions import Sanction, SanctionAppeal

__all__ = ("AuditEntry", "Report", "Sanction", "SanctionAppeal")
