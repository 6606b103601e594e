"""The leaderboards."""

from __future__ import annotations

from django.urls import path

from ratings import views

app_name = "ratings"

urlpatterns = [
    path("ratings/", views.first_leaderboard, name="first"),
    path("ratings/<slug:game>/", views.leaderboard_of_game, name="board"),
    path("ratings/<slug:game>/ratings.json", views.leaderboard_json, name="export"),
]
