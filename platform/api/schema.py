"""The description of the API in OpenAPI 3.1, generated from the endpoints."""

from __future__ import annotations

import inspect
import uuid
from functools import cache
from typing import Any

import msgspec
from django.conf import settings

from api.answers import Problem
from api.endpoints import API_VERSION, JSON, LARGEST_NUMBER, LINES, Endpoint
from api.registered import endpoints

ABOUT = (
    "The data of Nightcap's pages, for programs. Public data needs no token. Times are in ISO 8601 and"
    " in milliseconds since 1970. Lists have pages, with the cursor of the next one in `next`; with"
    f" `Accept: {LINES}` they are sent in one answer. A refusal has a stable code and a sentence. Send"
    " the `ETag` of an earlier answer in `If-None-Match`, and the server answers 304 if nothing has"
    " changed. Bots play over a socket, /ws/api/v1/; /api/v1/socket.json describes its messages."
)
PARTS: dict[type, dict[str, Any]] = {
    uuid.UUID: {"type": "string", "format": "uuid"},
    int: {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER},
    str: {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
}


@cache
def openapi() -> dict[str, Any]:
    """Return the whole description, as JSON builtins."""
    kinds = _kinds()
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    written = dict(zip(map(repr, kinds), schemas, strict=True))
    for part in components.values():
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"])
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        operations = paths.setdefault(f"{settings.API_ROOT}{one.address}", {})
        operations[one.method.lower()] = _operation(one, written, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nightcap", "version": API_VERSION, "description": ABOUT},
        "externalDocs": {"description": "The guide to this API.", "url": "/api/guide/api/"},
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(one.tag for one in endpoints)],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def said_of(one: Endpoint) -> tuple[str, str]:
    """Return an endpoint's summary, and the rest of its description ("" if there is none)."""
    summary, _, more = inspect.cleandoc(one.function.__doc__ or "").partition("\n")
    return summary, more.partition("Raises:")[0].strip()


def _kinds() -> list[Any]:
    kinds: list[Any] = [Problem]
    for one in endpoints:
        kinds += [kind for kind in (one.query, one.body, one.answer) if kind is not None]
        if one.is_list:
            kinds.append(one.answer.__args__[0])
    return list({repr(kind): kind for kind in kinds}.values())


def _operation(
    one: Endpoint, written: dict[str, Any], components: dict[str, Any]
) -> dict[str, Any]:
    summary, more = said_of(one)
    answer: dict[str, Any] = {JSON: {"schema": written[repr(one.answer)]}}
    if one.is_list:
        answer[LINES] = {"schema": {"type": "string"}}
    wanted: list[dict[str, Any]] = [{"token": []}]
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": summary,
        "tags": [one.tag],
        "security": wanted if one.scope else [{}, *wanted],
        "parameters": [*_parts(one), *_query(one, written, components)],
        "responses": {
            "200": {"description": "Success.", "content": answer},
            "304": {"description": "Not modified since the answer with this ETag."},
            "4XX": {
                "description": "Refused; the code and the sentence give the reason.",
                "content": _json(written[repr(Problem)]),
            },
            "503": {
                "description": "Temporarily unavailable; retry after `Retry-After`.",
                "content": _json(written[repr(Problem)]),
            },
        },
    }
    if more:
        operation["description"] = more
    if one.scope:
        operation["x-scope"] = one.scope.value
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(written[repr(one.body)])}
    return operation


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {JSON: {"schema": schema}}


def _parts(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": PARTS[kind]}
        for name, kind in one.parts.items()
    ]


def _query(
    one: Endpoint, written: dict[str, Any], components: dict[str, Any]
) -> list[dict[str, Any]]:
    if one.query is None:
        return []
    name = written[repr(one.query)]["$ref"].rpartition("/")[2]
    fields = components[name]
    return [
        {"name": field, "in": "query", "required": False, "schema": schema}
        for field, schema in fields["properties"].items()
    ]
