"""Ways to a table."""

from __future__ import annotations

from django.urls import path

from lobby import tables, views

app_name = "lobby"

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/<uuid:match_id>/sit", tables.sit, name="sit_at"),
    path("tables/<uuid:match_id>/fill", tables.fill, name="fill"),
    path("play/<slug:game>/", views.now, name="now"),
    path("play/<slug:game>/quick", tables.quick, name="quick"),
    path("play/<slug:game>/friends/", views.friends, name="friends"),
    path("join/<slug:token>/", views.join, name="join"),
    path("join/<slug:token>/sit", views.sit, name="sit"),
    path("join/<slug:token>/watch", views.watch, name="watch"),
]
