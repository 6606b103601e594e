"""Addresses of the bots' advice."""

from __future__ import annotations

from django.urls import path

from bots import views
from matches.web.replays import SHARED, by_link

app_name = "bots"

urlpatterns = [
    path(
        "matches/<uuid:match_id>/rounds/<int:number>/steps/<int:step>/advice",
        views.advice_page,
        name="advice",
    ),
    path(
        "replays/<slug:token>/rounds/<int:number>/steps/<int:step>/advice",
        by_link(views.advice_page),
        name=f"{SHARED}advice",
    ),
]
