"""Date formats, one for each language; Django loads these modules by name."""

from __future__ import annotations
