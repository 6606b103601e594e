"""Domain signals: news that travels upwards without an import."""

from __future__ import annotations

from django.dispatch import Signal

user_revoked = Signal()
"""Sent after the commit with `user_id` and `epoch`: older connections of this user are void."""

contested = Signal()
"""Sent after the commit of a move that ended a dispute, once or more: with `match_id`, `rules_id`,
`round` and `move` (numbers), `index` (of the event in the move), `at_ms`, `contest`
(`games.kernel.contests`) and `sat`: by seat, the id of the user and the level of the bot that held
it then. What a receiver raises is tried again."""

hours_changed = Signal()
"""Sent with `user_id` when other time of this user counts from now on (quiet hours, day of rest,
time zone, vacation), in the transaction that changes it."""

player_changed = Signal()
"""Sent after the commit with `round_id` and `seat`: somebody else plays that seat now, a person or
a bot, so that what was thought about there is void."""

guest_signed_in = Signal()
"""Sent when a guest signs in to an account, with `guest_id` and `user_id`, in the transaction that
brings the guest's things along; receivers answer how many seats stay with the guest."""
