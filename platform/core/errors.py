"""Errors that no view foresaw: the same kind of answer, with status, code and sentence."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse

from core.http import answer_refusal
from core.refusals import refuse


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
