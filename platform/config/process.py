"""Which process this is, as far as its settings go by it."""

from __future__ import annotations

serves_pages = False
"""Whether it is a web process: `config.asgi` says so before the settings are read."""
