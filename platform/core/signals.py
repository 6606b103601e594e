"""Domain signals: news that travels upwards without an import."""

from __future__ import annotations

from django.dispatch import Signal

user_revoked = Signal()
"""Sent after the commit with `user_id` and `epoch`: older connections of this user are void."""

guest_signed_in = Signal()
"""Sent when a guest signs in to an account, with `guest_id` and `user_id`, in the transaction that
brings the guest's things along; receivers answer how many seats stay with the guest."""
