"""Addresses of pages that combine several apps."""

from __future__ import annotations

from django.urls import path

from pages import person, previews, rulebook, views, well_known
from pages.follow_player import follow_page
from pages.manifest import manifest
from pages.service_worker import offline_page, service_worker

app_name = "pages"

urlpatterns = [
    path("", views.landing_page, name="landing"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker, name="service_worker"),
    path("offline/", offline_page, name="offline"),
    path("previews/<str:token>.png", previews.preview_picture, name="preview"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path(".well-known/change-password", well_known.change_password, name="change_password"),
    path("matches/", views.matches_page, name="matches"),
    path("matches/next", views.next_match, name="next_match"),
    path("people/<str:name>/", person.person_page, name="person"),
    path("people/<str:name>/card/", person.card, name="person_card"),
    path("people/<str:name>/table/", follow_page, name="follow"),
    path("matches/<uuid:match_id>/answer", views.answer_from_list, name="answer_from_list"),
    path("keys/", views.keys_page, name="keyboard_keys"),
    path("rules/<slug:game>/", rulebook.rules_page, name="rules"),
    path("rules/<slug:game>/cards/", rulebook.cards_page, name="cards"),
    path("rules/<slug:game>/<int:version>/", rulebook.rules_page, name="rules_version"),
]
