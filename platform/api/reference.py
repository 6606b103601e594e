"""The reference of the API for a page: requests, answers, and every type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from api import schema
from api.endpoints import JSON
from core.refusals import known_refusals, status

REF = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a type, or a parameter. `default`: as JSON if it is optional, otherwise ""."""

    name: str
    type: SafeString
    default: str


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its name, title, description and fields."""

    name: str
    title: str
    about: SafeString
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint: its description, the scope of its token, its parameters and its answer."""

    name: str
    method: str
    address: str
    scope: str
    summary: SafeString
    more: SafeString
    parameters: tuple[Field, ...]
    body: SafeString
    answer: SafeString


@cache
def chapters() -> dict[str, list[Operation]]:
    """Return all endpoints, by the chapters of the description."""
    told = schema.openapi()
    found: dict[str, list[Operation]] = {tag["name"]: [] for tag in told["tags"]}
    for address, operations in told["paths"].items():
        for method, one in operations.items():
            found[one["tags"][0]].append(_operation(method.upper(), address, one))
    return found


@cache
def types() -> list[Type]:
    """Return all types of requests and answers, by name."""
    told = schema.openapi()
    written = _as_json(told)
    return [
        Type(name, one["title"], _prose(one.get("description", "")), tuple(_fields(one)))
        for name, one in sorted(told["components"]["schemas"].items())
        # The fields of queries are listed with their endpoints.
        if _as_json(REF + name) in written
    ]


@cache
def refusals() -> list[tuple[str, int, str]]:
    """Return code, status and English sentence of all refusals, except those of each game's rules."""
    return [(one.code, status(one), one.sentence) for one in known_refusals()]


def _operation(method: str, address: str, one: Mapping[str, Any]) -> Operation:
    body = one.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    answer = one["responses"]["200"]["content"][JSON]["schema"]
    return Operation(
        name=one["operationId"],
        method=method,
        address=address.removeprefix(settings.API_ROOT),
        scope=one.get("x-scope", ""),
        summary=_prose(one["summary"]),
        more=_prose(one.get("description", "")),
        parameters=tuple(
            Field(part["name"], type_of(part["schema"]), _default(part["schema"]))
            for part in one["parameters"]
            if part["in"] == "query"
        ),
        body=type_of(body) if body else SafeString(),
        answer=type_of(answer),
    )


def _fields(one: Mapping[str, Any]) -> Iterable[Field]:
    required = one.get("required", ())
    for name, part in one.get("properties", {}).items():
        yield Field(name, type_of(part), "" if name in required else _default(part))


def _default(part: Mapping[str, Any]) -> str:
    return _as_json(part["default"]) if "default" in part else ""


def type_of(part: Mapping[str, Any]) -> SafeString:
    """Return a JSON Schema in a short form, like `[Move]` or `string | null`; names link to their
    types.
    """
    if "$ref" in part:
        name = part["$ref"].removeprefix(REF)
        title = schema.openapi()["components"]["schemas"][name]["title"]
        return format_html('<a href="#{}">{}</a>', name, title)
    if choices := part.get("anyOf"):
        return _joined(" | ", map(type_of, choices))
    if "enum" in part or "const" in part:
        values = part.get("enum", [part.get("const")])
        return _joined(" | ", (format_html("{}", _as_json(one)) for one in values))
    kind = part.get("type", "")
    if kind == "array":
        if items := part.get("prefixItems"):
            return format_html("[{}]", _joined(", ", map(type_of, items)))
        return format_html("[{}]", type_of(part.get("items") or {}))
    if kind == "object" and isinstance(values := part.get("additionalProperties"), Mapping):
        return format_html("{{string: {}}}", type_of(values))
    bounds = f" {part['pattern']}" if "pattern" in part else _bounds(part)
    return format_html("{}{}", part.get("format") or kind or "any", bounds)


def _bounds(part: Mapping[str, Any]) -> str:
    """Return the range of a number, or the length of a text."""
    least = part.get("minimum", part.get("minLength"))
    most = part.get("maximum", part.get("maxLength"))
    letters = " letters" if "maxLength" in part or "minLength" in part else ""
    if least is not None and most is not None:
        return f", {least} to {most}{letters}"
    if most is not None:
        return f", at most {most}{letters}"
    return "" if least is None else f", at least {least}{letters}"


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _prose(text: str) -> SafeString:
    """Return text as HTML, with code between backticks, as docstrings have it."""
    parts = text.split("`")
    return format_html_join(
        "",
        "{}",
        ((format_html("<code>{}</code>", p) if at % 2 else p,) for at, p in enumerate(parts)),
    )


def _joined(between: str, parts: Iterable[SafeString]) -> SafeString:
    return format_html_join(between, "{}", ((part,) for part in parts))
