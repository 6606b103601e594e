"""Pages of the word court: the moderators' ones, the list of words, the words of a match."""

from __future__ import annotations

from django.urls import path

from court.views import moderators, public

app_name = "court"

urlpatterns = [
    path("court/", moderators.queue, name="queue"),
    path("court/disputes/", moderators.disputes, name="disputes"),
    path("court/disputes/<int:dispute_id>/take", moderators.take_up, name="take_up_dispute"),
    path("court/<int:case_id>/", moderators.case, name="case"),
    path("court/<int:case_id>/claim", moderators.claim, name="claim_case"),
    path("court/<int:case_id>/release", moderators.release, name="release_case"),
    path("court/<int:case_id>/ask", moderators.ask_opinion, name="ask_opinion"),
    path("court/<int:case_id>/opinion", moderators.give_opinion, name="give_opinion"),
    path("court/<int:case_id>/decide", moderators.decide, name="decide_case"),
    path("words/", public.rulings, name="rulings"),
    path("words/releases/<slug:pinned>.json", public.release, name="release_file"),
    path("words/<int:ruling_id>/", public.ruling, name="ruling"),
    path("words/<int:ruling_id>/appeal", public.challenge, name="challenge_ruling"),
    path("matches/<uuid:match_id>/words/", public.match_words, name="match_words"),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/appeal",
        public.appeal,
        name="appeal_dispute",
    ),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/withdraw",
        public.withdraw,
        name="withdraw_appeal",
    ),
]
