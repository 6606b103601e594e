"""Open a match: a table with empty seats, a round announced, an invitation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from core.refusals import refuse
from matches import clocks, engine, outbox, targets
from matches.models import Match, Seat
from matches.services import start
from matches.services.seats import tell
from matches.services.versions import for_table


@transaction.atomic
def open_match(
    host: User,
    game: str,
    *,
    seats: int,
    bots: Sequence[str] = (),
    tempo: str = "",
    revision: int | None = None,
    options: Mapping[str, Any] | None = None,
    public: bool = False,
    target: str = "",
    talk: str = Match.Talk.ON,
) -> Match:
    """A match with the host on seat 0, bots of these levels from the last seat down, others free.

    `tempo`: one of the game's presets, by default its first, which may propose options; `target`: likewise one of what it is
    played for, by its slug.

    Raises:
        Refused: `unknown_game`, `bad_seats`, `unknown_target`, `unknown_level`,
            `unknown_tempo`, and those of `versions.for_table`.
    """
    meta = engine.game_of(game).meta
    least, most = meta.seats
    if not least <= seats <= most or len(bots) >= seats:
        raise refuse("bad_seats", game=meta.title, least=least, most=most)
    for level in bots:
        engine.check_level(meta, level)
    preset = engine.tempo_of(meta, tempo)
    match = Match.objects.create(
        game=game,
        rules=for_table(game, revision=revision, options={**preset.proposes, **(options or {})}),
        host=host,
        public=public,
        talk=talk,
        tempo=preset.slug,
        pace={
            **preset.limits,
            outbox.NEXT_ROUND: preset.next_round_ms,
            clocks.BANK: preset.bank_ms,
        },
        target=engine.to_json(targets.chosen(meta, target)),
    )
    places = [Seat(match=match, number=number) for number in range(seats)]
    places[0].user = host
    for place, level in zip(reversed(places), bots, strict=False):
        place.bot = level
    lay(places)
    return match


def lay(places: Sequence[Seat]) -> None:
    """Put the seats of a new match around its table, and announce the first round."""
    Seat.objects.bulk_create(places)
    start.announce_round(places[0].match, number=1)
    tell(places[0].match)
