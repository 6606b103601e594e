"""What the driver reads of a table's messages: found by searching, for parsing costs too much."""

from __future__ import annotations

import html
import json

NOTHING = b"[]"
"""Offers of somebody who cannot do anything now."""
BOARD = b'{"version":'
OFFERS, END = b'data-offers=\\"', b'\\"'
OVER = b"data-over"
REFUSAL, REFUSED = b'{"refusal":', b'"refused":'
"""The second stands behind a board, whose own quotes are escaped."""


def version(frame: bytes) -> int | None:
    """The version of the board that this message brings; None if it brings none."""
    if not frame.startswith(BOARD):
        return None
    return int(frame[len(BOARD) : frame.index(b",", len(BOARD))])


def offers(frame: bytes) -> bytes | None:
    """What its reader may do, for `picks`; None if this message does not say."""
    begin = frame.find(OFFERS) + len(OFFERS)
    return None if begin < len(OFFERS) else frame[begin : frame.index(END, begin)]


def picks(found: bytes) -> list[list[str]]:
    """The choices in these offers, each a list of handles."""
    choices: list[list[str]] = json.loads(html.unescape(found.decode()))
    return choices


def is_over(frame: bytes) -> bool:
    """Whether this board shows the end of its round."""
    return OVER in frame


def is_refused(frame: bytes) -> bool:
    """Whether the message says that something was refused."""
    return frame.startswith(REFUSAL) or REFUSED in frame[-100:]
