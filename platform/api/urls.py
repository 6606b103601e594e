"""Addresses of the API, of its description, and of a user's tokens."""

from __future__ import annotations

from django.urls import include, path

from api import views
from api.endpoints import ROOT, unlisted, urlpatterns_of
from api.registered import endpoints

app_name = "api"

urlpatterns = [
    path("bots/", views.bots_page, name="bots"),
    path("api/", views.docs_page, name="docs"),
    path("api/guide/<slug:chapter>/", views.guide_page, name="guide"),
    path("api/clients/<str:name>", views.client_file, name="client"),
    path(f"{ROOT}openapi.json", unlisted(views.openapi_json), name="openapi"),
    path(f"{ROOT}socket.json", unlisted(views.socket_json), name="socket_schema"),
    path(ROOT, include(urlpatterns_of(endpoints))),
    path(ROOT, views.nothing_here, name="nothing_here"),
    path(f"{ROOT}<path:rest>", views.nothing_here, name="nothing_here"),
    path("leagues/<slug:slug>/webhook/", views.league_webhook_page, name="league_webhook"),
    path("preferences/tokens/", views.tokens_page, name="tokens"),
    path("preferences/bot/", views.bot_page, name="bot"),
    path("preferences/tokens/<int:pk>/revoke/", views.revoke_token_page, name="revoke_token"),
]
