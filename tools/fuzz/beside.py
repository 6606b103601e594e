"""The program beside the fuzzed server: makes its tables, lists its addresses and checks for
changes.

`python -m tools.fuzz.beside '{"wish": "lay"}'` and `… '{"wish": "look", "matches": …, "users":
…}'` print JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

from config.local import installation

TABLES_EACH = 2
"""Tables of every game, each with two people."""
WATCHED = {
    "matches_match": (
        "id",
        "id, status, changes, host_id, dismissed, standing, result, target, pace",
    ),
    "matches_round": (
        "match_id",
        "id, seed, state, undo, version, drawn, visible, nonces, outcome",
    ),
    "matches_seat": (
        "match_id",
        "id, user_id, bot, stand_in, ready, declared, missed, offer, kept_for_id",
    ),
    "matches_move": ("round_id", "*"),
    "matches_deadline": ("round_id", "round_id, kind, seat, due_ms"),
    "matches_standingorder": ("round_id", "*"),
    "accounts_user": ("id", "id, name, password, email, epoch, is_active, is_staff, is_superuser"),
}
"""Rows that no refused request may change: the column of their owner, and the columns to compare.
"""


def lay() -> dict[str, Any]:
    """Make tables of every game; each lists the user who must act and the one who need not. No
    other user may act.
    """
    from django.conf import settings

    from accounts.models import User
    from api.services.declare_bot import declare_bot
    from api.services.tokens import MOST as MOST_TOKENS
    from api.services.tokens import create_token
    from games.kernel import registry, session
    from leagues.services.seasons.create_league import create_league
    from leagues.services.seasons.league_games import GameChoice
    from matches.engine.stored_values import to_json
    from matches.services.rounds import start
    from matches.services.seating.seats import take_seat
    from matches.services.seating.tables import open_match
    from matches.store.load_match import load_table
    from tests.platform.accounts.cast import browser
    from tests.platform.addresses import patterns

    def cookie(user: User) -> str:
        return f"{settings.SESSION_COOKIE_NAME}={browser(user).session.session_key}"

    tables = []
    for slug, game in sorted(registry.games().items()):
        for number in range(TABLES_EACH):
            seats = max(2, game.meta.seats[0])
            people = [
                User.objects.create_user(f"{slug[:8]}{number}{seat}", "a lamp over the table")
                for seat in range(seats)
            ]
            match = open_match(people[0], slug, seats=seats, tempo="correspondence", public=True)
            for one in people[1:]:
                take_seat(match.pk, one)
            for one in people:
                start.get_ready(match.pk, one)
            live = load_table(match.pk).live
            assert live is not None
            awaited = live.awaited
            acting = {*awaited.seats, *awaited.may_also}
            actions = [
                to_json(action)
                for seat in range(seats)
                for action in session.offers(live.game, live.rules, live.state, seat)
            ]
            tables.append(
                {
                    "match": str(match.pk),
                    "game": slug,
                    "users": [one.pk for one in people],
                    "idle": [cookie(one) for n, one in enumerate(people) if n not in acting],
                    "acting": [cookie(one) for n, one in enumerate(people) if n in acting],
                    "actions": actions,
                }
            )
    outsider = User.objects.create_user("Oskar Outside", "a lamp over the table")
    program = User.objects.create_user("Petra Program", "a lamp over the table")
    declare_bot(program)
    choice = GameChoice("sleeping_queens", target="rounds-1")
    league = create_league(outsider, [choice], name="Outer league", slug="outer")
    keeper = User.objects.create_superuser("Kay Keeper", "a lamp over the table")
    routes = [[name, str(pattern.pattern)] for name, pattern in patterns()]
    return {
        "tables": tables,
        "outsider": cookie(outsider),
        "staff": cookie(keeper),
        "tokens": [
            create_token(user, "fuzz", scopes)[1]
            for user, scopes in ((program, ("read", "play")), (outsider, ("read", "organise")))
            for _ in range(MOST_TOKENS)
        ],
        "league": league.slug,
        "routes": routes,
        "fields": _fields(),
    }


def _fields() -> list[str]:
    """Return the field names of every form, of the API, and of views that read fields directly."""
    import importlib
    import pkgutil

    from django import forms
    from django.apps import apps

    from api.registered import endpoints

    for app in apps.get_app_configs():
        if "platform" in str(app.path):
            for module in pkgutil.walk_packages([app.path], f"{app.name}."):
                if "forms" in module.name:
                    importlib.import_module(module.name)
    found = {"action", "pick", "seen", "key", "words", "nonce", "next", "page", "q", "value"}
    for one in endpoints:
        found |= {name for kind in (one.query, one.body) if kind for name in kind.__struct_fields__}
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found |= set(getattr(kind, "base_fields", {}))
    return sorted(found)


def look(matches: list[str], users: list[int]) -> dict[str, str]:
    """Return a hash of the watched rows of each table, by the table's name."""
    from django.db import connection

    from matches.models import Round

    rounds = list(Round.objects.filter(match__in=map(UUID, matches)).values_list("pk", flat=True))
    ids: dict[str, list[Any]] = {"matches_match": matches, "accounts_user": users}
    hashes = {}
    with connection.cursor() as cursor:
        for table, (column, columns) in WATCHED.items():
            keys = ids.get(table, matches if column == "match_id" else rounds)
            kind = "uuid" if column == "match_id" or table == "matches_match" else "bigint"
            cursor.execute(
                f"SELECT {columns} FROM {table} WHERE {column} = ANY(%s::{kind}[]) ORDER BY id",
                [keys],
            )
            rows = [[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in cursor]
            hashes[table] = hashlib.sha256(repr(rows).encode()).hexdigest()
    return hashes


def main() -> None:
    """Answer the request, and print the answer."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    given = json.loads(sys.argv[1])
    wishes: dict[str, Callable[..., Any]] = {"lay": lay, "look": look}
    print(json.dumps(wishes[given.pop("wish")](**given)))


if __name__ == "__main__":
    with installation.services_for(("fuzz",)):
        main()
