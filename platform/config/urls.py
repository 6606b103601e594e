"""Every address of the site: each app has its own under its own name."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from operations import health
from operations.monitoring.page import server_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/server/", server_page, name="server"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("accounts.allauth_urls")),
    path("", include("matches.web.urls")),
    path("", include("bots.urls")),
    path("", include("lobby.urls")),
    path("", include("leagues.web.urls")),
    path("", include("moderation.urls")),
    path("", include("notifications.urls")),
    path("", include("ratings.urls")),
    path("", include("court.urls")),
    path("", include("daily.urls")),
    path("", include("friends.urls")),
    path("", include("clubs.urls")),
    path("", include("api.urls")),
    path("", include("pages.urls")),
    path("", include("lessons.urls")),
    path("", include("texts.urls")),
]

handler400 = "core.errors.bad_request"
handler403 = "core.errors.forbidden"
handler404 = "core.errors.not_found"
handler500 = "core.errors.server_error"
