"""Pages and actions of a match."""

from __future__ import annotations

from django.urls import path

from matches import views

app_name = "matches"

urlpatterns = [
    path("matches/<uuid:match_id>/", views.table, name="table"),
    path("matches/<uuid:match_id>/actions", views.act, name="act"),
    path("matches/<uuid:match_id>/ready", views.ready, name="ready"),
    path("matches/<uuid:match_id>/leave", views.leave, name="leave"),
    path("matches/<uuid:match_id>/seats/<int:number>/bot", views.seat_bot, name="seat_bot"),
    path("matches/<uuid:match_id>/acknowledge", views.acknowledged, name="acknowledge"),
    path("matches/<uuid:match_id>/rounds/<int:number>/verify", views.verify, name="verify"),
]
