"""CSRF: the token of each form, and the reason why a form's token was refused.

A sign-in changes the secret, and all tokens of the former one are refused from then on. The browser
keeps hashes of its last few secrets, to distinguish a form that was open meanwhile from one that is
too old or comes from another site.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NoReturn

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.middleware import csrf
from django.utils.deprecation import MiddlewareMixin

BEFORE: Final = "csrfbefore"
"""The cookie with hashes of the last secrets, the newest first."""
MOST = 5
ELSEWHERE = tuple(
    reason.partition("%")[0]
    for reason in (
        csrf.REASON_BAD_ORIGIN,
        csrf.REASON_NO_REFERER,
        csrf.REASON_BAD_REFERER,
        csrf.REASON_MALFORMED_REFERER,
        csrf.REASON_INSECURE_REFERER,
    )
)
"""The beginnings of Django's reasons for a form that comes from another site."""
TOKEN = "csrfmiddlewaretoken"
UNREADABLE = (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError)
"""The exceptions raised while a form's fields are read, if they are malformed, too long or badly
encoded.
"""


class SecretsBefore(MiddlewareMixin):
    """A middleware around Django's own that stores a browser's former secrets."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the cookie if the browser gets another secret than it sent."""
        before = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        now = response.cookies.get(settings.CSRF_COOKIE_NAME)
        if before and now and now.value != before:
            known = [_hash(before), *_before(request)]
            response.set_cookie(
                BEFORE,
                ".".join(known[:MOST]),
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.CSRF_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


class _Asked(csrf.CsrfViewMiddleware):
    """Django's own check, which raises the reason instead of answering."""

    def _reject(self, request: HttpRequest, reason: str) -> NoReturn:
        raise csrf.RejectRequest(reason)


def fault_of(request: HttpRequest) -> str:
    """Return the refusal code for a form's token, "" if it is valid. It uses no database.

    An error may occur before Django has checked the token.
    """
    asked = _Asked(lambda request: HttpResponse())
    try:
        asked.process_request(request)
        asked.process_view(request, lambda request: HttpResponse(), (), {})
    except csrf.RejectRequest as refused:
        return why_refused(request, refused.reason)
    except UNREADABLE:
        return "csrf_old"
    return ""


def why_refused(request: HttpRequest, reason: str) -> str:
    """Return the refusal code for Django's reason."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if reason.startswith(ELSEWHERE) or site not in ("same-origin", "none"):
        return "csrf_elsewhere"
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        return "csrf_no_cookie"
    return "csrf_signed" if _secret_of(request) in _before(request) else "csrf_old"


def _before(request: HttpRequest) -> list[str]:
    return [known for known in request.COOKIES.get(BEFORE, "").split(".") if known]


def _secret_of(request: HttpRequest) -> str:
    """Return the hash of the secret behind this form's token; "" if it is no token."""
    try:
        token = request.POST.get(TOKEN, "") or request.headers.get("X-CSRFToken", "")
    except UNREADABLE:
        return ""
    try:
        csrf._check_token_format(token)  # type: ignore[attr-defined]  # no public way to ask
    except csrf.InvalidTokenFormat:
        return ""
    masked = len(token) == csrf.CSRF_TOKEN_LENGTH
    if masked:
        token = csrf._unmask_cipher_token(token)  # type: ignore[attr-defined]  # likewise
    return _hash(token)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()[:16]
