"""Where people tell the staff, read what was decided, and the staff works."""

from __future__ import annotations

from django.urls import path

from moderation import views_arbiter, views_audit, views_own, views_report, views_staff

app_name = "moderation"

urlpatterns = [
    path("report/", views_report.tell, name="tell"),
    path("decisions/", views_own.decisions, name="decisions"),
    path("decisions/<int:sanction_id>/", views_own.object_to, name="object"),
    path("ledger/", views_own.ledger, name="ledger"),
    path("staff/", views_staff.index, name="staff"),
    path("staff/reports/", views_staff.queue, name="queue"),
    path("staff/reports/<int:report_id>/", views_staff.report, name="report"),
    path("staff/people/<int:user_id>/", views_staff.person, name="person"),
    path("staff/sanctions/<int:sanction_id>/lift/", views_staff.take_back, name="lift"),
    path("staff/matches/<uuid:match_id>/", views_arbiter.arbiter, name="arbiter"),
    path("staff/appeals/", views_staff.appeal_list, name="appeals"),
    path("staff/appeals/<int:appeal_id>/", views_staff.appeal, name="appeal"),
    path("staff/audit/", views_audit.audit, name="audit"),
    path("staff/audit.csv", views_audit.export, {"shape": "csv"}, name="audit_csv"),
    path("staff/audit.json", views_audit.export, {"shape": "json"}, name="audit_json"),
]
