"""Take the layout's white space out of Django's templates when they are loaded.

People who read the source need it, browsers do not. White space with a line break in it is layout.
Beside the tags of blocks and before the end of a tag nothing is left of it, elsewhere one space.
What is to be translated stays as the catalog knows it. In a mail line breaks are seen, so that only
HTML is made compact.
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
"""An element that shows none inside, at its beginning and its end."""

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
"""Part of a tag, or one of its classes, that is there or not: so is the space before it."""
_LAYOUT = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    """Finds templates as Django does, and loads them compact."""

    def get_contents(self, origin: Origin) -> str:
        """The source of a template.

        Raises: TemplateDoesNotExist.
        """
        source = super().get_contents(origin)
        return compact(source) if is_html(origin.name) else source


def is_html(name: str) -> bool:
    """Whether the template of this name is of a language in which a line break is a space."""
    return name.endswith(".html")


def compact(source: str) -> str:
    """A template without its layout; as it is where somebody works on it and reads its lines."""
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
    # Jinja2 takes the last line break of a source away, and no other space.
    return "".join(compacted) + ("\n" if layout and not swallows else "")


def _tag(tag: str) -> str:
    tag = _OPTIONAL.sub(r"\1 \2\3", tag)
    tag = re.sub(r'="\s*\n\s*', '="', re.sub(r'\s*\n\s*(?="|/?>$)', "", tag))
    return _LAYOUT.sub(" ", tag)
