"""Pages and their actions; refusals over HTTP: a page for people, JSON for programs.

`@page`, `@form_page` or `@action` is the first decorator of a view. That a form has its token is
seen to by Django's middleware, for every address.
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
    """Whether the asker is a program that reads JSON."""
    accept = request.headers.get("Accept", "")
    is_for_programs = request.path.startswith(settings.API_ROOT) or request.path.endswith(".json")
    return is_for_programs or accept.startswith("application/json")


def wants_part(request: HttpRequest) -> bool:
    """Whether a page asks by htmx, for what changes on it alone; a whole page is for a browser that goes there."""
    return "HX-Request" in request.headers


def answer_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal with its status, code and sentence."""
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
    """An answer with this refusal on it, and in its header when to try again."""
    return say_when(answer, retry_after(refusal))


def say_when(answer: HttpResponse, seconds: int | None) -> HttpResponse:
    """This answer, and in its header after how many seconds to try again; None: there is no such time."""
    if seconds is not None:
        answer.headers["Retry-After"] = str(seconds)
    return answer


def is_address(text: str) -> bool:
    """Whether this is a whole address or a path; `redirect` takes any other text for a view's name."""
    return text.startswith(("/", "http://", "https://"))


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Where a form wants to go on: a page of this server, never another host; else `otherwise`."""
    wanted = request.POST.get("next", "")
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(wanted, hosts, require_https=request.is_secure())
    if is_address(wanted) and is_safe:
        return wanted
    return otherwise


def page_before(request: HttpRequest) -> str:
    """The page of this server on which a form was sent, as its browser says; else the start page."""
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
    """Let a view raise `Refused`; whoever asked gets an answer of the right kind."""

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
    """A page: GET and HEAD alone, kept by no cache, refusals answered."""
    return never_cache(require_safe(refusals_answered(view)))


def form_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page whose form is sent to its own address: as `page`, and POST."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(refusals_answered(view)))


def action(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """An action of a page: POST alone, its answer kept by no cache, refusals answered."""
    return never_cache(require_POST(refusals_answered(view)))
