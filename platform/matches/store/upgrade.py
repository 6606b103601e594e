"""Checks that this code can continue with a database: every name is known, and every log replays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.data_releases import MissingRelease
from core.refusals import Refused
from matches.engine import catalogue, tempos
from matches.engine.verification import difference
from matches.models import Match, Outbox, Round, RulesVersion, Seat
from matches.store import outbox

STEP = 100
"""Number of rounds between two progress messages."""


def unknown_names() -> Iterator[str]:
    """Name what matches refer to and this code does not have: games, rules, tempos, bots, tasks."""
    yield from _unknown_rules()
    going_on = Match.objects.exclude(status__in=Match.OVER)
    for game, tempo in sorted(set(going_on.values_list("game", "tempo"))):
        try:
            tempos.find_tempo(catalogue.game_of(game).meta, tempo)
        except Refused as refused:
            yield f"matches of {game} with the tempo {tempo!r}: {refused.refusal.code}"
    seats = Seat.objects.filter(match__in=going_on)
    for column in ("bot", "stand_in"):
        named = seats.exclude(**{column: ""}).values_list("match__game", column)
        for game, level in sorted(set(named)):
            if level not in _levels(game):
                yield f"bots of {game} at the level {level!r}: unknown_level"
    for kind in sorted(set(Outbox.objects.values_list("kind", flat=True))):
        if not outbox.is_known(kind):
            yield f"entries of the outbox of the kind {kind!r}: no task is registered for them"


def _unknown_rules() -> Iterator[str]:
    used = RulesVersion.objects.filter(matches__isnull=False).distinct()
    for version in used.order_by("game", "version"):
        name = f"rules version {version}"
        try:
            game, rules = catalogue.rules_of(version.pk)
        except Refused as refused:
            yield f"{name}: {refused.refusal.code}"
        except MissingRelease as missing:
            yield f"{name}: {missing}"
        else:
            if rules.revision not in game.meta.revisions:
                yield f"{name}: this code no longer has revision {rules.revision}"


def _levels(game: str) -> set[str]:
    try:
        return {level.slug for level in catalogue.game_of(game).meta.known_levels}
    except Refused:
        return set()


def replay_rounds(
    say: Callable[[str], object], *, running: bool = False
) -> tuple[int, dict[int, str]]:
    """Replay every dealt round with this code; return their number, and the differences by round
    id.

    `running`: replay only rounds of running matches. `say` gets progress messages.
    """
    dealt = Round.objects.filter(start__isnull=False)
    if running:
        dealt = dealt.filter(match__status=Match.Status.RUNNING)
    ids = list(dealt.order_by("pk").values_list("pk", flat=True))
    differing = {}
    for done, pk in enumerate(ids, 1):
        found = _difference(pk)
        if found is not None:
            differing[pk] = found
        if done % STEP == 0 or done == len(ids):
            say(f"{done} of {len(ids)} rounds replayed")
    return len(ids), differing


def _difference(round_id: int) -> str | None:
    try:
        return difference(round_id)
    except Exception as problem:
        # Any exception of rules that cannot replay an old round is itself the finding.
        return f"it cannot be replayed: {type(problem).__name__}: {problem}"


def describe(round_id: int) -> str:
    """Describe a round by its match, game and rules version."""
    round_ = Round.objects.select_related("match__rules").get(pk=round_id)
    return f"round {round_.number} of match {round_.match_id} ({round_.match.rules})"
