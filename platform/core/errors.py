"""Handlers of unexpected errors: they answer like refusals, with status, code and sentence."""

from __future__ import annotations

import sys

import kombu.exceptions
import redis.exceptions
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import Error, IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, resolve_url
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.http import urlencode
from django.utils.log import log_response
from django.views import defaults
from psycopg import errors

from core.csrf import TOKEN, fault_of, why_refused
from core.form_input import fields_sent, is_secret
from core.http import answer_refusal, next_page, say_when, wants_json
from core.refusals import refused, sentence, status
from games.kernel.contract import Refusal
from realtime.database_away import is_away

AWAY = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    kombu.exceptions.OperationalError,
)
"""The exceptions raised while Valkey or the queue is unavailable."""
AGAIN_S = 5
"""Time after which to retry, in seconds."""
CLASHES = (errors.UniqueViolation, errors.ExclusionViolation, errors.ForeignKeyViolation)
"""PostgreSQL's errors when another request was faster: its row exists already, or the needed row is
gone. Other broken constraints are our bugs, whatever the order of requests.
"""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer with 400, or with 413 if the request is too long."""
    too_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return answer_refusal(request, refused("too_large" if too_large else "malformed").refusal)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer with 403."""
    return answer_refusal(request, refused("not_yours").refusal)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid token with 403. The page has the typed text, to be sent again,
    unless the form comes from another site.

    A user who sent the sign-in form and is signed in already is redirected instead.
    """
    refusal = refused(why_refused(request, reason)).refusal
    signed_in = request.user.is_authenticated and not request.user.is_guest
    if (
        refusal.code == "csrf_signed"
        and signed_in
        and request.path == resolve_url(settings.LOGIN_URL)
    ):
        wanted = next_page(request, request.GET.get("next", ""))
        return redirect(f"{request.path}?{urlencode({'next': wanted})}" if wanted else request.path)
    if refusal.code == "csrf_elsewhere":
        return answer_refusal(request, refusal)
    return _alone(request, refusal, None)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer with 404."""
    return answer_refusal(request, refused("not_found").refusal)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer with 503 while a service is unavailable, and with 409 if another request was faster,
    both with the typed text, to be sent again; otherwise with 500.
    """
    error = sys.exception()
    if isinstance(error, AWAY) or (isinstance(error, Error) and is_away(error)):
        return come_again(request, "away")
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, CLASHES):
        answer = _alone(request, refused("overtaken").refusal, None)
        # The user's answer is right, but it is still a bug: a lock or an own refusal is missing.
        log_response(
            "Overtaken: %s",
            request.path,
            response=answer,
            request=request,
            level="error",
            exception=error,
        )
        return answer
    return defaults.server_error(request)


def come_again(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with 503 and this code, with the typed text, to be sent again soon. It uses no
    database.
    """
    return say_when(_alone(request, refused(code).refusal, AGAIN_S), AGAIN_S)


def _alone(request: HttpRequest, refusal: Refusal, again_s: int | None) -> HttpResponse:
    """Answer with a refusal on a page that needs no database; it retries by itself after `again_s`
    seconds.
    """
    # The user may be unknown now, so the page needs no session. Its language is the one that was
    # found, otherwise the browser's.
    found = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(found or translation.get_language_from_request(request)):
        told = {"code": refusal.code, "sentence": sentence(refusal)}
        answer: HttpResponse
        if wants_json(request):
            answer = JsonResponse(told, status=status(refusal))
        else:
            fault = fault_of(request)
            # Only a form that would have been carried out is resent automatically.
            page = {"refusal": told, "request": request, "again_s": None if fault else again_s}
            if request.method == "POST" and fault != "csrf_elsewhere":
                # Its own token identifies the form, if it was carried out meanwhile
                # (`core.double_submit`).
                own = "" if fault else dict(fields_sent(request)).get(TOKEN, "")
                page |= _typed(request) | {"csrf_token": own or get_token(request)}
            answer = HttpResponse(render_to_string("away.html", page), status=status(refusal))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> dict[str, object]:
    """Return the fields of a form, and whether they are all: passwords and codes are written on no
    page.

    The token is left out: the page has it in another place.
    """
    fields = fields_sent(request)
    shown = [(name, value) for name, value in fields if not is_secret(name)]
    typed = [(name, value) for name, value in shown if name != TOKEN]
    return {"typed": typed, "whole": fields == shown != []}
