"""An address as a QR code, which a phone's camera reads."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString

MARGIN = 3
"""Empty modules around the code; cameras need some."""


@lru_cache(maxsize=200)
def qr_code(text: str) -> SafeString:
    """Return the code as an SVG in the colour of its text; words beside it tell what it is."""
    import qrcode  # here, because it loads Pillow: 4 MB

    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    runs = [run for y, row in enumerate(rows) for run in _runs(row, y)]
    return format_html(
        '<svg class="qr-code" viewBox="{0} {0} {1} {1}" aria-hidden="true"><path d="{2}"/></svg>',
        -MARGIN,
        len(rows) + 2 * MARGIN,
        "".join(runs),
    )


def _runs(row: list[bool], y: int) -> list[str]:
    """Return the dark runs of a row as rectangles of a path."""
    drawn, x = [], 0
    for is_dark, modules in groupby(row):
        length = len(list(modules))
        if is_dark:
            drawn.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return drawn
