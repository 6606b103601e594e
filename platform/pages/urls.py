"""The pages that join several apps."""

from __future__ import annotations

from django.urls import path

from pages import views
from pages.manifest import manifest

app_name = "pages"

urlpatterns = [
    path("", views.landing, name="landing"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("matches/", views.matches, name="matches"),
    path("matches/next", views.next_match, name="next_match"),
    path("people/<str:name>/", views.person, name="person"),
    path("matches/<uuid:match_id>/answer", views.answer_from_list, name="answer_from_list"),
    path("keys/", views.keys, name="keyboard_keys"),
    path("rules/<slug:game>/", views.rules, name="rules"),
]
