"""Pages and actions of a match."""

from __future__ import annotations

from django.urls import path

from matches.web.views import absence, pause, reading, seats, table, talk

app_name = "matches"

urlpatterns = [
    path("matches/<uuid:match_id>/", table.table, name="table"),
    path("matches/<uuid:match_id>/actions", table.act, name="act"),
    path("matches/<uuid:match_id>/ready", table.ready, name="ready"),
    path("matches/<uuid:match_id>/not-ready", table.not_ready, name="not_ready"),
    path("matches/<uuid:match_id>/order", seats.order, name="order"),
    path("matches/<uuid:match_id>/leave", table.leave, name="leave"),
    path("matches/<uuid:match_id>/absence/leave", absence.leave, name="leave_match"),
    path("matches/<uuid:match_id>/absence/back", absence.come_back, name="come_back"),
    path("matches/<uuid:match_id>/seats/<int:number>/offer", absence.offer, name="offer"),
    path("matches/<uuid:match_id>/seats/<int:number>/sit", seats.sit, name="sit"),
    path("matches/<uuid:match_id>/seats/<int:number>/bot", seats.bot, name="seat_bot"),
    path("matches/<uuid:match_id>/seats/<int:number>/keep", seats.keep_seat, name="keep"),
    path("matches/<uuid:match_id>/seats/<int:number>/kick", seats.kick, name="kick"),
    path("matches/<uuid:match_id>/declare/<slug:name>", seats.declare, name="declare"),
    path("matches/<uuid:match_id>/rematch", seats.rematch, name="rematch"),
    path("matches/<uuid:match_id>/pause", pause.agree, name="pause"),
    path("matches/<uuid:match_id>/pause/decline", pause.decline, name="decline"),
    path("matches/<uuid:match_id>/pause/end", pause.go_on, name="go_on"),
    path("matches/<uuid:match_id>/acknowledge", table.acknowledged, name="acknowledge"),
    path("matches/<uuid:match_id>/talk", talk.say, name="say"),
    path("matches/<uuid:match_id>/talk/mute", talk.mute, name="mute"),
    path("matches/<uuid:match_id>/rounds/<int:number>/verify", table.verify, name="verify"),
    path("matches/<uuid:match_id>/rounds/<int:number>/steps/", reading.steps, name="steps"),
    path(
        "matches/<uuid:match_id>/rounds/<int:number>/steps/<int:step>",
        reading.step,
        name="step",
    ),
    path("matches/<uuid:match_id>/rounds/<int:number>/moves.json", reading.moves, name="moves"),
]
