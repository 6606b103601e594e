"""Endpoints and the socket for bots; the module with endpoints registers them."""

from __future__ import annotations

from api.play import tables as tables
