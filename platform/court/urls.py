"""Pages of the word court: the moderators' ones, the list of words, the words of a match."""

from __future__ import annotations

from django.urls import path

from court.views import moderators, public

app_name = "court"

urlpatterns = [
    path("court/", moderators.queue, name="queue"),
    path("court/disputes/", moderators.disputes, name="disputes"),
    path("court/disputes/<int:dispute_id>/take", moderators.take_up, name="take"),
    path("court/<int:case_id>/", moderators.case, name="case"),
    path("court/<int:case_id>/claim", moderators.claim, name="claim"),
    path("court/<int:case_id>/release", moderators.release, name="release"),
    path("court/<int:case_id>/ask", moderators.ask_opinion, name="ask"),
    path("court/<int:case_id>/opinion", moderators.give_opinion, name="opine"),
    path("court/<int:case_id>/decide", moderators.decide, name="decide"),
    path("words/", public.rulings, name="words"),
    path("words/releases/<slug:pinned>.json", public.release, name="release_file"),
    path("words/<int:ruling_id>/", public.ruling, name="word"),
    path("words/<int:ruling_id>/appeal", public.challenge, name="challenge"),
    path("matches/<uuid:match_id>/words/", public.match_words, name="match"),
    path("matches/<uuid:match_id>/words/<int:dispute_id>/appeal", public.appeal, name="appeal"),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/withdraw",
        public.withdraw,
        name="withdraw",
    ),
]
