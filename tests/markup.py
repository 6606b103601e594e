"""Faults in the markup of a page: its syntax, its ids, and references to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from html5lib import HTMLParser
from html5lib.constants import E

UNESCAPED = re.compile(r"&(?!(?:[a-zA-Z][a-zA-Z0-9]*|#[0-9]+|#x[0-9a-fA-F]+);).{0,30}")
REFERENCES = (
    "aria-controls",
    "aria-describedby",
    "aria-labelledby",
    "commandfor",
    "for",
    "form",
    "list",
    "popovertarget",
)
"""Attributes that name other elements of the page by their ids."""


def faults(html: str) -> Iterator[str]:
    """Return each fault in a few words."""
    parser = HTMLParser(namespaceHTMLElements=False)
    page = parser.parse(html)
    lines = html.split("\n")
    for (line, column), code, facts in parser.errors:
        near = "".join(lines[line - 1 : line])[max(0, column - 60) : column + 20]
        yield f"{E[code] % facts} Near: {near}"
    for found in UNESCAPED.finditer(html):
        yield f"Write &amp; for this &: {found[0]}"
    elements = [one for one in page.iter() if isinstance(one.tag, str)]
    ids = Counter(one.attrib["id"] for one in elements if "id" in one.attrib)
    for name, count in ids.items():
        if count > 1:
            yield f"{count} elements have the id {name!r}"
        if not name or re.search(r"\s", name):
            yield f"{name!r} cannot be an id"
    for element in elements:
        wanted = [name for one in REFERENCES for name in element.attrib.get(one, "").split()]
        if element.tag == "a" and element.attrib.get("href", "").startswith("#"):
            wanted.append(element.attrib["href"][1:])
        yield from (f"no element has the id {name!r}" for name in wanted if name not in ids)
