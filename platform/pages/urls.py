"""The pages that join several apps."""

from __future__ import annotations

from django.urls import path

from pages import views
from pages.manifest import manifest

app_name = "pages"

urlpatterns = [
    path("", views.landing_page, name="landing"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("matches/", views.matches_page, name="matches"),
    path("matches/next", views.next_match, name="next_match"),
    path("people/<str:name>/", views.person_page, name="person"),
    path("matches/<uuid:match_id>/answer", views.answer_from_list, name="answer_from_list"),
    path("keys/", views.keys_page, name="keyboard_keys"),
    path("rules/<slug:game>/", views.rules_page, name="rules"),
]
