"""Addresses of reports, of decisions, and of the staff's pages."""

from __future__ import annotations

from django.urls import path

from moderation.audit import views as audit
from moderation.reports import views as reports
from moderation.sanctions import views as sanctions
from moderation.staff import arbiter
from moderation.staff import views as staff

app_name = "moderation"

urlpatterns = [
    path("report/", reports.file_report_page, name="file_report"),
    path("decisions/", sanctions.decisions_page, name="decisions"),
    path("decisions/<int:sanction_id>/", sanctions.appeal_page, name="appeal_sanction"),
    path("ledger/", sanctions.ledger_page, name="ledger"),
    path("staff/", staff.staff_index, name="staff"),
    path("staff/reports/", staff.report_queue, name="report_queue"),
    path("staff/reports/<int:report_id>/", staff.report_page, name="report"),
    path("staff/reports/<int:report_id>/picture/", staff.report_picture, name="report_picture"),
    path("staff/people/<int:user_id>/", staff.person_page, name="person"),
    path("staff/people/<int:user_id>/picture/", staff.remove_picture, name="remove_picture"),
    path("staff/sanctions/<int:sanction_id>/lift/", staff.lift_page, name="lift_sanction"),
    path("staff/matches/<uuid:match_id>/", arbiter.arbiter_page, name="arbiter"),
    path("staff/appeals/", staff.appeal_list, name="appeals"),
    path("staff/appeals/<int:appeal_id>/", staff.appeal_page, name="appeal"),
    path("staff/audit/", audit.audit_page, name="audit"),
    path("staff/audit.csv", audit.export_audit_log, {"shape": "csv"}, name="audit_csv"),
    path("staff/audit.json", audit.export_audit_log, {"shape": "json"}, name="audit_json"),
]
