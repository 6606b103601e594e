"""Addresses of the lobby."""

from __future__ import annotations

from django.urls import path

from lobby.views import new_tables, public_tables

app_name = "lobby"

urlpatterns = [
    path("tables/", public_tables.tables, name="tables"),
    path("tables/watchable/", public_tables.watchable, name="watchable"),
    path("tables/quick", public_tables.join_quick_match, name="quick_match"),
    path("tables/<uuid:match_id>/sit", public_tables.sit_at_public_table, name="sit_at_table"),
    path("tables/<uuid:match_id>/fill", public_tables.fill_with_bots, name="fill_with_bots"),
    path("play/<slug:game>/", new_tables.play_now_page, name="play_now"),
    path("play/<slug:game>/friends/", new_tables.play_with_friends, name="play_with_friends"),
    path("join/<slug:token>/", new_tables.invitation_page, name="invitation"),
    path("join/<slug:token>/sit", new_tables.sit_by_invitation, name="sit_by_invitation"),
    path("join/<slug:token>/watch", new_tables.watch_by_invitation, name="watch_by_invitation"),
]
