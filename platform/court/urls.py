"""Addresses of the word court: the moderators' pages, the list of words, the words of a match."""

from __future__ import annotations

from django.urls import path

from court.views import moderators, public

app_name = "court"

urlpatterns = [
    path("court/", moderators.case_queue, name="case_queue"),
    path("court/disputes/", moderators.dispute_queue, name="dispute_queue"),
    path(
        "court/disputes/<int:dispute_id>/take",
        moderators.open_case_of_dispute,
        name="take_up_dispute",
    ),
    path("court/<int:case_id>/", moderators.case_page, name="case"),
    path("court/<int:case_id>/claim", moderators.claim_case, name="claim_case"),
    path("court/<int:case_id>/release", moderators.release_case, name="release_case"),
    path("court/<int:case_id>/ask", moderators.ask_opinion, name="ask_opinion"),
    path("court/<int:case_id>/opinion", moderators.give_opinion, name="give_opinion"),
    path("court/<int:case_id>/decide", moderators.submit_decision, name="decide_case"),
    path("words/", public.rulings_page, name="rulings"),
    path("words/releases/<slug:pinned>.json", public.release_json, name="release_file"),
    path("words/<int:ruling_id>/", public.ruling_page, name="ruling"),
    path("words/<int:ruling_id>/appeal", public.submit_challenge, name="challenge_ruling"),
    path("matches/<uuid:match_id>/words/", public.match_words, name="match_words"),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/appeal",
        public.appeal_dispute,
        name="appeal_dispute",
    ),
    path(
        "matches/<uuid:match_id>/words/<int:dispute_id>/withdraw",
        public.withdraw_appeal,
        name="withdraw_appeal",
    ),
]
