"""The tables and columns of accounts that apps above may join in their own SQL, by name.

The path of every move is plain SQL; its queries of users are written here, beside the models.
"""

from __future__ import annotations

from accounts.models import User, Vacation

USERS = User._meta.db_table
"""The table of users: `id`, `name`, `is_guest`, `is_active`, `epoch`, `picture`, `hours_before`, `reading_pace`
may be used.
"""


def hours_sql(user: str) -> str:
    """Return SQL for a user's hours as JSON, as `accounts.hours.Hours` reads it; `user`: a row of
    `USERS`.
    """
    return f"""jsonb_build_object(
        'time_zone', coalesce(nullif({user}.time_zone, ''), {user}.browser_zone),
        'quiet_begins', {user}.quiet_from, 'quiet_ends', {user}.quiet_until,
        'rest_day', {user}.rest_day)"""


def vacations_sql(user: str) -> str:
    """Return SQL for a user's vacations as JSON: pairs of begin and end, in milliseconds. `user`: a
    row of `USERS`.
    """
    return f"""(SELECT coalesce(jsonb_agg(jsonb_build_array(v.begins_ms, v.ends_ms)), '[]')
        FROM {Vacation._meta.db_table} v WHERE v.user_id = {user}.id)"""
