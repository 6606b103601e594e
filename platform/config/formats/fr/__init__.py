"""French dates."""

from __future__ import annotations
