"""Protection against formulas in tables that a spreadsheet opens.

Users choose names, and a spreadsheet may split a cell again, at a separator that the file does not
use. Source: OWASP, CSV Injection.
"""

from __future__ import annotations

import re

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207c\u207a\u207b\u208c\u208a\u208b\u2212\ufb29"
"""The signs that begin a formula, also as wide, small, raised and lowered ones."""
_BEGINS = re.compile(
    # At the start, or where another cell may begin, after any quotes and spaces.
    f"(^|[;,|\t\v\f\r\n\x1c-\x1e\x85\u2028\u2029])([\\s\"'\u2018-\u201f]*)(?=[{re.escape(SIGNS)}])"
)


def defuse(text: str) -> str:
    """Return the text with an apostrophe before each sign that could begin a formula."""
    return _BEGINS.sub(r"\1\2'", text)
