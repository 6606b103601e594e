"""The rules of this game, shown by examples."""

from __future__ import annotations

from typing import Final

from games.kernel.lessons import Example

EXAMPLES: Final[tuple[Example, ...]] = ()
