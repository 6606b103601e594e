"""Makes the matches: runs inside the fleet, and prints the seats as JSON.

`manage.py shell -c "from tools.chaos.laid import main; main(200, 8080)"` makes this many matches of
all games in turns, half of them by correspondence, with two people and a bot at each. The
correspondence players get webhooks at that port of this machine. All matches wait for their last
player. `deal()` makes them ready once people have connected: making them takes minutes on a busy
machine, and no player's time should run meanwhile.
"""

from __future__ import annotations

import json
from typing import Any

PEOPLE = 2


def main(matches: int, sink: int) -> None:
    """Make this many matches."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from accounts.services.guests import create_guest
    from games.kernel import registry
    from matches.engine import targets
    from matches.services.rounds import start
    from matches.services.seating import seats, tables
    from notifications.models import Channel, Kind

    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user)
        return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"

    def told_by_webhook(user: User) -> None:
        Channel.objects.create(
            user=user,
            medium=Channel.Medium.WEBHOOK,
            shape=Channel.Shape.RAW,
            target=f"http://127.0.0.1:{sink}/{user.pk}",
            secret="only-this-fleet-signs-with-it",
            kinds=[kind.value for kind in (Kind.TURN, Kind.BEGUN, Kind.ENDED)],
        )

    games = sorted(registry.games())
    laid: list[dict[str, Any]] = []
    for number in range(matches):
        game = games[number % len(games)]
        meta = registry.get(game).meta
        slow = (number // len(games)) % 2 == 1
        people = [create_guest("en") for _ in range(PEOPLE)]
        if slow:
            for user in people:
                told_by_webhook(user)
        longest = targets.slug(meta.targets[-1])
        match = tables.open_match(
            people[0],
            game,
            seats=max(PEOPLE + 1, meta.seats[0]),
            bots=[meta.levels[0].slug] * max(1, meta.seats[0] - PEOPLE),
            tempo="correspondence" if slow else "",
            # Some correspondence matches end, and their people get notices.
            target="" if slow else longest,
        )
        for user in people[1:]:
            seats.take_seat(match.pk, user)
        for user in people[:-1]:
            start.get_ready(match.pk, user)
        laid.append(
            {
                "match": str(match.pk),
                "game": game,
                "slow": slow,
                "users": [user.pk for user in people],
                "cookies": [cookie(user) for user in people],
            }
        )
    print(json.dumps(laid))


def deal() -> None:
    """Deal all matches."""
    from matches.models import Seat
    from matches.services.rounds import start

    for seat in Seat.objects.filter(ready=False).select_related("user").order_by("pk"):
        if seat.user is not None:
            start.get_ready(seat.match_id, seat.user)
    print("null")
