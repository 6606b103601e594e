"""The pages of a private match's replay under the address of a link to it, which alone opens them.

The link stands in the address of each of these pages: whoever is handed one, from a message or from the
address bar, can read on, and no cookie is needed.
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
"""How the names of these addresses begin."""


def by_link(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Page:
    """The same page for whoever has a link to the replay; no search engine is to know it.

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
    """The token of the link by which this page was opened; "" if by none."""
    found = request.resolver_match
    is_one = found is not None and (found.url_name or "").startswith(SHARED)
    return str(found.kwargs["token"]) if found and is_one else ""


def round_address(request: HttpRequest, name: str, match_id: object, *rest: object) -> str:
    """The address of a page of a round, for somebody on this page: who came by a link stays under it."""
    app, _, page = name.partition(":")
    if token := link_of(request):
        return reverse(f"{app}:{SHARED}{page}", args=[token, *rest])
    return reverse(name, args=[match_id, *rest])
