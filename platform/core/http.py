"""Decorators of views, and refusals over HTTP: a page for people, JSON for programs.

`@page`, `@form_page` or `@action` is the first decorator of a view. Django's middleware checks the
CSRF token of forms, for every address.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.form_input import fields_kept, words_typed
from core.refusals import Refused, retry_after, sentence, status
from games.kernel.contract import Refusal

P = ParamSpec("P")


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client is a program that reads JSON."""
    accept = request.headers.get("Accept", "")
    is_for_programs = request.path.startswith(settings.API_ROOT) or request.path.endswith(".json")
    return is_for_programs or accept.startswith("application/json")


def wants_part(request: HttpRequest) -> bool:
    """Return whether htmx requests only a part of a page; a browser that navigates gets the whole
    page.
    """
    return "HX-Request" in request.headers


def answer_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer with a refusal: its status, code and sentence."""
    code = status(refusal)
    told = {"code": refusal.code, "sentence": sentence(refusal)}
    answer: HttpResponse
    if wants_json(request):
        answer = JsonResponse(told, status=code)
    else:
        context = {"refusal": told, "status": code, "typed": words_typed(request)}
        if refusal.code == "sign_in_first":
            context["kept"] = fields_kept(request)
        answer = render(request, "refused.html", context, status=code)
    return refused_until(answer, refusal)


def refused_until(answer: HttpResponse, refusal: Refusal) -> HttpResponse:
    """Add the time to retry after this refusal to the answer's headers."""
    return say_when(answer, retry_after(refusal))


def say_when(answer: HttpResponse, seconds: int | None) -> HttpResponse:
    """Add the seconds after which to retry to the answer's headers; None: no such time."""
    if seconds is not None:
        answer.headers["Retry-After"] = str(seconds)
    return answer


def is_address(text: str) -> bool:
    """Return whether this is a full address or a path; `redirect` takes any other text for a view's
    name.
    """
    return text.startswith(("/", "http://", "https://"))


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Return the form's next page if it is on this server, otherwise `otherwise`."""
    wanted = request.POST.get("next", "")
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure())
    if is_address(wanted) and is_safe:
        return wanted
    return otherwise


def page_before(request: HttpRequest) -> str:
    """Return the page of this server from which a form was sent, by its Referer; otherwise the
    start page.
    """
    try:
        before = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return "/"
    path = before._replace(scheme="", netloc="", fragment="").geturl()
    is_ours = before.netloc == request.get_host() and path != request.get_full_path()
    return path if is_ours and is_address(path) and not path.startswith("//") else "/"


def refusals_answered(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let a view raise `Refused`; the client gets an answer in its format."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return answer_refusal(request, refused.refusal)

    return answered


def page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page: only GET and HEAD, not cached, refusals answered."""
    return never_cache(require_safe(refusals_answered(view)))


def form_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page whose form is sent to its own address: as `page`, with POST."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(refusals_answered(view)))


def action(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """An action of a page: only POST, not cached, refusals answered."""
    return never_cache(require_POST(refusals_answered(view)))
