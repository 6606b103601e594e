"""How dates are written, one way in each language; Django asks for these by name."""

from __future__ import annotations
