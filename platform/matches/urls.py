"""Pages and actions of a match."""

from __future__ import annotations

from django.urls import path

from matches import (
    views,
    views_absence,
    views_pause,
    views_reading,
    views_seats,
    views_talk,
)

app_name = "matches"

urlpatterns = [
    path("matches/<uuid:match_id>/", views.table, name="table"),
    path("matches/<uuid:match_id>/actions", views.act, name="act"),
    path("matches/<uuid:match_id>/ready", views.ready, name="ready"),
    path("matches/<uuid:match_id>/not-ready", views.not_ready, name="not_ready"),
    path("matches/<uuid:match_id>/order", views_seats.order, name="order"),
    path("matches/<uuid:match_id>/leave", views.leave, name="leave"),
    path("matches/<uuid:match_id>/absence/leave", views_absence.leave, name="leave_match"),
    path("matches/<uuid:match_id>/absence/back", views_absence.come_back, name="come_back"),
    path("matches/<uuid:match_id>/seats/<int:number>/offer", views_absence.offer, name="offer"),
    path("matches/<uuid:match_id>/seats/<int:number>/sit", views_seats.sit, name="sit"),
    path("matches/<uuid:match_id>/seats/<int:number>/bot", views_seats.bot, name="seat_bot"),
    path("matches/<uuid:match_id>/seats/<int:number>/keep", views_seats.keep_seat, name="keep"),
    path("matches/<uuid:match_id>/seats/<int:number>/kick", views_seats.kick, name="kick"),
    path("matches/<uuid:match_id>/declare/<slug:name>", views_seats.declare, name="declare"),
    path("matches/<uuid:match_id>/rematch", views_seats.rematch, name="rematch"),
    path("matches/<uuid:match_id>/pause", views_pause.agree, name="pause"),
    path("matches/<uuid:match_id>/pause/decline", views_pause.decline, name="decline"),
    path("matches/<uuid:match_id>/pause/end", views_pause.go_on, name="go_on"),
    path("matches/<uuid:match_id>/acknowledge", views.acknowledged, name="acknowledge"),
    path("matches/<uuid:match_id>/talk", views_talk.say, name="say"),
    path("matches/<uuid:match_id>/talk/mute", views_talk.mute, name="mute"),
    path("matches/<uuid:match_id>/rounds/<int:number>/verify", views.verify, name="verify"),
    path("matches/<uuid:match_id>/rounds/<int:number>/steps/", views_reading.steps, name="steps"),
    path(
        "matches/<uuid:match_id>/rounds/<int:number>/steps/<int:step>",
        views_reading.step,
        name="step",
    ),
    path(
        "matches/<uuid:match_id>/rounds/<int:number>/moves.json", views_reading.moves, name="moves"
    ),
]
