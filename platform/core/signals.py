"""Domain signals: news that travels upwards without an import."""

from __future__ import annotations

from django.dispatch import Signal

user_revoked = Signal()
"""Sent after the commit with `user_id` and `epoch`: older connections of this user are void."""
