"""The template tag with the tags that messengers read for a link preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import template
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.translation import get_language

from core.previews.preview import HEIGHT, WIDTH, Preview, site_preview, spoken

register = template.Library()


@register.inclusion_tag("components/preview_tags.html", takes_context=True)
def link_preview(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of a page's preview: its view's own, or the site's.

    The site's is only for visitors: a messenger is never signed in.
    """
    request = context.get("request")
    if "preview" not in context and request is not None and _is_signed_in(request):
        return {}
    preview = context.get("preview") or _of_the_site(request)
    return {
        "preview": preview,
        "language": preview.language or get_language(),
        "picture": _absolute(request, preview.picture) if request else "",
        "width": WIDTH,
        "height": HEIGHT,
    }


def _is_signed_in(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return user is not None and user.is_authenticated


def _of_the_site(request: HttpRequest | None) -> Preview:
    if request is None:
        return site_preview()
    with spoken(request) as language:
        return replace(site_preview(), language=language)


def _absolute(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path, or nothing on the page that refuses a foreign host."""
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:
        return ""
