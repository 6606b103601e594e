"""Production's settings with sample values, for mypy and `make check`."""

from __future__ import annotations

import os

os.environ |= {
    "NIGHTCAP_SECRET_KEY": "a-sample-that-signs-nothing-" * 3,
    "NIGHTCAP_SITE": "https://nightcap.example",
    "DATABASE_URL": "postgresql://nightcap@db.example/nightcap",
    "REDIS_URL": "redis://valkey.example/0",
}

from config.settings import *  # noqa: F403 - what settings files are for
