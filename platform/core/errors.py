"""Errors that no view foresaw: the same kind of answer, with status, code and sentence."""

from __future__ import annotations

import sys

import kombu.exceptions
import redis.exceptions
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults

from core.http import answer_refusal, wants_json
from core.refusals import refuse, sentence, status

AWAY = (
    OperationalError,
    InterfaceError,
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    kombu.exceptions.OperationalError,
)
"""What is raised where the database, Valkey or the queue is away, or has no more room."""
AGAIN_S = 5
"""Seconds after which it is worth trying again."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for what is too long."""
    too_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return answer_refusal(request, refuse("too_large" if too_large else "malformed").refusal)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return answer_refusal(request, refuse("not_yours").refusal)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its token, or from another site."""
    return answer_refusal(request, refuse("csrf").refusal)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return answer_refusal(request, refuse("not_found").refusal)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while a service is away, with what was typed, to be sent again; else 500."""
    if not isinstance(sys.exception(), AWAY):
        return defaults.server_error(request)
    away = refuse("away").refusal
    # Who is here may be just what nobody can tell now: the page stands alone, and its language is
    # the one that was found, else the browser's.
    found = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(found or translation.get_language_from_request(request)):
        told = {"code": away.code, "sentence": sentence(away)}
        answer: HttpResponse
        if wants_json(request):
            answer = JsonResponse(told, status=status(away))
        else:
            page = {"refusal": told, "request": request, "again_s": AGAIN_S}
            if request.method == "POST":
                page |= _typed(request)
            answer = HttpResponse(render_to_string("away.html", page), status=status(away))
    answer.headers["Retry-After"] = str(AGAIN_S)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _typed(request: HttpRequest) -> dict[str, object]:
    """The fields of a form, and whether these are all: passwords are written on no page."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        fields = []
    typed = [(name, value) for name, value in fields if "password" not in name]
    return {"typed": typed, "whole": fields == typed != []}
