"""The pages of a private match's replay, under the address of a link that alone opens them.

The link is part of the address of each of these pages. You can pass on any address and its reader
can continue, without a cookie.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.http import refusals_answered
from matches.services.replay_links import shared_replay

P = ParamSpec("P")
Page = Callable[..., HttpResponse]
SHARED = "shared_"
"""Prefix of the names of these URLs."""


def by_link(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Page:
    """Open a page for the holder of a link to the replay, and keep it out of search engines.

    Raises:
        Refused: `not_found`, answered.
    """

    @wraps(view)
    def opened(request: HttpRequest, /, token: str, **kwargs: Any) -> HttpResponse:
        page: Page = view
        answer = page(request, match_id=shared_replay(token).pk, **kwargs)
        answer.headers["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return refusals_answered(opened)


def link_of(request: HttpRequest) -> str:
    """Return the token of the link that opened this page, or ""."""
    found = request.resolver_match
    is_one = found is not None and (found.url_name or "").startswith(SHARED)
    return str(found.kwargs["token"]) if found and is_one else ""


def round_address(request: HttpRequest, name: str, match_id: object, *rest: object) -> str:
    """Return the address of a page of a round; a reader with a link to the replay stays under that
    link.
    """
    app, _, page = name.partition(":")
    if token := link_of(request):
        return reverse(f"{app}:{SHARED}{page}", args=[token, *rest])
    return reverse(name, args=[match_id, *rest])
