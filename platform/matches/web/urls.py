"""URLs of a match's pages and actions."""

from __future__ import annotations

from django.urls import path

from matches.web.replays import SHARED, by_link
from matches.web.views import absence, one_device, pause, reading, seats, table, talk

app_name = "matches"

OF_MATCH = "matches/<uuid:match_id>/rounds/<int:number>/"
BY_LINK = "replays/<slug:token>/rounds/<int:number>/"
PAGES_OF_A_ROUND = (
    ("verify", table.verify_shuffle, "verify_shuffle"),
    ("steps/", reading.jump_to_step, "jump_to_step"),
    ("steps/<int:step>", reading.step_page, "step"),
    ("steps/<int:step>/play-on", reading.play_on_from, "play_on"),
    ("moves.json", reading.moves_json, "moves_json"),
    ("moves.txt", reading.moves_text, "moves_text"),
)
"""Pages for users who may see the match, and for readers with a link to its replay."""

urlpatterns = [
    path("matches/<uuid:match_id>/", table.show_table, name="table"),
    path("matches/<uuid:match_id>/actions", table.submit_action, name="submit_action"),
    path("matches/<uuid:match_id>/ready", table.get_ready, name="get_ready"),
    path("matches/<uuid:match_id>/not-ready", table.not_ready, name="not_ready"),
    path("matches/<uuid:match_id>/order", seats.order_for_seat, name="give_order"),
    path("matches/<uuid:match_id>/leave", table.leave_table, name="leave_table"),
    path("matches/<uuid:match_id>/absence/leave", absence.leave_running_match, name="leave_match"),
    path("matches/<uuid:match_id>/absence/back", absence.come_back, name="come_back"),
    path(
        "matches/<uuid:match_id>/absence/object",
        absence.object_to_substitute,
        name="object_to_substitute",
    ),
    path("matches/<uuid:match_id>/seats/<int:number>/offer", absence.offer_seat, name="offer_seat"),
    path(
        "matches/<uuid:match_id>/seats/<int:number>/offer/take-back",
        absence.take_consent_back,
        name="take_consent_back",
    ),
    path("matches/<uuid:match_id>/seats/<int:number>/sit", seats.sit_down, name="sit_down"),
    path("matches/<uuid:match_id>/seats/<int:number>/bot", seats.seat_bot, name="seat_bot"),
    path("matches/<uuid:match_id>/seats/<int:number>/keep", seats.keep_seat, name="keep_seat"),
    path("matches/<uuid:match_id>/seats/<int:number>/kick", seats.kick_player, name="kick_player"),
    path(
        "matches/<uuid:match_id>/declare/<slug:name>",
        seats.declare_for_seat,
        name="keep_declaration",
    ),
    path("matches/<uuid:match_id>/rematch", seats.begin_rematch, name="open_rematch"),
    path("matches/<uuid:match_id>/device/guests", one_device.add_guest, name="add_guest"),
    path("matches/<uuid:match_id>/device/show", one_device.show_hand, name="show_hand"),
    path("matches/<uuid:match_id>/device/cover", one_device.cover_hand, name="cover_hand"),
    path("matches/<uuid:match_id>/pause", pause.agree_to_pause, name="agree_to_pause"),
    path("matches/<uuid:match_id>/pause/decline", pause.decline_pause, name="decline_pause"),
    path("matches/<uuid:match_id>/pause/end", pause.end_pause, name="end_pause"),
    path(
        "matches/<uuid:match_id>/acknowledge", table.acknowledge_moments, name="acknowledge_moments"
    ),
    path("matches/<uuid:match_id>/talk", talk.say_at_table, name="say_at_table"),
    path("matches/<uuid:match_id>/talk/mute", talk.mute_person, name="mute_person"),
    path("matches/<uuid:match_id>/replay/share", reading.share_replay, name="share_replay"),
    path(
        "matches/<uuid:match_id>/replay/stop-sharing",
        reading.stop_sharing_replay,
        name="stop_sharing_replay",
    ),
    path("replays/<slug:token>/", reading.open_replay, name="open_replay"),
    *(path(f"{OF_MATCH}{route}", view, name=name) for route, view, name in PAGES_OF_A_ROUND),
    *(
        path(f"{BY_LINK}{route}", by_link(view), name=f"{SHARED}{name}")
        for route, view, name in PAGES_OF_A_ROUND
    ),
]
