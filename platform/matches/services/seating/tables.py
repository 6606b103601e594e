"""Open a match: a table with empty seats, an announced round, an invitation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Restriction, User
from accounts.services import restrictions
from core.refusals import refused
from games.kernel.contract import Target, Tempo
from matches.engine import catalogue, stored_values, targets, tempos
from matches.models import Match, RulesVersion, Seat
from matches.services.rounds import start
from matches.services.rules_versions import version_for_table
from matches.store.change_match import refresh_pages


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
    rated: bool | None = None,
    rulings: str = Match.Rulings.NONE,
    welcomes_bots: bool = False,
) -> Match:
    """Open a match: the host on seat 0, bots of these levels from the last seat down, others free.

    `tempo`: a tempo of the game, by default its first, which may propose options; or
    `clocks.UNTIMED` against bots alone. `target`: a target of the game by its slug, by default its
    first. `rated`: whether it counts for ratings; by default only a public match does. `rulings`:
    the effect of rulings on disputes (`Match.Rulings`). `welcomes_bots`: `Match.welcomes_bots`.

    Raises:
        Refused: `unknown_game`, `bad_seats`, `unknown_target`, `level_missing`,
            `unknown_level`, `unknown_tempo`, and those of `rules_versions.version_for_table` and of
            `restrictions.check_restriction`.
    """
    if public:
        restrictions.check_restriction(host.pk, Restriction.What.PUBLIC)
    meta = catalogue.game_of(game).meta
    least, most = meta.seats
    if not least <= seats <= most or len(bots) >= seats:
        raise refused("bad_seats", game=meta.title, least=least, most=most)
    for level in bots:
        catalogue.check_level(meta, level)
    preset = tempos.find_tempo(meta, tempo)
    match = create_match(
        version_for_table(game, preset, revision=revision, options=options),
        preset,
        targets.chosen(meta, target),
        host=host,
        public=public,
        talk=talk,
        rated=public if rated is None else rated,
        rulings=rulings,
        welcomes_bots=welcomes_bots,
    )
    places = [Seat(match=match, number=number) for number in range(seats)]
    places[0].user = host
    for place, level in zip(reversed(places), bots, strict=False):
        place.bot = level
    lay_table(places)
    return match


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is known beyond a table: its level and its name."""

    level: str
    name: str


@transaction.atomic
def begin_match(
    rules: RulesVersion,
    holders: Sequence[User | Bot],
    *,
    tempo: str,
    target: Target,
    occasion: dict[str, Any],
    rulings: str = Match.Rulings.NONE,
    public: bool = True,
    rated: bool = True,
    practice: bool = False,
    seed: bytes | None = None,
    sealed_until: datetime | None = None,
) -> Match:
    """Begin a match without a host, dealt at once to these people and bots, by seat.

    No player has to be ready: a player who does not come loses time as usual. `occasion`: as
    `matches.present.occasion.stored_occasion` returns it. `rulings`: as for `open_match`.
    `practice`: `Match.practice`. `seed`: of the first round, if other tables get the same deal; no
    seat adds a nonce. `sealed_until`: `Match.sealed_until`.

    Raises:
        Refused: `unknown_tempo`.
    """
    preset = tempos.find_tempo(catalogue.game_of(rules.game).meta, tempo)
    match = create_match(
        rules,
        preset,
        target,
        public=public,
        rated=rated,
        practice=practice,
        rulings=rulings,
        occasion=occasion,
        sealed_until=sealed_until,
    )
    lay_table(new_seats(match, holders), seed)
    start.deal_when_ready(match)
    return match


def create_match(rules: RulesVersion, preset: Tempo, target: Target, **others: Any) -> Match:
    """Create a match with these rules, this tempo and this target.

    `others`: further fields of `Match`.
    """
    return Match.objects.create(
        game=rules.game,
        rules=rules,
        tempo=preset.slug,
        pace=tempos.pace_of(preset),
        target=stored_values.to_json(target),
        **others,
    )


def new_seats(match: Match, holders: Sequence[User | Bot]) -> list[Seat]:
    """Return seats for these people, who are ready, and bots, in order; not stored yet."""
    return [
        Seat(match=match, number=number, bot=holder.level, bot_name=holder.name)
        if isinstance(holder, Bot)
        else Seat(match=match, number=number, user=holder, ready=True)
        for number, holder in enumerate(holders)
    ]


def lay_table(places: Sequence[Seat], seed: bytes | None = None) -> None:
    """Store the seats of a new match, and announce the first round (with this seed)."""
    Seat.objects.bulk_create(places)
    start.announce_round(places[0].match, number=1, seed=seed)
    refresh_pages(places[0].match)
