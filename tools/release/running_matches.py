"""Running matches of every game, without a server: one release makes them, the next one plays on.

`python -m tools.release.running_matches lay` deals two matches of each game and makes some moves;
`… play` makes more moves in each running match. Both print the number of moves of each match as
JSON. Each release makes them with its own copy of this module, so its own code deals them.
"""

from __future__ import annotations

import json
import os
import random
import sys
import uuid
from typing import Any

from config.local import installation

MOVES = 12
"""Moves in each match, if its round lasts long enough."""
SEED = 1
LATER_MS = 90 * 24 * 60 * 60 * 1000
"""Longer than any correspondence window with quiet hours and bank, in milliseconds."""


def lay() -> dict[str, int]:
    """Deal two matches of each game by correspondence, and make moves; return the moves by match.

    One has the fewest seats that the game allows, the other the most.
    """
    from accounts.services.guests import create_guest
    from games.kernel import registry
    from matches.services.rounds import start
    from matches.services.seating.seats import take_seat
    from matches.services.seating.tables import open_match

    laid = []
    for slug, game in sorted(registry.games().items()):
        for seats in game.meta.seats:
            people = [create_guest("en") for _ in range(seats)]
            match = open_match(people[0], slug, seats=seats, tempo="correspondence")
            for user in people[1:]:
                take_seat(match.pk, user)
            for user in people:
                start.get_ready(match.pk, user)
            laid.append(match.pk)
    return {str(pk): _play(pk) for pk in laid}


def play_on() -> dict[str, int]:
    """Make moves in each running match; return the moves by match.

    A match that waits for a time-out gets it, so this is the last use of a database.
    """
    from matches.models import Match

    running = Match.objects.filter(status="running").values_list("pk", flat=True)
    return {str(pk): _play(pk) or _play_later(pk) for pk in running}


def _play_later(match_id: Any) -> int:
    """Make moves after a window that only time closes, such as that for a call or a sum."""
    from core import clock
    from matches.services.rounds.play import apply_due

    with clock.shifted(LATER_MS):
        apply_due(match_id)
        return _play(match_id)


def _play(match_id: Any) -> int:
    """Make any offered moves for the seats that must or may act; return the number of accepted
    ones.
    """
    from games.kernel import session
    from matches.actors import Person
    from matches.engine.stored_values import to_json
    from matches.models import Seat
    from matches.requests import ActionRequest
    from matches.services.rounds.play import play
    from matches.store.load_match import load_table

    luck = random.Random(SEED)
    users = {one.number: one.user for one in Seat.objects.filter(match=match_id)}
    made = 0
    for _ in range(MOVES):
        table = load_table(match_id)
        live = table.live
        if live is None or live.over:
            return made
        offers = [
            (seat, action)
            for seat in (*live.awaited.seats, *live.awaited.may_also)
            for action in session.offers(live.game, live.rules, live.state, seat)
        ]
        if not offers:
            return made
        seat, action = luck.choice(offers)
        user = users[seat]
        assert user is not None
        request = ActionRequest(
            action=to_json(action),
            seen=table.shown_version(seat),
            key=uuid.uuid4().hex,
        )
        made += play(match_id, Person(user.pk, user.epoch), request).refusal is None
    return made


def main(wish: str) -> None:
    """Run the command on the database of `NIGHTCAP_VAR`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps({"lay": lay, "play": play_on}[wish]()))


if __name__ == "__main__":
    with installation.services_for(("release",)):
        main(sys.argv[1])
