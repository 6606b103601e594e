"""Count the feats in the rounds of a finished match, by its game's definition."""

from __future__ import annotations

import uuid
from collections import Counter

from django.db import transaction

from games.kernel.contract import Event
from matches.engine import catalogue, live_round, stored_values
from matches.models import Match, Round
from ratings.models import Feat


@transaction.atomic
def count_feats(*, match_id: uuid.UUID, **_: object) -> None:
    """Store the feats of a match that was played to its end; a second run changes nothing."""
    played = Match.objects.filter(status=Match.Status.FINISHED, practice=False)
    # Two workers may handle the end of the same match at once.
    match = played.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        return
    game = catalogue.game_of(match.game)
    names = [feat.name for feat in game.meta.feats]
    if not names:
        return
    counted: Counter[tuple[int, str]] = Counter()
    seats = match.seats.count()
    for round_ in match.rounds.filter(outcome__isnull=False):
        for name, counts in game.feats(public_events(round_), seats).items():
            counted.update({(seat, name): count for seat, count in enumerate(counts)})
    Feat.objects.filter(match=match).delete()
    Feat.objects.bulk_create(
        Feat(match=match, seat=seat, name=name, count=count)
        for (seat, name), count in sorted(counted.items())
        if name in names and count > 0
    )


def public_events(round_: Round) -> list[Event]:
    """Return the events of a round that every seat saw, without moves that were taken back."""
    happened = [stored_values.events_of(round_.opening)]
    for action, events in round_.moves.order_by("number").values_list("action", "events"):
        if action["type"] == live_round.TAKE_BACK:
            happened.pop()
        else:
            happened.append(stored_values.events_of(events))
    return [event for events in happened for event in events if event.audience is None]
