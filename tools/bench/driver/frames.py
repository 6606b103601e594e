"""The parts of a table's page and messages that the driver reads, by search; parsing costs too
much.

This module holds all that the benchmark knows of the wire format. A message with a board begins
with its version and with the mark that a page sends when it connects. It contains the whole
board, or a diff.
"""

from __future__ import annotations

import html
import json
import re
from urllib.parse import urlencode

NOTHING = b"[]"
"""The offers of a player who cannot act now."""
BOARD, MARK, SYNCED = b'{"version":', b'"mark":"', b'{"synced":'
LATER = b'{"later":'
OFFERS, END = b'"offers":', b"]]"
"""The delimiters of offers outside a board."""
HTML_OFFERS, HTML_END = b'data-offers=\\"', b'\\"'
"""The delimiters of offers in a board. HTML escapes quotes, so the plain ones do not match there.
"""
OVER = b"data-over"
REFUSAL, REFUSED = b'{"refusal":', b'"refused":'
PAGE_VERSION = re.compile(r'data-version="(\d+)"')
PAGE_MARK = re.compile(r'data-mark="(\w+)"')


def version(message: bytes) -> int | None:
    """Return the version of the board in this message; None without a board."""
    return _number(message, BOARD)


def synced(message: bytes) -> int | None:
    """Return the version in the answer to a sync request; None for any other message."""
    return _number(message, SYNCED)


def later(message: bytes) -> float:
    """Return the seconds after which the server wants the page to reconnect; 0 if it gives none."""
    return float(json.loads(message)["later"]) if message.startswith(LATER) else 0.0


def mark(message: bytes) -> str:
    """Return the mark of the board in this message; "" without one."""
    begin = message.find(MARK, 0, 100) + len(MARK)
    return "" if begin < len(MARK) else message[begin : message.index(b'"', begin)].decode()


def offers(message: bytes) -> bytes | None:
    """Return the reader's offers, for `picks`; None if this message has none."""
    begin = message.find(OFFERS) + len(OFFERS)
    if begin >= len(OFFERS):
        if message.startswith(NOTHING, begin):
            return NOTHING
        return message[begin : message.index(END, begin) + len(END)]
    begin = message.find(HTML_OFFERS) + len(HTML_OFFERS)
    if begin >= len(HTML_OFFERS):
        return message[begin : message.index(HTML_END, begin)]
    return None


def picks(found: bytes) -> list[list[str]]:
    """Return the choices in these offers, each a list of handles."""
    choices: list[list[str]] = json.loads(html.unescape(found.decode()))
    return choices


def is_over(message: bytes) -> bool:
    """Return whether this board shows the end of its round."""
    return OVER in message


def is_refused(message: bytes) -> bool:
    """Return whether the message contains a refusal."""
    return message.startswith(REFUSAL) or REFUSED in message[-100:]


def shown_by(page: str) -> tuple[int, str] | None:
    """Return the version and mark of the board in this HTML; None if it has none."""
    version, mark = PAGE_VERSION.search(page), PAGE_MARK.search(page)
    return None if version is None or mark is None else (int(version[1]), mark[1])


def saying(version: int, mark: str) -> str:
    """Return the query that tells a socket which board its page shows."""
    return urlencode({"version": version, "board": mark})


def _number(message: bytes, name: bytes) -> int | None:
    if not message.startswith(name):
        return None
    end = begin = len(name)
    while message[end : end + 1].isdigit():
        end += 1
    return int(message[begin:end])
