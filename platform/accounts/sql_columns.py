"""The tables and columns of accounts that apps above join in SQL of their own, lent by name.

The path of every move is plain SQL; what it asks of people is written here, beside the models.
"""

from __future__ import annotations

from accounts.models import User, Vacation

USERS = User._meta.db_table
"""The table of users: `id`, `name`, `is_guest`, `is_active`, `epoch`, `hours_before` are lent."""


def hours_sql(user: str) -> str:
    """SQL for somebody's hours as JSON, as `accounts.hours.Hours` reads it; `user`: a row of `USERS`."""
    return f"""jsonb_build_object(
        'time_zone', coalesce(nullif({user}.time_zone, ''), {user}.browser_zone),
        'quiet_begins', {user}.quiet_from, 'quiet_ends', {user}.quiet_until,
        'rest_day', {user}.rest_day)"""


def vacations_sql(user: str) -> str:
    """SQL for somebody's vacations as JSON: pairs of begin and end, milliseconds; likewise."""
    return f"""(SELECT coalesce(jsonb_agg(jsonb_build_array(v.begins_ms, v.ends_ms)), '[]')
        FROM {Vacation._meta.db_table} v WHERE v.user_id = {user}.id)"""
