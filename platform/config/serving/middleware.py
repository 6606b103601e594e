"""Our own middleware: the policies that browsers keep, nothing in caches, when to try again, health checks by
any host name, no pages among files, no cookies for programs, and refusals in words of NUL characters, of what
comes in a crowd, and of methods that an address does not take."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

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

from core.errors import come_again
from core.http import answer_refusal
from core.middleware import Answer, AsyncAnswer, Instead, around
from core.refusals import A_WHILE_S, TOO_MANY, refused

PROBES = ("/healthz", "/readyz")
CROWDED = "crowded"
"""In the scope of a request that is refused before anything is asked for it, as `config.serving.in_turn` says."""
LATER = (TOO_MANY, HTTPStatus.SERVICE_UNAVAILABLE)
"""What is worth trying again."""


def policies() -> dict[str, str]:
    """What pages may load, and which powers of a browser they may use: headers and their values.

    The first is made of the setting that Django 6 calls by the same name.
    """
    loaded = "; ".join(f"{name} {value}" for name, value in settings.SECURE_CSP.items())
    powers = ", ".join(f"{name}=()" for name in settings.POWERS_NOT_USED)
    return {"Content-Security-Policy": loaded, "Permissions-Policy": powers}


@sync_and_async_middleware
def browser_policies(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Put the policies on every response, error pages included."""
    values = policies()

    def protect(request: HttpRequest, response: HttpResponseBase) -> None:
        for name, value in values.items():
            response.headers[name] = value

    return around(get_response, last=protect)


@sync_and_async_middleware
def kept_by_no_cache(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Let no cache keep an answer that does not say which may: nearly all depend on who asks."""

    def keep_out(request: HttpRequest, response: HttpResponseBase) -> None:
        if "Cache-Control" not in response.headers:
            add_never_cache_headers(response)

    return around(get_response, last=keep_out)


@sync_and_async_middleware
def says_when_again(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Say with whatever is refused for a while when to try again, also where nothing counts that."""

    def say(request: HttpRequest, response: HttpResponseBase) -> None:
        if response.status_code in LATER:
            response.headers.setdefault("Retry-After", str(A_WHILE_S))

    return around(get_response, last=say)


@sync_and_async_middleware
def probes_by_any_name(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Answer questions about our health whatever the `Host`: probes ask a container by number."""

    def take_our_name(request: HttpRequest) -> None:
        if request.path in PROBES:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0]

    return around(get_response, first=take_our_name)


@sync_and_async_middleware
def no_pages_among_files(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Say in a line that a file is not there. Files wait for no turn (`config.serving.in_turn`): a page in place of
    one, with its visitor and the lists of its frame, would be had by whoever asks past all others."""

    def missing(request: HttpRequest) -> Instead:
        if request.path.startswith(settings.STATIC_URL):
            return HttpResponseNotFound("There is no such file.\n", content_type="text/plain")
        return None

    return around(get_response, first=missing)


@sync_and_async_middleware
def no_cookies_for_programs(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Take the cookies from every request to the API, so that none opens it, whichever site sent it; and
    from questions about our health, which wait for no turn (`config.serving.in_turn`) and need no visitor."""

    def drop_cookies(request: HttpRequest) -> None:
        if request.path.startswith(settings.API_ROOT) or request.path in PROBES:
            request.META.pop("HTTP_COOKIE", None)
            vars(request).pop("COOKIES", None)

    return around(get_response, first=drop_cookies)


@sync_and_async_middleware
def refuse_nul(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Refuse the one character that PostgreSQL keeps in no text.

    No address of ours holds it, and no cookie: sessions are looked up by one. In a form or a query
    the view says what is wrong with it; where it does not, the database does.
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
    """Give a form back with what was typed, for which there is no turn (`config.serving.in_turn`).

    It stands before whatever asks the database, of which those have to make do that wait.
    """

    def crowded(request: HttpRequest) -> Instead:
        # Only what comes by ASGI has a scope, and waits for its turn.
        is_crowded = CROWDED in getattr(request, "scope", ())
        return partial(come_again, request, "crowded") if is_crowded else None

    return around(get_response, first=crowded)


@sync_and_async_middleware
def refuse_other_methods(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Say so in words where an address takes only forms, or only questions."""

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
