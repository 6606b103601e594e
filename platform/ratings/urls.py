"""The leaderboards."""

from __future__ import annotations

from django.urls import path

from ratings import views

app_name = "ratings"

urlpatterns = [
    path("ratings/", views.first, name="first"),
    path("ratings/<slug:game>/", views.board, name="board"),
    path("ratings/<slug:game>/ratings.json", views.export, name="export"),
]
