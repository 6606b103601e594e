"""Addresses of leagues: the public pages, and those of organisers."""

from __future__ import annotations

from django.urls import path, re_path

from leagues.web.views import exports, fixtures, leagues, members, organise

app_name = "leagues"

LEAGUE = "leagues/<slug:slug>/"
DIVISION = f"{LEAGUE}<int:number>/<int:tier>/"
FIXTURE = r"^leagues/(?P<slug>[-\w]{1,60})/fixtures/(?P<fixture_id>[0-9]{1,9})/"

urlpatterns = [
    path("leagues/", leagues.leagues_page, name="leagues"),
    path("leagues/new/", organise.create_league_page, name="create_league"),
    path("leagues/invited/<slug:token>/", members.invited, name="invited"),
    path(LEAGUE, leagues.show_league, name="league"),
    path(f"{LEAGUE}sign-up", leagues.sign_up, name="sign_up"),
    path(f"{LEAGUE}leave/", leagues.leave_league, name="leave_league"),
    path(f"{LEAGUE}accept", members.accept_invitation, name="accept_invitation"),
    path(f"{LEAGUE}part", members.leave_for_good, name="part_from_league"),
    path(f"{LEAGUE}edit/", organise.edit_league, name="edit_league"),
    path(f"{LEAGUE}organise/", organise.organise_page, name="organise_league"),
    path(f"{LEAGUE}organise/dates", organise.edit_dates, name="edit_dates"),
    path(f"{LEAGUE}organise/drop", organise.drop_player, name="drop_player"),
    path(f"{LEAGUE}organise/<slug:verb>", organise.organise_season, name="organise_action"),
    path(f"{LEAGUE}<int:number>/", leagues.find_division, name="season"),
    re_path(
        r"^leagues/(?P<slug>[-\w]{1,60})/(?P<number>[0-9]{1,9})/"
        r"(?P<what>tables|fixtures|members)\.csv$",
        exports.season_csv,
        name="season_csv",
    ),
    path(f"{LEAGUE}<int:number>/season.xlsx", exports.season_xlsx, name="season_xlsx"),
    path(DIVISION, leagues.show_division, name="division"),
    path(f"{DIVISION}table.csv", exports.table_csv, name="table_csv"),
    path(f"{DIVISION}fixtures.csv", exports.fixtures_csv, name="fixtures_csv"),
    path(f"{DIVISION}division.json", exports.division_json, name="division_json"),
    re_path(f"{FIXTURE}$", fixtures.fixture_page, name="fixture"),
    re_path(f"{FIXTURE}write/$", fixtures.write_to_fixture, name="write_to_fixture"),
    re_path(f"{FIXTURE}appointment\\.ics$", fixtures.appointment_ics, name="appointment_ics"),
    re_path(
        f"{FIXTURE}(?P<verb>propose|now|agree|take-back)$",
        fixtures.arrange_fixture,
        name="arrange_fixture",
    ),
    re_path(
        f"{FIXTURE}(?P<verb>walkover|void|result|restore)$",
        fixtures.decide_fixture,
        name="decide_fixture",
    ),
]
