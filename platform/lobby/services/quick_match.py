"""Quick match: join the table that has waited longest, or open a new one."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, transaction

from accounts.bot_accounts import check_is_no_bot
from accounts.models import User
from core import clock
from core.refusals import Refused
from games.kernel.contract import Meta
from lobby.services.play_now import seats_of
from matches.engine import catalogue, tempos
from matches.models import Match
from matches.present import presence
from matches.present.public_tables import open_tables
from matches.services.rules_versions import version_for_table
from matches.services.seating.seats import leave_seat, take_seat
from matches.services.seating.tables import open_match

HOUR_MS = 60 * 60 * 1000
COMING = timedelta(minutes=1)
"""Age up to which a table is new; its host may not have seen its page yet."""


@transaction.atomic
def quick_match(user: User, game: str, tempo: str = "") -> Match:
    """Return a match of this game at this tempo with the default rules, in which this user sits.

    A second press returns the same table, and of two users who press at once, one joins the other.

    Raises:
        Refused: `for_people`, `unknown_game`, `unknown_tempo`, and those of
        `rules_versions.version_for_table`.
    """
    check_is_no_bot(user)
    meta = catalogue.game_of(game).meta
    preset = tempos.tempo_of(meta, tempo)
    _one_at_a_time(f"{game}/{preset.slug}")
    rules = version_for_table(game, preset)
    own_tables = Match.objects.filter(
        status=Match.Status.OPEN, game=game, tempo=preset.slug, seats__user=user, quick=True
    )
    for own in own_tables:
        if own.rules_id == rules.pk and is_awake(own):
            return own
        leave_seat(own.pk, user)  # no further player would join it
    tables = open_tables(game, preset.slug).filter(quick=True, rules=rules)
    for match in tables.order_by("created_at"):
        if is_awake(match) and _sits_down(user, match):
            return match
    return _new_table(user, meta, preset.slug)


def is_awake(match: Match) -> bool:
    """Return whether a player waits at this table; if moves take days, no player needs to be there."""
    if max(match.pace.values()) >= HOUR_MS or match.created_at > clock.machine_now() - COMING:
        return True
    there = presence.list_present(match.pk)
    return there is None or bool(there.seats)


def _one_at_a_time(name: str) -> None:
    # Two users who press at the same moment would each open a table and wait there alone.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"quick match: {name}"])


def _sits_down(user: User, match: Match) -> bool:
    try:
        take_seat(match.pk, user)
    except Refused:
        return False  # filled or closed a moment ago, or the host has removed this user
    return True


def _new_table(user: User, meta: Meta, tempo: str) -> Match:
    match = open_match(user, meta.slug, seats=seats_of(meta), tempo=tempo, public=True)
    match.quick = True
    match.save(update_fields=["quick"])
    return match
