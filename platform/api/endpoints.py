"""Endpoints: a typed function defines the address, its description and its checks.

`@endpoint("GET", "matches/{match_id}")` registers a function. After `call`, the function gets the
parts of the address by name, `query` and `body`; its return value is the answer. A request is
decoded strictly into these types before the function is called, and the schema is generated from
them.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_origin, get_type_hints

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from accounts.models import User
from api import limits, strict_json
from api.answers import Page, Paged, Problem, Question
from api.models import Scope, Token
from core.http import refused_until
from core.rate_limits import client_network
from core.refusals import Refused, refused, sentence, status
from realtime.threads import in_thread

ROOT = settings.API_ROOT.removeprefix("/")
API_VERSION = "1"
"""The version of this API, the 1 of /api/v1/. The server has a version of its own: `settings.VERSION`."""
JSON, LINES = "application/json", "application/x-ndjson"
LINES_AT_ONCE = 200
LONGEST_BODY = 16_384
LARGEST_NUMBER = 2**31 - 1
"""The largest number in an address; no id or number is larger."""
CONVERTERS = {uuid.UUID: "uuid", int: "int", str: "str"}
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": ", ".join(
        ("ETag", "Retry-After", limits.LIMIT, limits.REMAINING, limits.RESET)
    ),
}
PREFLIGHT = {
    "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


@dataclass(frozen=True, slots=True)
class Call:
    """A request of a program: its user, None for a stranger, and its token.

    `left`: the rate limit headers of the answer.
    """

    request: HttpRequest
    user: User | None
    token: Token | None
    left: Mapping[str, str]

    @property
    def acting(self) -> User:
        """The token's user, where the endpoint requires a token."""
        assert self.user is not None
        return self.user

    @property
    def user_id(self) -> int | None:
        """The id of the token's user; None for a stranger."""
        return None if self.user is None else self.user.pk


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, a method, and the function that answers. `scope`: the scope that the token needs."""

    method: str
    address: str
    function: Callable[..., Any]
    scope: Scope | None
    tag: str
    parts: Mapping[str, type]
    query: type[Question] | None
    body: type[Question] | None
    answer: Any

    @property
    def is_list(self) -> bool:
        """True if the answer is a list: paginated, or complete as lines."""
        return get_origin(self.answer) is Page

    @property
    def name(self) -> str:
        """Its name in the schema and among the URL names."""
        return self.function.__name__


endpoints: list[Endpoint] = []


def endpoint(
    method: str, address: str, *, tag: str, scope: Scope | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as an endpoint; `tag`: its chapter in the description."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        hints = get_type_hints(function)
        names = re.findall(r"{(\w+)}", address)
        endpoints.append(
            Endpoint(
                method=method,
                address=address,
                function=function,
                scope=scope,
                tag=tag,
                parts={name: hints[name] for name in names},
                query=hints.get("query"),
                body=hints.get("body"),
                answer=hints["return"],
            )
        )
        return function

    return register


def urlpatterns_of(registered: Iterable[Endpoint]) -> list[URLPattern]:
    """Return the URL patterns of these endpoints: one for all methods of an address."""
    by_address: dict[str, list[Endpoint]] = {}
    for one in registered:
        by_address.setdefault(one.address, []).append(one)
    return [
        path(
            _route(found[0]),
            csrf_exempt(_view({one.method: one for one in found})),
            name=found[0].name,
        )
        for found in by_address.values()
    ]


def unlisted(function: Callable[[Call], Any]) -> Callable[..., HttpResponseBase]:
    """Return a view that answers as endpoints do, but is not part of the description."""
    plain = Endpoint("GET", "", function, None, "", {}, None, None, None)
    return csrf_exempt(_view({plain.method: plain}))


def _route(one: Endpoint) -> str:
    return re.sub(
        r"{(\w+)}", lambda part: f"<{CONVERTERS[one.parts[part[1]]]}:{part[1]}>", one.address
    )


def _view(methods: Mapping[str, Endpoint]) -> Callable[..., HttpResponseBase]:
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method == "OPTIONS":
            allowed = ", ".join([*methods, "OPTIONS"])
            headers = {"Access-Control-Allow-Methods": allowed, "Allow": allowed, **PREFLIGHT}
            return HttpResponse(status=204, headers=headers)
        if method not in methods:
            response = problem(refused("other_method", methods=", ".join(methods)))
            response.headers["Allow"] = ", ".join([*methods, "OPTIONS"])
            return response
        return _answer(methods[method], request, parts)

    return answer


def _answer(one: Endpoint, request: HttpRequest, parts: Mapping[str, Any]) -> HttpResponseBase:
    try:
        if not settings.API:
            raise refused("api_off")
        if any(isinstance(part, int) and part > LARGEST_NUMBER for part in parts.values()):
            raise refused("not_found")
        call = _allowed_call(one, identify(request))
        given: dict[str, Any] = dict(parts)
        if one.query is not None:
            given["query"] = _read_query(request, one.query)
        elif request.GET:
            raise refused("wrong_request", what="this address takes no query")
        if one.body is not None:
            given["body"] = _read_body(request, one.body)
        if one.is_list and LINES in request.headers.get("Accept", ""):
            response: HttpResponseBase = _lines(one, call, given)
        else:
            response = _answer_value(request, one.function(call, **given))
    except Refused as error:
        return problem(error)
    except ValidationError as wrong:
        return problem(refused("invalid", what=_by_field(wrong)))
    for name, value in call.left.items():
        response.headers[name] = value
    return response


def _by_field(wrong: ValidationError) -> str:
    """Join a service's errors about its input, each after its field."""
    if not hasattr(wrong, "error_dict"):
        return " ".join(wrong.messages)
    return " ".join(f"{field}: {' '.join(said)}" for field, said in wrong.message_dict.items())


def identify(request: HttpRequest) -> Call:
    """Identify the program by the token in the request's header alone, and count the request.

    Raises:
        Refused: `no_token`, and those of `limits.identify`.
    """
    network, header = client_network(request), request.headers.get("Authorization")
    kind, _, text = (header or "").partition(" ")
    if kind.lower() != "bearer":
        limits.count_request(None, network)
        if header is None:
            return Call(request, None, None, limits.headers_of(None, network))
        raise refused("no_token")
    token = limits.identify(text.strip(), network)
    return Call(request, token.user, token, limits.headers_of(token, network))


def _allowed_call(one: Endpoint, call: Call) -> Call:
    """Return the call as this endpoint accepts it.

    A token without the scope `read` gets only public data, like a request without a token.

    Raises:
        Refused: `no_token`, and those of `check_token`.
    """
    if one.scope is None:
        may_read = call.token is not None and Scope.READ in call.token.scopes
        return call if may_read else replace(call, user=None)
    if call.token is None:
        raise refused("no_token")
    check_token(call.token, one.scope)
    return call


def check_token(token: Token, wanted: Scope) -> None:
    """Check that a token has this scope.

    Raises:
        Refused: `api_reads`, `missing_scope`, `bots_only`.
    """
    if wanted != Scope.READ and not settings.API_ACTS:
        raise refused("api_reads")
    if wanted not in token.scopes:
        raise refused("missing_scope", scope=wanted.value)
    if wanted == Scope.PLAY and not token.user.is_bot:
        raise refused("bots_only")


def _read_query(request: HttpRequest, kind: type[Question]) -> Question:
    said: dict[str, str] = {}
    for name, values in request.GET.lists():
        if len(values) != 1 or "\0" in values[0]:
            raise refused("wrong_request", what=f"send {name!r} once, and as text")
        said[name] = str(values[0])
    try:
        found: Question = strict_json.read_query(said, kind)
    except msgspec.ValidationError as wrong:
        raise refused("wrong_request", what=str(wrong)) from None
    return found


def _read_body(request: HttpRequest, kind: type[Question]) -> Question:
    if request.content_type != JSON:
        raise refused("wrong_request", what=f"send a body of the type {JSON}")
    if len(request.body) > LONGEST_BODY:
        raise refused("too_large")
    if not request.body:
        raise refused("wrong_request", what="send a body, {} if it is empty")
    try:
        found: Question = strict_json.read_json(request.body, kind)
    except UnicodeDecodeError:
        raise refused("wrong_request", what="send JSON in UTF-8") from None
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise refused("wrong_request", what=str(wrong)) from None
    return found


def _answer_value(request: HttpRequest, found: Any) -> HttpResponseBase:
    content = msgspec.json.encode(found)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type=JSON)
    if request.method in {"GET", "HEAD"}:
        response.headers["ETag"] = etag
        response = get_conditional_response(request, etag, response=response) or response
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Authorization", "Accept"])
    return response


def _lines(one: Endpoint, call: Call, given: dict[str, Any]) -> HttpResponseBase:
    """Stream the list from the cursor on, a line for each item. It loads one page at a time.

    It sends the list to its end, or `limit` lines if the query has one.
    """
    limited = "limit" in call.request.GET
    limit = given["query"].limit if limited else LINES_AT_ONCE
    query: Paged = msgspec.structs.replace(given["query"], limit=limit)
    # A refusal must be raised before the first byte is sent.
    first: Page[Any] = one.function(call, **given | {"query": query})

    async def written() -> AsyncIterator[bytes]:
        page = first
        while True:
            yield _as_lines(page.items)
            if limited or page.next is None:
                return
            asked = msgspec.structs.replace(query, after=page.next)
            page = await in_thread(one.function)(call, **given | {"query": asked})

    response = StreamingHttpResponse(written(), content_type=LINES)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _as_lines(items: Iterable[Any]) -> bytes:
    return msgspec.json.Encoder().encode_lines(list(items))


def problem(refused: Refused) -> HttpResponse:
    """Return a refusal as the API answers it: status, code and sentence."""
    refusal = refused.refusal
    told = Problem(code=refusal.code, sentence=sentence(refusal))
    response = HttpResponse(msgspec.json.encode(told), content_type=JSON, status=status(refusal))
    response.headers["Cache-Control"] = "no-store"
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return refused_until(response, refusal)
