"""Leagues: what everybody sees, and what their organisers do."""

from __future__ import annotations

from django.urls import path, re_path

from leagues import exports, views, views_fixture, views_organise

app_name = "leagues"

LEAGUE = "leagues/<slug:slug>/"
DIVISION = f"{LEAGUE}<int:number>/<int:tier>/"
FIXTURE = r"^leagues/(?P<slug>[-\w]{1,60})/fixtures/(?P<fixture_id>[0-9]{1,9})/"

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views_organise.found, name="found"),
    path(LEAGUE, views.league, name="league"),
    path(f"{LEAGUE}sign-up", views.sign_up, name="sign_up"),
    path(f"{LEAGUE}leave/", views.leave, name="leave"),
    path(f"{LEAGUE}edit/", views_organise.edit, name="edit"),
    path(f"{LEAGUE}organise/", views_organise.organise, name="organise"),
    path(f"{LEAGUE}organise/dates", views_organise.dates, name="dates"),
    path(f"{LEAGUE}organise/<slug:verb>", views_organise.act, name="act"),
    path(f"{LEAGUE}<int:number>/", views.season, name="season"),
    path(DIVISION, views.division, name="division"),
    path(f"{DIVISION}table.csv", exports.table_csv, name="table_csv"),
    path(f"{DIVISION}fixtures.csv", exports.fixtures_csv, name="fixtures_csv"),
    path(f"{DIVISION}division.json", exports.division_json, name="division_json"),
    re_path(f"{FIXTURE}$", views_fixture.fixture, name="fixture"),
    re_path(f"{FIXTURE}(?P<verb>propose|agree|take-back)$", views_fixture.appoint, name="appoint"),
    re_path(
        f"{FIXTURE}(?P<verb>walkover|void|result|restore)$", views_fixture.decided, name="decide"
    ),
]
