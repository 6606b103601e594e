"""Tables of real matches with people who are ready: `python -m tests.bench.lay_tables GAME 10 20 4`.

Prints, for each of so many matches, a list of so many tables with their socket's path and the
cookies of their seats. Runs beside a server that is open, through the services of the platform.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from config import local
from matches.table import catalogue


def main(game: str, matches: int, each: int, seats: int, options: list[str]) -> None:
    """Lay and deal the tables."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from accounts.services.guests import create_guest
    from games.kernel.options import read
    from matches.services.rounds import start
    from matches.services.seating.seats import take_seat
    from matches.services.seating.tables import open_match

    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user)
        return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"

    def table(people: list[User], cookies: list[str]) -> dict[str, Any]:
        chosen = read(catalogue.game_of(game).meta, options)
        match = open_match(
            people[0], game, seats=len(people), tempo="correspondence", options=chosen
        )
        for user in people[1:]:
            take_seat(match.pk, user)
        for user in people:
            start.ready(match.pk, user)
        return {"socket": f"/ws/en/matches/{match.pk}/", "cookies": cookies}

    laid = []
    for _ in range(matches):
        people = [create_guest("en") for _ in range(seats)]
        cookies = [cookie(user) for user in people]
        laid.append([table(people, cookies) for _ in range(each)])
    print(json.dumps(laid))


if __name__ == "__main__":
    with local.services_for(("bench",)):
        matches, each, seats = map(int, sys.argv[2:5])
        main(sys.argv[1], matches, each, seats, sys.argv[5:])
