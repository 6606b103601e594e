"""The kind of this process, where the settings depend on it."""

from __future__ import annotations

import os
import secrets

serves_pages = False
"""True in a web process: `config.serving.asgi` sets it before the settings are read."""
name_at_valkey = f"nightcap-{os.getpid()}-{secrets.token_hex(4)}"
"""The name of the connections on which a worker waits for tasks: `config.celery` ends that wait."""
