"""What every template may ask about this site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Where the source can be had; empty if the host has not said."""
    return {"source_url": settings.SOURCE_URL}
