"""The template context of every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the server's version, the address of its source ("" if the host names none), the languages
    by their own names, whether the API is on, and whether this browser shows no hints.
    """
    return {
        "site_version": settings.VERSION,
        "source_url": settings.SOURCE_URL,
        "site_languages": settings.LANGUAGES,
        "has_api": settings.API,
        "hints_off": request.COOKIES.get("hints") == "off",
    }
