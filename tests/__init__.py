"""Puts `platform/` on the path, as `manage.py` does, even for programs outside of pytest."""

from __future__ import annotations

import sys
from pathlib import Path

_PLATFORM = str(Path(__file__).parents[1] / "platform")
if _PLATFORM not in sys.path:
    sys.path.append(_PLATFORM)
