"""Pages of the word court: the moderators' ones, the list of words, the words of a match."""

from __future__ import annotations

from django.urls import path

from moderation import views_court, views_words

app_name = "court"

urlpatterns = [
    path("court/", views_court.queue, name="queue"),
    path("court/disputes/", views_court.disputes, name="disputes"),
    path("court/disputes/<int:dispute_id>/take", views_court.take, name="take"),
    path("court/<int:case_id>/", views_court.case, name="case"),
    path("court/<int:case_id>/claim", views_court.claim, name="claim"),
    path("court/<int:case_id>/release", views_court.release, name="release"),
    path("court/<int:case_id>/ask", views_court.ask, name="ask"),
    path("court/<int:case_id>/opinion", views_court.opine, name="opine"),
    path("court/<int:case_id>/decide", views_court.decide, name="decide"),
    path("words/", views_words.words, name="words"),
    path("words/releases/<slug:pinned>.json", views_words.release, name="release_file"),
    path("words/<int:ruling_id>/", views_words.word, name="word"),
    path("words/<int:ruling_id>/appeal", views_words.challenge, name="challenge"),
    path("matches/<uuid:match_id>/words/", views_words.match_words, name="match"),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/appeal", views_words.appeal, name="appeal"
    ),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/withdraw",
        views_words.withdraw,
        name="withdraw",
    ),
]
