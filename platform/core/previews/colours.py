"""The tokens of the styles as plain colours, for drawings outside of a browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.contrib.staticfiles import finders

if TYPE_CHECKING:
    from coloraide import Color

TOKENS = "core/css/tokens.css"
_TOKEN = re.compile(r"(--[\w-]+):\s*(.+?);")
_NIGHT = re.compile(r"light-dark\((?:[^()]|\([^()]*\))*?,\s*((?:[^(),]|\([^()]*\))+)\)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))+))?\)")
FACES = {"--title": "Fraunces", "--text": "Atkinson Hyperlegible Next"}
"""The families of our faces, as the files of fonts name them."""
_MIX = re.compile(r"color-mix\(in oklab, ([^(),]+) (\d+)%, ([^(),]+)\)")


@cache
def night() -> Mapping[str, str]:
    """Return the colours of the dark theme as `#rrggbb`, and our faces, by the names of their tokens."""
    path = finders.find(TOKENS)
    assert path is not None, TOKENS
    source = re.sub(r"/\*.*?\*/", "", Path(path).read_text("utf-8"), flags=re.DOTALL)
    tokens = {name: _NIGHT.sub(r"\1", value) for name, value in _TOKEN.findall(source)}
    colours = {name: _hex(value) for name, value in tokens.items() if value.startswith("oklch(")}
    return colours | FACES


def plain(drawing: str) -> str:
    """Return a drawing whose tokens and mixtures are plain colours, for a renderer without CSS."""
    tokens = night()

    def value(found: re.Match[str]) -> str:
        return tokens.get(found[1]) or found[2] or "none"

    def mixture(found: re.Match[str]) -> str:
        mixed = _colour(found[1]).mix(found[3], 1 - int(found[2]) / 100, space="oklab")
        return str(mixed.convert("srgb").fit().to_string(hex=True))

    for pattern, instead in ((_VARIABLE, value), (_MIX, mixture)):
        while pattern.search(drawing):
            drawing = pattern.sub(instead, drawing)
    return drawing


def _colour(text: str) -> Color:
    from coloraide import Color  # here, because few need it: 4 MB

    return Color(text)


def _hex(colour: str) -> str:
    return str(_colour(colour).convert("srgb").fit().to_string(hex=True, alpha=False))
