"""Removes the layout's white space from Django's templates when they are loaded.

Only readers of the source need it. White space with a line break in it is layout. Beside the tags
of blocks and before the end of a tag it is removed, elsewhere one space remains. Text to be
translated stays as the catalogue has it. In a mail line breaks are visible, so only HTML is
compacted.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

_BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|col|colgroup|dd|details|dialog|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|"
    "nav|ol|optgroup|option|p|script|section|select|summary|table|tbody|td|tfoot|th|thead|title|"
    "tr|ul"
)
"""Elements beside whose tags no white space is shown."""
_BOX = "button"
"""An element that shows no white space at the beginning and the end of its content."""

_TEMPLATE = r"\{%.*?%\}|\{\{.*?\}\}|\{\#.*?\#\}"
_QUOTED = rf'"(?:{_TEMPLATE}|[^"])*"'
_PIECE = re.compile(
    r"(?P<translated>\{%-?\s*(?P<kind>trans|blocktranslate)\b.*?\{%-?\s*end(?P=kind)\s*-?%\})"
    rf"|(?P<template>{_TEMPLATE})"
    rf"|</?(?P<name>[a-zA-Z][\w-]*)(?:{_TEMPLATE}|{_QUOTED}|[^<>\"])*>"
    r"|(?P<layout>[ \t]*\n\s*)"
    r"|[^\s<{]+|.",
    re.DOTALL,
)
_OPTIONAL = re.compile(
    r"\s+(\{%\s*if\b[^%]*%\})\s*((?:(?!\{%).)*?)\s*(\{%\s*endif\s*%\})(?=[\s>\"/])", re.DOTALL
)
"""An optional part of a tag, or an optional class, with the space before it."""
_LAYOUT = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    """A loader that finds templates as Django does, and compacts them."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template.

        Raises: TemplateDoesNotExist.
        """
        source = super().get_contents(origin)
        return compact(source) if is_html(origin.name) else source


def is_html(name: str) -> bool:
    """Return whether a template's language treats a line break as a space."""
    return name.endswith(".html")


def compact(source: str) -> str:
    """Return a template without its layout; unchanged in debug mode, where developers read its
    lines.
    """
    if settings.DEBUG:
        return source
    compacted: list[str] = []
    layout = ""
    swallows = False
    for piece in _PIECE.finditer(source):
        if piece["layout"]:
            layout = " "
            continue
        name = piece["name"] or ""
        is_block = _BLOCK.fullmatch(name) is not None
        ends = piece[0].startswith("</")
        if not (swallows or is_block or (name == _BOX and ends)):
            compacted.append(layout)
        layout = ""
        compacted.append(_tag(piece[0]) if name else piece[0])
        swallows = is_block or (name == _BOX and not ends)
    # Jinja2 removes the last line break of a source, but no other space.
    return "".join(compacted) + ("\n" if layout and not swallows else "")


def _tag(tag: str) -> str:
    tag = _OPTIONAL.sub(r"\1 \2\3", tag)
    tag = re.sub(r'="\s*\n\s*', '="', re.sub(r'\s*\n\s*(?="|/?>$)', "", tag))
    return _LAYOUT.sub(" ", tag)
