"""The web app manifest of the site."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

NIGHT = "#11172a"
"""The background colour in the dark theme, as in `core/img/app.svg`."""


@require_safe
@cache_control(private=True, max_age=3600)
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest of the installed app, in the visitor's language."""
    return JsonResponse(
        {
            "id": "/",
            "name": "Nightcap",
            "short_name": "Nightcap",
            "description": gettext("Card games for a late evening at the kitchen table."),
            "lang": get_language(),
            "start_url": reverse("pages:landing"),
            "scope": "/",
            "display": "standalone",
            "background_color": NIGHT,
            "theme_color": NIGHT,
            "categories": ["games"],
            "icons": [
                _icon("core/img/app-192.png", "192x192"),
                _icon("core/img/app-512.png", "512x512"),
                _icon("core/img/app.svg", "any", "image/svg+xml"),
                _icon("core/img/app-512.png", "512x512", purpose="maskable"),
            ],
            "shortcuts": [
                {"name": gettext("Your matches"), "url": reverse("pages:matches")},
                {"name": gettext("Next match"), "url": reverse("pages:next_match")},
            ],
        },
        content_type="application/manifest+json",
    )


def _icon(path: str, sizes: str, kind: str = "image/png", purpose: str = "any") -> dict[str, str]:
    return {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
