"""The guide for programs and the example clients: files of `docs/`, as this server shows them."""

from __future__ import annotations

import re
from functools import cache

import markdown
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

DOCS = settings.ROOT / "docs"
CHAPTERS = ("api", "verify")
"""The chapters that are shown; they link to each other."""
EXAMPLE = "https://cards.example.org"
"""The server address in the guide's examples."""


def html_of(chapter: str, request: HttpRequest) -> SafeString | None:
    """Return a chapter as HTML, with this server's own address in it; None if it does not exist."""
    if chapter not in CHAPTERS:
        return None
    here = request.build_absolute_uri("/").rstrip("/")
    text = _html(chapter).replace(EXAMPLE, here)
    # Safe: our own files, and an address that Django has checked.
    return mark_safe(text.replace(_for_sockets(EXAMPLE), _for_sockets(here)))


def client(name: str) -> str | None:
    """Return an example client by its file name; None if it does not exist."""
    files = {path.name: path for path in (DOCS / "clients").iterdir()}
    return files[name].read_text() if name in files else None


def _for_sockets(address: str) -> str:
    return address.replace("http", "ws", 1)


@cache
def _html(chapter: str) -> str:
    text = (DOCS / f"{chapter}.md").read_text()
    html = markdown.markdown(text, extensions=["fenced_code", "sane_lists", "tables", "toc"])
    html = re.sub(r'href="clients/([^"]+)"', lambda link: _href("client", link[1]), html)
    html = re.sub(rf'href="({"|".join(CHAPTERS)})\.md"', lambda link: _href("guide", link[1]), html)
    # Link the pages of this server that the guide only names.
    return re.sub(
        r"<code>(/(?:api|bots|preferences)/[\w./]*)</code>",
        r'<a href="\1"><code>\1</code></a>',
        html,
    )


def _href(name: str, part: str) -> str:
    return f'href="{reverse(f"api:{name}", args=[part])}"'
