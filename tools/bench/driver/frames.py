"""What is read of a table's page and its messages: by searching, for parsing costs too much.

All that the benchmark knows of the wire stands here. A message that brings a board begins with its
version, and with the mark by which a page says what it shows when it connects; it brings the whole
board, or what changed of it.
"""

from __future__ import annotations

import html
import json
import re
from urllib.parse import urlencode

NOTHING = b"[]"
"""Offers of somebody who cannot do anything now."""
BOARD, MARK, SYNCED = b'{"version":', b'"mark":"', b'{"synced":'
LATER = b'{"later":'
OFFERS, END = b'"offers":', b"]]"
"""Where offers stand alone."""
HTML_OFFERS, HTML_END = b'data-offers=\\"', b'\\"'
"""Where they stand in a board: quotes in HTML are escaped, and so the others are not found there."""
OVER = b"data-over"
REFUSAL, REFUSED = b'{"refusal":', b'"refused":'
PAGE_VERSION = re.compile(r'data-version="(\d+)"')
PAGE_MARK = re.compile(r'data-mark="(\w+)"')


def version(message: bytes) -> int | None:
    """The version of the board that this message brings; None if it brings none."""
    return _number(message, BOARD)


def synced(message: bytes) -> int | None:
    """The version that a page shows which has asked what it lacks; None if it is no such answer."""
    return _number(message, SYNCED)


def later(message: bytes) -> float:
    """Seconds after which the server wants the page to connect again; 0 if it does not say so."""
    return float(json.loads(message)["later"]) if message.startswith(LATER) else 0.0


def mark(message: bytes) -> str:
    """The mark of the board that this message brings; "" if there is none."""
    begin = message.find(MARK, 0, 100) + len(MARK)
    return "" if begin < len(MARK) else message[begin : message.index(b'"', begin)].decode()


def offers(message: bytes) -> bytes | None:
    """What its reader may do, for `picks`; None if this message does not say."""
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
    """The choices in these offers, each a list of handles."""
    choices: list[list[str]] = json.loads(html.unescape(found.decode()))
    return choices


def is_over(message: bytes) -> bool:
    """Whether this board shows the end of its round."""
    return OVER in message


def is_refused(message: bytes) -> bool:
    """Whether the message says that something was refused."""
    return message.startswith(REFUSAL) or REFUSED in message[-100:]


def shown_by(page: str) -> tuple[int, str] | None:
    """Version and mark of the board that this HTML shows; None if it does not say."""
    version, mark = PAGE_VERSION.search(page), PAGE_MARK.search(page)
    return None if version is None or mark is None else (int(version[1]), mark[1])


def saying(version: int, mark: str) -> str:
    """The query by which a socket says what its page shows."""
    return urlencode({"version": version, "board": mark})


def _number(message: bytes, name: bytes) -> int | None:
    if not message.startswith(name):
        return None
    end = begin = len(name)
    while message[end : end + 1].isdigit():
        end += 1
    return int(message[begin:end])
