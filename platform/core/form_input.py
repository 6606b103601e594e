"""What somebody typed into a form that was refused: it is kept on the page that says so."""

from __future__ import annotations

from django.http import HttpRequest

from core.csrf import TOKEN, UNREADABLE

SECRET = ("password", "code")
"""Parts of the names of fields that are written on no page."""


def fields_sent(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form in their order, as far as they can be read."""
    try:
        return [(name, value) for name, values in request.POST.lists() for value in values]
    except UNREADABLE:
        return []


def is_secret(name: str) -> bool:
    """Whether a field of this name is a password or a code."""
    return any(map(name.count, SECRET))


def fields_kept(request: HttpRequest) -> list[tuple[str, str]]:
    """All fields but passwords, codes and the token, of a form of ours: its token was good."""
    if request.method != "POST" or not getattr(request, "csrf_processing_done", False):
        return []
    return [
        (name, value)
        for name, value in fields_sent(request)
        if name != TOKEN and not is_secret(name)
    ]


def words_typed(request: HttpRequest) -> list[str]:
    """The fields in which somebody wrote more than one word, of a form of ours: its token was good."""
    said = [value.strip() for _name, value in fields_kept(request)]
    return [value for value in said if len(value.split()) > 1]
