"""What every template may ask about this site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """Where the source can be had, empty if the host has not said; the languages as they call themselves;
    whether programs are answered."""
    return {
        "source_url": settings.SOURCE_URL,
        "site_languages": settings.LANGUAGES,
        "has_api": settings.API,
    }
