"""Domain signals: news that travels upwards without an import."""

from __future__ import annotations

from django.dispatch import Signal

user_revoked = Signal()
"""Sent after the commit with `user_id` and `epoch`: older connections of this user are void."""

user_gone = Signal()
"""Sent after the commit with `user_id` when somebody can play no more, shut out or gone for good:
others must not wait for them."""

password_set = Signal()
"""Sent with `user_id` when somebody has another password, in the transaction that sets it."""

user_forgotten = Signal()
"""Sent with `user_id`, `name_before` and `name` (what is left) in the transaction that makes
somebody a number: receivers forget what is theirs."""

said = Signal()
"""Sent with `message_id` and `text` when somebody said something in own words, in the transaction
that writes it down."""

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
"""Sent when a guest signs in to an account, with `guest_id`, `user_id`, and `session_key` of the session
in which the same browser goes on, in the transaction that brings the guest's things along; receivers
answer how many seats stay with the guest."""

seat_kept = Signal()
"""Sent with `user_id` and `match_id` when a seat is kept for somebody by name, in the transaction
that keeps it."""

match_finished = Signal()
"""Sent with `match_id` after the commit that ended a match whose cards were dealt, once or more: it
is decided, or nobody was left at the table (then its status says so). What a receiver raises is
tried again, so receivers work from what the database says."""

match_corrected = Signal()
"""Likewise with `match_id` and `correction_id` when another result of a match counts from now on."""

staff_acted = Signal()
"""Sent by whatever the staff does, in the transaction that does it, with `by_id` (null: the platform
itself), `verb` (a slug), `app`, `target` (a row, or what is called `app.model:id`) and `facts`
(JSON): it is kept in the audit log, or it is not done."""

user_blocked = Signal()
"""Sent with `user_id` and `other_id` when the first blocks the other, in the transaction that does it."""

befriended = Signal()
"""Somebody asks to be a friend, or agreed to: as `league_news`, with `kind`."""

league_news = Signal()
"""Something of a league to tell somebody, in the transaction that notes that it was handed on: with
`user_id`, `key` (the same whenever the same is told), `sentence` (`N_`) whose `%(name)s` are filled
from `facts` (text and numbers; `at`, `was`, `begins` and `ends` are points in time, ISO 8601; `reason`,
never empty, is one of the platform's, translated where it is read, or somebody's own words), `more`
(sentences likewise, to be said below it; none if missing), and `path` of a page. What a receiver raises
is tried again."""

table_changed = Signal()
"""A league's table changed: with `league_id` and `change_id` (`leagues.models.TableChange`), in the
transaction that writes it down."""

decided = Signal()
"""The staff, or a table, decided something that concerns somebody, in the transaction that writes it
down: with `kind` ("ruling" on a word, "decision" about themselves), and `user_id`, `key`, `sentence`,
`facts` and `path` as in `league_news`."""
