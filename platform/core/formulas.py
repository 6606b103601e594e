"""Words in tables that a spreadsheet opens: none of them is to be worked out as a formula there.

Names are chosen by people, and such a program may split a cell once more, at a separator that the file
does not use. Source: OWASP, CSV Injection.
"""

from __future__ import annotations

import re

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207c\u207a\u207b\u208c\u208a\u208b\u2212\ufb29"
"""What a formula begins with, also as wide, small, raised and lowered signs."""
_BEGINS = re.compile(
    # At the start, or where another cell may begin; whatever quotes and space may stand before it.
    f"(^|[;,|\t\v\f\r\n\x1c-\x1e\x85\u2028\u2029])([\\s\"'\u2018-\u201f]*)(?=[{re.escape(SIGNS)}])"
)


def defuse(text: str) -> str:
    """The text with an apostrophe before each sign that could begin a formula."""
    return _BEGINS.sub(r"\1\2'", text)
