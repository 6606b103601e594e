"""Make tables of real matches with ready players, beside an open server.

`python -m tools.bench.lay_tables '{"game": …, "tables": 20, "seats": 4, "groups": 10, …}'` prints
a list of tables, each with its paths, and the users and cookies of its seats. `groups`: the number
of groups of people, who sit at the tables in turns; `options`: as `name=choice`; `public`: allow
spectators; `programs`: bots with the API sit there, with tokens in place of cookies.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import count
from typing import Any

from config.local import installation


def main(
    game: str,
    tables: int,
    seats: int,
    groups: int,
    options: list[str],
    *,
    public: bool,
    programs: bool,
) -> None:
    """Make and deal the tables."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from accounts.services.guests import create_guest
    from api.models import Scope
    from api.services.declare_bot import declare_bot
    from api.services.tokens import create_token
    from games.kernel.options import read_pairs
    from matches.engine import catalogue
    from matches.services.rounds import start
    from matches.services.seating.seats import take_seat
    from matches.services.seating.tables import open_match

    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user)
        return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"

    def bot() -> User:
        user = User.objects.create_user(f"Bench {next(numbers)}", "a lamp over the table")
        declare_bot(user)
        user.refresh_from_db()
        return user

    def token(user: User) -> str:
        return create_token(user, "bench", [Scope.PLAY])[1]

    def table(people: list[User], cookies: list[str]) -> dict[str, Any]:
        match = open_match(
            people[0],
            game,
            seats=len(people),
            tempo="correspondence",
            options=read_pairs(catalogue.game_of(game).meta, options),
            public=public,
            welcomes_bots=programs,
        )
        for user in people[1:]:
            take_seat(match.pk, user)
        for user in people:
            start.get_ready(match.pk, user)
        path = f"/matches/{match.pk}/"
        socket = "/ws/api/v1/" if programs else f"/ws/en{path}"
        ids = [user.pk for user in people]
        return {"path": path, "socket": socket, "users": ids, "cookies": cookies}

    numbers = count(User.objects.count())
    come, keys = (bot, token) if programs else (lambda: create_guest("en"), cookie)
    people = [[come() for _ in range(seats)] for _ in range(min(groups, tables))]
    cookies = [[keys(user) for user in group] for group in people]
    laid = [table(people[i % len(people)], cookies[i % len(people)]) for i in range(tables)]
    print(json.dumps(laid))


if __name__ == "__main__":
    with installation.services_for(("bench",)):
        main(**json.loads(sys.argv[1]))
