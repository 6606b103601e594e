"""Announce a round, mark players as ready, and deal it.

The server draws the seed and commits to it when it announces the round. Each player's nonce is sent
with "ready" and mixed in, so neither the server nor a player alone determines the shuffle.
"""

from __future__ import annotations

import uuid
from secrets import token_bytes

from django.db import transaction

from accounts.models import User
from core import clock
from core.after_commit import after_commit
from core.refusals import refused
from games.kernel.chance import SEED_BYTES, commitment, is_nonce
from games.kernel.contract import OptionValue, Start
from matches.engine import catalogue, choices, stored_values, tempos
from matches.engine import replay as rounds
from matches.engine.clocks import UNTIMED
from matches.engine.substitution import counts_beyond_table
from matches.models import Match, Round, Seat, pause_now
from matches.models.occupancy import are_given_up
from matches.services.rounds import abandonment, pending
from matches.store import outbox, save_round
from matches.store.change_match import count_change, refresh_pages
from matches.store.lock_match import lock_match_and_round
from matches.store.lock_round import lock_round


def announce_round(
    match: Match, number: int, visible: list[int] | None = None, seed: bytes | None = None
) -> Round:
    """Announce a round: draw its seed and commit to it. The server deals it when all are ready.

    `seed`: the seed of a deal that other tables get too.
    """
    seed = seed or token_bytes(SEED_BYTES)
    seats = match.seats.count()
    return Round.objects.create(
        match=match,
        number=number,
        seed=seed,
        commitment=commitment(seed),
        visible=visible or [0] * (seats + 1),
    )


@transaction.atomic
def get_ready(match_id: uuid.UUID, user: User, nonce: str = "") -> None:
    """Mark this player as ready; when all are, the cards are dealt.

    Raises:
        Refused: `not_found`, `not_yours`, `malformed` (the nonce), `table_closed`, `paused`.
    """
    match, place = _undealt(match_id, user)
    if nonce and not is_nonce(nonce):
        raise refused("malformed")
    if not place.ready:
        place.ready, place.nonce = True, nonce
        place.save(update_fields=["ready", "nonce"])
    deal_when_ready(match)
    count_change(match)


@transaction.atomic
def not_ready(match_id: uuid.UUID, user: User) -> None:
    """Mark this player as not ready, and delete their part of the shuffle.

    Raises:
        Refused: `not_found`, `not_yours`, `table_closed`, `paused`.
    """
    match, place = _undealt(match_id, user)
    if place.ready:
        place.ready, place.nonce = False, ""
        place.save(update_fields=["ready", "nonce"])
        count_change(match)


def _undealt(match_id: uuid.UUID, user: User) -> tuple[Match, Seat]:
    """Return the match, locked, whose next round is not dealt yet, and this user's seat."""
    match = lock_match_and_round(match_id)
    round_ = match.rounds.order_by("-number").first()
    if round_ is None or round_.start is not None or match.status in Match.OVER:
        raise refused("table_closed")
    if pause_now(match.pk):
        raise refused("paused")
    place = match.seats.filter(user=user).first()
    if place is None:
        raise refused("not_yours")
    return match, place


def deal_when_ready(match: Match) -> None:
    """Deal the announced round, if there is one, once all people who play are ready."""
    round_ = match.rounds.latest("number")
    places = list(match.seats.order_by("number"))
    all_ready = all(place.bot_now or (place.user_id and place.ready) for place in places)
    rests = are_given_up(places, counts=counts_beyond_table(match)) or pause_now(match.pk)
    if round_.start is None and all_ready and not rests:
        _deal(match, round_, places)


@transaction.atomic
def deal_next(round_id: int) -> None:
    """Deal an announced round even if a player is not ready; repeated calls deal it only once."""
    announced = Round.objects.get(pk=round_id)
    match = lock_match_and_round(announced.match_id)
    announced.refresh_from_db()
    if announced.start is None and match.status == Match.Status.RUNNING and not pause_now(match.pk):
        places = list(match.seats.order_by("number"))
        if are_given_up(places, counts=counts_beyond_table(match)):
            abandonment.end_match(match.pk)
            refresh_pages(match)
        else:
            _deal(match, announced, places)
            count_change(match)


def _deal(match: Match, round_: Round, places: list[Seat]) -> None:
    start = Start(
        number=round_.number,
        at_ms=clock.now_ms(),
        began=_began_before(match, round_.number),
        declared=_declared(match, places) if round_.number == 1 else {},
    )
    nonces = [place.nonce for place in places]
    key = rounds.key_of(round_.seed, nonces)
    state, drawn, events = rounds.deal(match.rules_id, len(places), start, key)
    round_.start = stored_values.to_json(start)
    round_.nonces = nonces
    round_.opening = stored_values.to_json(events)
    round_.state = state
    round_.drawn = drawn
    round_.at_ms = start.at_ms
    round_.visible = [count + 1 for count in round_.visible]
    round_.save(update_fields=["start", "nonces", "opening", "state", "drawn", "at_ms", "visible"])
    if match.status == Match.Status.OPEN:
        _set_clock(match, places)
        note_who_plays(match, places)
        Seat.objects.bulk_update(places, ["dealt_to", "bot_version"])
    match.status = Match.Status.RUNNING
    match.started_at = match.started_at or clock.as_datetime(start.at_ms)
    match.save(update_fields=["status", "started_at"])
    begin_play(match)


def begin_play(match: Match) -> None:
    """Write the outbox of the match's newest round in its present state, and send it."""
    locked = lock_round(match.pk)
    assert locked is not None
    assert locked.live is not None
    begun = [outbox.OutboxEntry(outbox.BEGUN, None, locked.now_ms)] if locked.number == 1 else []
    rows = save_round.save(
        locked, entries=[*pending.pending_entries(locked, locked.live), *begun], keys={}, ended=()
    )
    after_commit(pending.dispatch, locked, rows)


def _set_clock(match: Match, places: list[Seat]) -> None:
    """Give a match without a clock the game's first tempo if it has several people or is rated."""
    people = sum(place.user_id is not None for place in places)
    if match.tempo == UNTIMED and (people > 1 or match.rated):
        tempo = tempos.tempo_of(catalogue.game_of(match.game).meta, "")
        match.tempo, match.pace = tempo.slug, tempos.pace_of(tempo)
        match.save(update_fields=["tempo", "pace"])


def note_who_plays(match: Match, places: list[Seat]) -> None:
    """Record who answers for the place of each seat: a person, or a bot of this version."""
    versions = {
        level.slug: level.version for level in catalogue.game_of(match.game).meta.known_levels
    }
    for place in places:
        place.dealt_to_id, place.bot_version = place.user_id, versions.get(place.bot, 0)


def _began_before(match: Match, number: int) -> int | None:
    """Return the seat that began the round before, or None.

    The first round of a rematch follows the last round of its match. If the rules ask people before
    a first round, their answers count in a rematch too, so the result is None.
    """
    rounds = match.rounds.filter(number=number - 1)
    if number == 1:
        if match.rematch_of is None or choices.declarations(match.rules_id):
            return None
        rounds = match.rematch_of.rounds.filter(outcome__isnull=False).order_by("-number")
    previous = rounds.first()
    return None if previous is None else stored_values.outcome_of(previous.outcome).began


def _declared(match: Match, places: list[Seat]) -> dict[str, tuple[OptionValue | None, ...]]:
    return {
        asked.name: tuple(place.declared.get(asked.name) for place in places)
        for asked in choices.declarations(match.rules_id)
    }
