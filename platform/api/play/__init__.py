"""What bots do; the module with endpoints registers them."""

from __future__ import annotations

from api.play import tables as tables
