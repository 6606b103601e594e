"""Our own middleware: static files, browser policies, no caching, times to retry, health checks by any
host name, no pages among files, no cookies for programs, and refusals of NUL characters, of requests in a
crowd, and of unsupported methods.
"""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.db import DataError
from django.http import (
    HttpRequest,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponseNotFound,
)
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_and_async_middleware
from servestatic.middleware import ServeStaticMiddleware

from core.errors import come_again
from core.http import answer_refusal
from core.middleware import Answer, AsyncAnswer, Instead, around
from core.refusals import A_WHILE_S, TOO_MANY, refused

PROBES = ("/healthz", "/readyz")
CROWDED = "crowded"
"""The scope's key for a request that is refused unread, set by `config.serving.in_turn`."""
LATER = (TOO_MANY, HTTPStatus.SERVICE_UNAVAILABLE)
"""Status codes of answers that are worth a retry."""


def policies() -> dict[str, str]:
    """Return the headers that limit what pages may load, and the browser's powers that they may
    use.

    The first is made of the setting that Django 6 has by the same name.
    """
    loaded = "; ".join(f"{name} {value}" for name, value in settings.SECURE_CSP.items())
    powers = ", ".join(f"{name}=()" for name in settings.POWERS_NOT_USED)
    return {"Content-Security-Policy": loaded, "Permissions-Policy": powers}


@sync_and_async_middleware
def static_files(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Serve static files in the event loop.

    In a thread there are none (`config.serving.page_handler`): the library's middleware is
    async-only, and would start another thread and an event loop there for each page.
    """
    if not iscoroutinefunction(get_response):
        return get_response
    served: AsyncAnswer = ServeStaticMiddleware(get_response)
    return served


@sync_and_async_middleware
def browser_policies(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Add the policies to every response, error pages included."""
    values = policies()

    def protect(request: HttpRequest, response: HttpResponseBase) -> None:
        for name, value in values.items():
            response.headers[name] = value

    return around(get_response, last=protect)


@sync_and_async_middleware
def kept_by_no_cache(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Forbid caching of an answer that does not set it: nearly all depend on the user."""

    def keep_out(request: HttpRequest, response: HttpResponseBase) -> None:
        if "Cache-Control" not in response.headers:
            add_never_cache_headers(response)

    return around(get_response, last=keep_out)


@sync_and_async_middleware
def says_when_again(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Add the time to retry to every temporary refusal that has none."""

    def say(request: HttpRequest, response: HttpResponseBase) -> None:
        if response.status_code in LATER:
            response.headers.setdefault("Retry-After", str(A_WHILE_S))

    return around(get_response, last=say)


@sync_and_async_middleware
def probes_by_any_name(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Answer health checks for any `Host`: probes address a container by IP."""

    def take_our_name(request: HttpRequest) -> None:
        if request.path in PROBES:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0]

    return around(get_response, first=take_our_name)


@sync_and_async_middleware
def no_pages_among_files(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Answer a missing file in one line. Files wait for no turn (`config.serving.in_turn`): with an
    error page, with its visitor and the lists of its frame, a client could bypass the queue.
    """

    def missing(request: HttpRequest) -> Instead:
        if request.path.startswith(settings.STATIC_URL):
            return HttpResponseNotFound("There is no such file.\n", content_type="text/plain")
        return None

    return around(get_response, first=missing)


@sync_and_async_middleware
def no_cookies_for_programs(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Remove cookies from every request to the API, so that none gives access, from any site; and
    from health checks, which wait for no turn (`config.serving.in_turn`) and need no visitor.
    """

    def drop_cookies(request: HttpRequest) -> None:
        if request.path.startswith(settings.API_ROOT) or request.path in PROBES:
            request.META.pop("HTTP_COOKIE", None)
            vars(request).pop("COOKIES", None)

    return around(get_response, first=drop_cookies)


@sync_and_async_middleware
def refuse_nul(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Refuse the one character that PostgreSQL cannot store in text.

    No address of ours contains it, and no cookie: sessions are looked up by one. In a form or a
    query the view reports it; if it does not, the database does.
    """

    def answer_refused(request: HttpRequest) -> Instead:
        if "\0" in request.path:
            return partial(answer_refusal, request, refused("not_found").refusal)
        if any("\0" in text for text in request.COOKIES.values()):
            return partial(answer_refusal, request, refused("malformed").refusal)
        return None

    def unread(request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        fields = (*request.GET.lists(), *request.POST.lists())
        if isinstance(exception, DataError) and any(
            "\0" in text for name, values in fields for text in (name, *values)
        ):
            return answer_refusal(request, refused("malformed").refusal)
        return None

    answer = around(get_response, first=answer_refused)
    answer.process_exception = unread  # type: ignore[union-attr]  # as Django asks
    return answer


@sync_and_async_middleware
def refuse_in_a_crowd(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Return a form with the typed text if there is no turn for it (`config.serving.in_turn`).

    It runs before any database query, because connections are left to the waiting requests.
    """

    def crowded(request: HttpRequest) -> Instead:
        # Only ASGI requests have a scope, and wait for their turn.
        is_crowded = CROWDED in getattr(request, "scope", ())
        return partial(come_again, request, "crowded") if is_crowded else None

    return around(get_response, first=crowded)


@sync_and_async_middleware
def refuse_other_methods(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Explain in a sentence that an address accepts only POST, or only GET."""

    def answer_refused(request: HttpRequest, response: HttpResponseBase) -> Instead:
        if not isinstance(response, HttpResponseNotAllowed):
            return None
        allowed = response.headers["Allow"]

        def in_words() -> HttpResponseBase:
            answer = answer_refusal(request, refused("wrong_method").refusal)
            answer.headers["Allow"] = allowed
            return answer

        return in_words

    return around(get_response, last=answer_refused)
