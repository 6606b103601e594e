"""The expected answer of every address to every kind of visitor, as reviewed in `matrix.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse

from tests.platform.access.world import WHO

FILE = Path(__file__).with_name("matrix.txt")

EVERYBODY = "".join(WHO)
IN_ADMIN = "numoawr"
"""The admin's visitors; for the admin, all others are users like the stranger."""

MEANS = {
    ".": "shown",
    ">": "done, or led on to another page",
    "i": "asked to sign in, or for a token",
    "c": "asked for the password or a code again",
    "f": "asked for a second factor",
    "x": "refused (403)",
    "-": "not there, or not for these eyes (404)",
    "?": "understood, and refused in words (400, 409, 410, 422)",
    "!": "cannot be done now (503)",
    "m": "no such method here (405)",
}
BY_STATUS = {
    HTTPStatus.OK: ".",
    HTTPStatus.UNAUTHORIZED: "i",
    HTTPStatus.FORBIDDEN: "x",
    HTTPStatus.NOT_FOUND: "-",
    HTTPStatus.METHOD_NOT_ALLOWED: "m",
    HTTPStatus.BAD_REQUEST: "?",
    HTTPStatus.CONFLICT: "?",
    HTTPStatus.GONE: "?",
    HTTPStatus.UNPROCESSABLE_ENTITY: "?",
    HTTPStatus.SERVICE_UNAVAILABLE: "!",
}


@dataclass(frozen=True, slots=True)
class Line:
    """The answers of an address to GET and to POST, a letter for each of `who`."""

    get: str
    post: str
    who: str

    def expected(self, method: str, who: str) -> str:
        """Return the letter of one cell."""
        return (self.get if method == "GET" else self.post)[self.who.index(who)]


def letter(answer: HttpResponseBase) -> str:
    """Return the outcome as a letter of `MEANS`, or the status itself if none fits."""
    if answer.status_code in (HTTPStatus.FOUND, HTTPStatus.MOVED_PERMANENTLY):
        return _led_to(answer["Location"])
    if answer.status_code == HTTPStatus.FORBIDDEN and "Second factor needed" in _text(answer):
        return "f"
    return BY_STATUS.get(HTTPStatus(answer.status_code), f"[{answer.status_code}]")


def _led_to(place: str) -> str:
    for page, meant in (
        ("accounts:reauthenticate", "c"),
        ("accounts:sign_in", "i"),
        ("admin:login", "i"),
    ):
        if place.startswith(reverse(page)):
            return meant
    return ">"


def _text(answer: Any) -> str:
    return str(answer.content.decode())


def read() -> dict[str, Line]:
    """Return every line of the file, by the name of its address."""
    found: dict[str, Line] = {}
    for outcome, names in _blocks():
        for name in names:
            assert name not in found, f"{name} has two lines in {FILE.name}"
            get, post = outcome.split()
            who = IN_ADMIN if name.startswith("admin:") else EVERYBODY
            assert len(get) == len(post) == len(who), name
            assert set(get + post) <= set(MEANS), name
            found[name] = Line(get, post, who)
    return found


def _blocks() -> Iterator[tuple[str, list[str]]]:
    outcome, names = "", list[str]()
    for line in FILE.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            names += line.split()
            continue
        if names:
            yield outcome, names
        outcome, names = line, []
    yield outcome, names
