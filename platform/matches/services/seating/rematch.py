"""Play again with the same people and bots after a match."""

from __future__ import annotations

import uuid

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import restrictions
from core import rate_limits
from core.refusals import refused
from core.signals import rematch_opened, seat_kept
from matches import limits
from matches.engine import catalogue
from matches.models import Match, Seat
from matches.services.seating.seats import may_keep_for, take_seat
from matches.services.seating.tables import lay_table
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match


@transaction.atomic
def open_rematch(match_id: uuid.UUID, user: User, level: str = "") -> Match:
    """Open the rematch of a match that is over, or find it, with a seat for this user.

    The first player who requests it opens it, with bots of this `level` if it is not empty. Seats are kept for the other players who can come
    (`seats.may_keep_for`), within the rate limit for kept seats. A later player takes a seat there.

    Raises:
        Refused: `not_found`, `not_yours`, `not_over`, `unknown_level`, `rate_limited` for too many
            tables, and those of `seats.take_seat` and of `restrictions.check_restriction`.
    """
    before = lock_match(match_id)
    if level:
        catalogue.check_level(catalogue.game_of(before.game).meta, level)
    places = list(before.seats.all())
    if not any(place.user_id == user.pk for place in places):
        raise refused("not_yours")
    if before.status not in Match.OVER:
        raise refused("not_over")
    again = Match.objects.filter(rematch_of=before).first()
    if again is not None and again.status == Match.Status.ABORTED:
        again.rematch_of = None
        again.save(update_fields=["rematch_of"])
        again = None
    if again is None:
        again = _opened(before, places, user, level)
        count_change(before)
    elif not again.seats.filter(user=user).exists():
        take_seat(again.pk, user)
    return again


def _opened(before: Match, places: list[Seat], host: User, level: str) -> Match:
    if before.public:
        restrictions.check_restriction(host.pk, Restriction.What.PUBLIC)
    rate_limits.check_attempts(limits.TABLES_OPENED.counter(str(host.pk)))
    again = Match.objects.create(
        game=before.game,
        rules=before.rules,
        host=host,
        public=before.public,
        talk=before.talk,
        rated=before.rated,
        rulings=before.rulings,
        welcomes_bots=before.welcomes_bots,
        tempo=before.tempo,
        pace=before.pace,
        target=before.target,
        rematch_of=before,
    )
    others = {place.user_id for place in places if place.user_id is not None} - {host.pk}
    kept = {
        user_id
        for user_id in may_keep_for(again, host.pk, others)
        if rate_limits.take_attempts(limits.kept_seats(host.pk, user_id))
    }
    lay_table(
        [
            Seat(
                match=again,
                number=place.number,
                bot=level if level and place.bot else place.bot,
                user_id=host.pk if place.user_id == host.pk else None,
                kept_for_id=place.user_id if place.user_id in kept else None,
            )
            for place in places
        ]
    )
    rematch_opened.send(sender=None, before_id=before.pk, match_id=again.pk, host_id=host.pk)
    for user_id in sorted(kept):
        seat_kept.send(sender=None, user_id=user_id, match_id=again.pk)
    return again
