"""Which process this is, as far as its settings go by it."""

from __future__ import annotations

import os
import secrets

serves_pages = False
"""Whether it is a web process: `config.serving.asgi` says so before the settings are read."""
name_at_valkey = f"nightcap-{os.getpid()}-{secrets.token_hex(4)}"
"""Names the connections over which a worker waits for tasks: `config.celery` ends that wait."""
