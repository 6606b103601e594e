"""Addresses of clubs: the list, the page of a club, those of its officers, and the staff's."""

from __future__ import annotations

from django.urls import path

from clubs.views import actions, pages, staff

app_name = "clubs"

CLUB = "clubs/<slug:slug>/"

urlpatterns = [
    path("clubs/", pages.clubs_page, name="clubs"),
    path("clubs/new/", pages.found_page, name="found"),
    path("clubs/with/<slug:token>/", pages.invited_page, name="invited"),
    path(CLUB, pages.club_page, name="club"),
    path(f"{CLUB}edit/", pages.edit_page, name="edit"),
    path(f"{CLUB}run/", pages.run_page, name="run"),
    path(f"{CLUB}leave/", pages.leave_page, name="leave"),
    path(f"{CLUB}close/", pages.close_page, name="close"),
    path(f"{CLUB}play/<slug:game>/", pages.new_table_page, name="new_table"),
    path(f"{CLUB}tables/<uuid:match_id>/<slug:verb>", actions.go_to_table, name="go_to_table"),
    path(f"{CLUB}announce", actions.announce_to_club, name="announce"),
    path(f"{CLUB}do/<slug:verb>", actions.act, name="act"),
    path(f"{CLUB}run/<slug:verb>", actions.lead, name="lead"),
    path("staff/clubs/", staff.clubs_page, name="staff_clubs"),
    path("staff/clubs/<int:club_id>/", staff.club_page, name="staff_club"),
    path("staff/clubs/<int:club_id>/<slug:verb>", staff.act, name="staff_act"),
]
