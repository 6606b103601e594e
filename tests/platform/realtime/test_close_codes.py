"""Close codes of sockets are numbers that the server and our scripts share, listed once on each
side.
"""

from __future__ import annotations

import re

from realtime import close_codes
from tests.architecture.test_walls import PLATFORM, ROOT, name_of

SCRIPT = PLATFORM / "core/static/core/js/socket.js"
NAMES = ("REVOKED", "FORBIDDEN", "CHANGED")
CODES = {name: getattr(close_codes, name) for name in NAMES}


def test_scripts_have_the_codes_of_the_server() -> None:
    said = re.findall(r"export const (\w+) = (\d+);", SCRIPT.read_text("utf-8"))
    assert {name: int(code) for name, code in said if name in CODES} == CODES


def test_no_other_script_writes_them_down_again() -> None:
    """All other scripts import them from there."""
    number = re.compile(rf"\b({'|'.join(map(str, CODES.values()))})\b")
    scripts = [path for path in PLATFORM.rglob("*.js") if "vendor" not in path.parts]
    assert SCRIPT in scripts
    again = [
        name_of(path) for path in scripts if path != SCRIPT and number.search(path.read_text())
    ]
    assert again == []


def test_a_page_connects_again_by_itself_unless_it_is_sent_away() -> None:
    page = (ROOT / "templates/components/wire.html").read_text("utf-8")
    again = re.search(r'"reconnectCodes":\[([\d,]+)\]', page)
    assert again is not None
    codes = set(map(int, again[1].split(",")))
    assert codes >= {close_codes.CHANGED, close_codes.LATER}
    assert not codes & {close_codes.REVOKED, close_codes.FORBIDDEN}
