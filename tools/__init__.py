"""Programs that measure whole servers and try to break them; `README.md` lists them."""

from __future__ import annotations

import tests  # noqa: F401 - makes the platform a source root, also without pytest
