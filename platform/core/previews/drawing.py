"""The picture of a preview: drawn as SVG in our colours and faces, and turned into a PNG."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from core.previews.colours import plain
from core.previews.preview import HEIGHT, WIDTH, Card, Preview

FONTS = Path(__file__).parent / "fonts"
LETTERS_BESIDE_CARDS, LETTERS_ALONE = 17, 30
"""The letters of a line of the title."""
LINES_OF_TITLE, LETTERS_OF_TEXT = 3, 38
TITLE_TOP, TITLE_STEP, TEXT_STEP = 300, 74, 46
FAN = ((815, -9.0), (930, 0.0), (1045, 9.0))
"""Of each card of a fan: its middle from the left, and its turn in degrees."""
FAN_TOP, FAN_HEIGHT = 310, 290
COLUMNS = (790, 940, 1090)
ROWS, ROW_HEIGHT = (205, 425), 195
"""The middles of a board's columns and rows."""


@lru_cache(maxsize=64)
def picture(preview: Preview) -> bytes:
    """Return the picture of a preview as PNG, `WIDTH` by `HEIGHT` pixels.

    Messengers ask for the same picture again and again, so a process keeps the newest.
    """
    return png_of(render_to_string("components/preview.svg", _context(preview)))


def png_of(svg: str) -> bytes:
    """Return a drawing in the colours of the dark theme and with our faces as PNG, in its own size."""
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=plain(svg),
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
    )
    return png


def _context(preview: Preview) -> dict[str, object]:
    letters = LETTERS_BESIDE_CARDS if preview.cards else LETTERS_ALONE
    title = textwrap.wrap(preview.title, letters, max_lines=LINES_OF_TITLE, placeholder=" …")
    text_top = TITLE_TOP + TITLE_STEP * len(title)
    return {
        "above": preview.above,
        "width": WIDTH,
        "height": HEIGHT,
        "title": [(TITLE_TOP + TITLE_STEP * at, words) for at, words in enumerate(title)],
        "lines": [
            (text_top + TEXT_STEP * at, textwrap.shorten(line, LETTERS_OF_TEXT, placeholder=" …"))
            for at, line in enumerate(preview.lines)
        ],
        "symbols": _symbols(preview.game) if preview.cards else "",
        "cards": _laid(preview.cards),
    }


@lru_cache(maxsize=16)
def _symbols(game: str) -> str:
    """Return the symbols of a game's cards, as they stand in its file."""
    path = finders.find(f"games/{game}/cards.svg")
    assert path is not None, game
    source = re.sub(r"<!--.*?-->", "", Path(path).read_text("utf-8"), flags=re.DOTALL)
    return source.partition(">")[2].rpartition("</svg>")[0]


def _laid(cards: Sequence[Card]) -> list[dict[str, object]]:
    """Return the place of each card: up to three lie as a fan, more in rows of three."""
    if len(cards) <= len(FAN):
        places = [(x, FAN_TOP, turn) for x, turn in FAN]
        height = FAN_HEIGHT
    else:
        places = [(x, y, 0.0) for y in ROWS for x in COLUMNS]
        height = ROW_HEIGHT
    return [
        {
            "card": card,
            "x": x,
            "y": y,
            "turn": turn,
            "scale": round(height / card.height, 3),
            "left": -card.width / 2,
            "top": -card.height / 2,
        }
        for card, (x, y, turn) in zip(cards, places, strict=False)
    ]
