"""A result of the daily deal as a PNG: chats and networks show no SVG."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from django.utils.translation import gettext
from PIL import Image, ImageDraw, ImageFont

from core import times
from daily.standings import DailyResult
from daily.today import DailyDeal

SIZE = (1200, 630)
TOP, BOTTOM = (17, 23, 42), (38, 52, 92)
LAMP, PAPER = (255, 217, 138), (246, 239, 226)
LEFT = 80
FONTS = Path(__file__).resolve().parents[1] / "core" / "static" / "core" / "fonts"
STARS = ((860, 90, 4), (905, 235, 3), (1140, 290, 4), (760, 180, 3))
COMMON = re.compile(
    "[ -~\u00a0\u00ab\u00b0\u00b1\u00b7\u00bb\u00c4\u00d6\u00d7\u00dc\u00df\u00e4\u00e9\u00f6\u00fc"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2212]"
)
"""Letters of the first file of our face; the others are in the second one."""


def draw_result(seen: DailyDeal, line: DailyResult, host: str) -> bytes:
    """Return the picture of this result; it reveals nothing about the cards."""
    picture = _night()
    draw = ImageDraw.Draw(picture)
    place = gettext("Place %(place)s of %(of)s") % {"place": line.place, "of": line.of}
    points = f"{gettext(seen.meta.pad.points)}: {line.points}"
    for y, size, weight, colour, words in (
        (86, 44, 700, LAMP, f"Nightcap · {gettext('The daily deal')}"),
        (152, 32, 500, _faded(0.8), times.day(seen.day.date)),
        (238, 96, 800, PAPER, gettext(seen.meta.title)),
        (382, 72, 700, PAPER, place),
        (476, 40, 600, _faded(0.9), points),
        (552, 28, 500, _faded(0.7), f"{host}/daily/"),
    ):
        _write(draw, y, words, size, weight, colour)
    made = BytesIO()
    picture.quantize(128).save(made, "PNG", optimize=True)
    return made.getvalue()


def _night() -> Image.Image:
    """Return a dark room with a moon and its glow."""
    fade = Image.linear_gradient("L").resize(SIZE)
    picture = Image.composite(Image.new("RGB", SIZE, BOTTOM), Image.new("RGB", SIZE, TOP), fade)
    glow = (
        Image.radial_gradient("L").resize((560, 560)).point(lambda v: max(0, 115 - v * 115 // 181))
    )
    picture.paste(LAMP, (740, -140), glow)
    moon = Image.new("L", (336, 336), 0)
    shape = ImageDraw.Draw(moon)
    shape.ellipse((0, 0, 335, 335), fill=255)
    shape.ellipse((114, -46, 402, 242), fill=0)
    picture.paste(LAMP, (946, 56), moon.resize((168, 168)))
    draw = ImageDraw.Draw(picture)
    for x, y, r in STARS:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=LAMP)
    return picture


def _faded(share: float) -> tuple[int, ...]:
    """Return the colour of text with this share of paper, the rest of night."""
    return tuple(
        round(light * share + dark * (1 - share)) for light, dark in zip(PAPER, BOTTOM, strict=True)
    )


def _write(
    draw: ImageDraw.ImageDraw, y: int, words: str, size: int, weight: int, colour: tuple[int, ...]
) -> None:
    """Write a line; it is smaller if it would be wider than the picture."""
    while size > 20 and _width(words, size, weight) > SIZE[0] - 2 * LEFT:
        size -= 4
    x = float(LEFT)
    for run, font in _runs(words, size, weight):
        draw.text((x, y), run, font=font, fill=colour)
        x += font.getlength(run)


def _width(words: str, size: int, weight: int) -> float:
    return sum(font.getlength(run) for run, font in _runs(words, size, weight))


def _runs(words: str, size: int, weight: int) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    """Return the parts of a line, each with the file that has its letters."""
    return [
        ("".join(letters), _font("fraunces" if is_common else "fraunces-more", size, weight))
        for is_common, letters in groupby(words, lambda letter: COMMON.match(letter) is not None)
    ]


@lru_cache(maxsize=64)
def _font(name: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FONTS / f"{name}.woff2", size)
    font.set_variation_by_axes([weight])
    return font
