"""Domain signals: messages that travel upwards without an import."""

from __future__ import annotations

from django.dispatch import Signal

user_revoked = Signal()
"""Sent after the commit with `user_id` and `epoch`: older connections of this user are invalid."""

user_gone = Signal()
"""Sent after the commit with `user_id` when a user can no longer play, banned or deleted:
others must not wait for them.
"""

password_set = Signal()
"""Sent with `user_id` when a user has a new password, in the transaction that sets it."""

user_forgotten = Signal()
"""Sent with `user_id`, `name_before` and `name` (the new one) in the transaction that anonymises a
user: receivers delete their data.
"""

said = Signal()
"""Sent with `message_id` and `text` when a user wrote a message, in the transaction that stores it.
"""

contested = Signal()
"""Sent after the commit of a move that ended a dispute, at least once: with `match_id`, `rules_id`,
`round` and `move` (numbers), `index` (of the event in the move), `at_ms`, `contest`
(`games.kernel.contests`) and `sat`: by seat, the id of the user and the level of the bot that held
it then. If a receiver raises, it is called again.
"""

hours_changed = Signal()
"""Sent with `user_id` when this user's hours change (quiet hours, day of rest, time zone,
vacation), in the transaction that changes them.
"""

player_changed = Signal()
"""Sent after the commit with `round_id` and `seat`: another player has that seat now, a person or a
bot, so that computations for it are void.
"""

guest_signed_in = Signal()
"""Sent when a guest signs in to an account, with `guest_id`, `user_id`, and `session_key` of the
session in which the same browser continues, in the transaction that moves the guest's data;
receivers return the number of seats that stay with the guest.
"""

seat_kept = Signal()
"""Sent with `user_id` and `match_id` when a seat is reserved for a named user, in the transaction
that reserves it.
"""

rematch_opened = Signal()
"""Sent with `before_id`, `match_id` and `host_id` when a user opens the rematch of a match, in the
transaction that opens it.
"""

match_finished = Signal()
"""Sent with `match_id` after the commit that ended a match whose cards were dealt, at least once:
it is decided, or no player was left at the table (its status shows that). If a receiver raises,
it is called again, so receivers read the state from the database.
"""

match_corrected = Signal()
"""Sent in the same way with `match_id` and `correction_id` when the result of a match was
corrected.
"""

staff_acted = Signal()
"""Sent by every action of the staff, in the transaction that does it, with `by_id` (null: the
platform itself), `verb` (a slug), `app`, `target` (a row, or its name `app.model:id`) and
`facts` (JSON). The audit log stores it; otherwise the action fails.
"""

user_blocked = Signal()
"""Sent with `user_id` and `other_id` when the first blocks the other, in the transaction that does it."""

befriended = Signal()
"""Sent when a user sends or accepts a friend request: as `league_news`, with `kind`."""

club_news = Signal()
"""Sent when a member of a club does what concerns a user: as `league_news`, with `kind`."""

news_withdrawn = Signal()
"""Sent with `keys` when these news (`club_news`, `league_news`) no longer hold, in the transaction
that ends them.
"""

league_news = Signal()
"""An update of a league for a user, sent in the transaction that marks it as handed on: with
`user_id`, `key` (the same for the same update), `sentence` (`N_`) whose `%(name)s` are filled
from `facts`, `more` (further sentences below it; none if missing), and `path` of a page. In
`facts`, text and numbers are allowed; `at`, `was`, `begins` and `ends` are points in time, ISO
8601; `reason`, never empty, is one of the platform's, translated for its reader, or a person's
own words. If a receiver raises, it is called again.
"""

table_changed = Signal()
"""A league's table changed: with `league_id` and `change_id` (`leagues.models.TableChange`), in the
transaction that stores it.
"""

decided = Signal()
"""A decision of the staff, or of a table, that concerns a user, in the transaction that stores it:
with `kind` ("ruling" on a word, "decision" about themselves), and `user_id`, `key`, `sentence`,
`facts` and `path` as in `league_news`.
"""
