"""Addresses of the leaderboards."""

from __future__ import annotations

from django.urls import path

from ratings import views

app_name = "ratings"

urlpatterns = [
    path("ratings/", views.first_leaderboard, name="leaderboards"),
    path("ratings/<slug:game>/", views.leaderboard_of_game, name="leaderboard"),
    path("ratings/<slug:game>/ratings.json", views.leaderboard_json, name="leaderboard_json"),
]
