"""Ways to a table."""

from __future__ import annotations

from django.urls import path

from lobby import tables, views

app_name = "lobby"

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/watchable/", tables.watchable, name="watchable"),
    path("tables/quick", tables.join_quick_match, name="quick_match"),
    path("tables/<uuid:match_id>/sit", tables.sit_at_public_table, name="sit_at_table"),
    path("tables/<uuid:match_id>/fill", tables.fill_with_bots, name="fill_with_bots"),
    path("play/<slug:game>/", views.play_now_page, name="play_now"),
    path("play/<slug:game>/friends/", views.play_with_friends, name="play_with_friends"),
    path("join/<slug:token>/", views.invitation_page, name="invitation"),
    path("join/<slug:token>/sit", views.sit_by_invitation, name="sit_by_invitation"),
    path("join/<slug:token>/watch", views.watch_by_invitation, name="watch_by_invitation"),
]
