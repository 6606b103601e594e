"""Errors that no view foresaw: the same kind of answer, with status, code and sentence."""

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
"""What is raised where Valkey or the queue is away."""
AGAIN_S = 5
"""Seconds after which it is worth trying again."""
CLASHES = (errors.UniqueViolation, errors.ExclusionViolation, errors.ForeignKeyViolation)
"""What PostgreSQL says where another request was quicker: its row is there already, or the one that was
needed is gone. Other broken constraints are mistakes of ours, whoever was first."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for what is too long."""
    too_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return answer_refusal(request, refused("too_large" if too_large else "malformed").refusal)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return answer_refusal(request, refused("not_yours").refusal)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its token, with what was typed, to be sent again; or one from another site.

    Whoever sent the form to sign in and is signed in already is sent on instead.
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
    """404."""
    return answer_refusal(request, refused("not_found").refusal)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while a service is away, 409 where another request was quicker, both with what was typed, to
    be sent again; else 500."""
    error = sys.exception()
    if isinstance(error, AWAY) or (isinstance(error, Error) and is_away(error)):
        return come_again(request, "away")
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, CLASHES):
        answer = _alone(request, refused("overtaken").refusal, None)
        # Right for the person, and a fault all the same: a lock or an answer of its own is missing.
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
    """503 by this code, with what was typed, to be sent again in a moment; asks no database."""
    return say_when(_alone(request, refused(code).refusal, AGAIN_S), AGAIN_S)


def _alone(request: HttpRequest, refusal: Refusal, again_s: int | None) -> HttpResponse:
    """A refusal on a page that needs no database; after `again_s` seconds it tries again by itself."""
    # Who is here may be just what nobody can tell now: the page stands alone, and its language is
    # the one that was found, else the browser's.
    found = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(found or translation.get_language_from_request(request)):
        told = {"code": refusal.code, "sentence": sentence(refusal)}
        answer: HttpResponse
        if wants_json(request):
            answer = JsonResponse(told, status=status(refusal))
        else:
            fault = fault_of(request)
            # What is sent again unasked is what would have been carried out, and nothing else.
            page = {"refusal": told, "request": request, "again_s": None if fault else again_s}
            if request.method == "POST" and fault != "csrf_elsewhere":
                # With its own token it is known again, if it was carried out meanwhile (`core.double_submit`).
                own = "" if fault else dict(fields_sent(request)).get(TOKEN, "")
                page |= _typed(request) | {"csrf_token": own or get_token(request)}
            answer = HttpResponse(render_to_string("away.html", page), status=status(refusal))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> dict[str, object]:
    """The fields of a form, and whether these are all: passwords and codes are written on no page.

    Its token is left out: the page has one in a place of its own.
    """
    fields = fields_sent(request)
    shown = [(name, value) for name, value in fields if not is_secret(name)]
    typed = [(name, value) for name, value in shown if name != TOKEN]
    return {"typed": typed, "whole": fields == shown != []}
