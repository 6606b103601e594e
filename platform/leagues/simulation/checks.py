"""Invariants of a league, checked from its stored data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from io import StringIO

from django.core.management import CommandError, call_command

from leagues.models import Division, Entry, Fixture, Season, TableChange
from leagues.scoring import draw_fixtures, shares, standings
from leagues.season import agreed_settings, table_places
from leagues.season.division_results import division_results
from leagues.season.moving_places import count_moving
from leagues.services import final_places
from leagues.simulation.matches import matches_of
from matches.engine import stored_values
from matches.models import Match

Kind = TableChange.Kind
OPENING = (Kind.CORRECTION, Kind.VOID)
"""Changes after which a range may widen again."""


class Ranges:
    """The earlier ranges of places, to check that they never widen and contain the final place."""

    def __init__(self) -> None:
        self.ranges: dict[int, dict[int, range]] = {}
        self.seen: dict[int, int] = {}
        self.widened: dict[int, list[str]] = {}

    def observe(self, season: Season) -> None:
        """Compare each division's ranges with those of the last call."""
        for division in season.divisions.all():
            changes = division.changes.filter(number__gt=self.seen.get(division.pk, 0))
            kinds = list(changes.values_list("number", "kind"))
            if not kinds:
                continue
            self.seen[division.pk] = max(number for number, _ in kinds)
            now = division_results(division).places_in_reach()
            before = self.ranges.get(division.pk, {})
            if not any(kind in OPENING for _, kind in kinds):
                for player, places in now.items():
                    was = before.get(player, places)
                    if places.start < was.start or places.stop > was.stop:
                        said = f"{division}: the range of {player} widened: {was} to {places}"
                        self.widened.setdefault(season.pk, []).append(said)
            self.ranges[division.pk] = now

    def find_wrong(self, season: Season) -> Iterator[str]:
        """Return the violations in a finished season."""
        yield from self.widened.get(season.pk, [])
        for division in season.divisions.all():
            later = division.changes.filter(number__gt=self.seen.get(division.pk, 0))
            if later.filter(kind__in=OPENING).exists():
                continue
            for row in division_results(division).table():
                places = self.ranges.get(division.pk, {}).get(row.player, range(0))
                if row.place not in places:
                    yield f"{division}: {row.player} came in {row.place}, which {places} excluded"


def check_season(season: Season) -> Iterator[str]:
    """Return the violations in a finished season as sentences."""
    for division in season.divisions.all():
        for said in _division(division):
            yield f"{division}: {said}"
    yield from _moves(season)
    twice = Counter(
        season.entries.filter(user__isnull=False, division__isnull=False).values_list(
            "user", "dropped_at"
        )
    )
    for (user, dropped_at), count in twice.items():
        if count > 1 and dropped_at is None:
            yield f"user {user} holds {count} places"
    lost = matches_of(season.league).filter(fixture=None)
    for match in lost.exclude(status=Match.Status.ABORTED):
        yield f"{match} belongs to no fixture"


def check_ratings(games: Iterable[str]) -> tuple[str, list[str]]:
    """Verify the ratings of these games: return the output of the check, and the violations."""
    said, wrong = StringIO(), []
    for game in games:
        try:
            call_command("rebuild_ratings", "--check", "--game", game, stdout=said)
        except CommandError as error:
            wrong.append(f"ratings: {error}")
    return said.getvalue().strip(), wrong


def _division(division: Division) -> Iterator[str]:
    rows = list(division.fixtures.select_related("match").prefetch_related("seats", "match__seats"))
    drawn = [
        tuple(seat.entry_id for seat in row.seats.all()) for row in rows if not row.replay_of_id
    ]
    players = table_places.place_ids(division)
    agreed = agreed_settings.of_division(division)
    games = [row.game_id for row in rows if not row.replay_of_id]
    uneven = draw_fixtures.measure_imbalance(players, agreed.seats, drawn, games)
    if asdict(uneven) != division.imbalance:
        yield f"the draw is {uneven} and not {division.imbalance}"
    least = shares.unequal_games(len(players), agreed.seats, division.matches_each, len(set(games)))
    if uneven.games != least:
        yield f"a player's games differ by {uneven.games} and not by {least}"
    times = Counter(player for table in drawn for player in table)
    for player in players:
        if times[player] != division.matches_each:
            yield f"{player} has {times[player]} matches and not {division.matches_each}"
    if len(division.changes.all()) != (division.changes.last() or TableChange(number=0)).number:
        yield "there is a gap in its history"
    held = _held(division)
    for row in rows:
        yield from _fixture(row, held)
    yield from _table(division)


def _fixture(row: Fixture, held: Mapping[int, set[int | str | None]]) -> Iterator[str]:
    """Check a fixture. `held`: all former and present holders of each place."""
    if row.state != Fixture.State.SETTLED:
        yield f"{row} is not settled"
        return
    seats = list(row.seats.all())
    if row.how == Fixture.How.VOID:
        if any(seat.place is not None for seat in seats):
            yield f"{row} is void and has places"
        if not row.reason:
            yield f"{row} is void without a reason"
        return
    if any(seat.place is None for seat in seats):
        yield f"{row} has no places"
    if row.how not in (Fixture.How.PLAYED,) and not row.reason:
        yield f"{row} was decided without a reason"
    if row.how == Fixture.How.PLAYED and row.match is not None:
        standing = stored_values.standing_of(row.match.result)
        whole = not any(seat.vacant for seat in seats)
        if whole and list(standing.places) != [seat.place for seat in seats]:
            yield f"{row} ended otherwise than its match"
        sat = {place.number: place.dealt_to_id or place.bot for place in row.match.seats.all()}
        for seat in seats:
            if not seat.vacant and sat[seat.seat] not in held[seat.entry_id]:
                yield f"somebody else sat on seat {seat.seat} of {row}"


def _held(division: Division) -> Mapping[int, set[int | str | None]]:
    """Return all former and present holders of each place of a division."""
    found: dict[int, set[int | str | None]] = {}
    entries = {entry.pk: entry for entry in division.entries.all()}
    for entry in entries.values():
        drawn = entry
        while drawn.replaces_id is not None:
            drawn = entries[drawn.replaces_id]
        found.setdefault(drawn.pk, set()).add(entry.user_id or entry.bot)
    return found


def _table(division: Division) -> Iterator[str]:
    rows = division_results(division).table()
    last = division.changes.last()
    told = [] if last is None else last.table
    if told != [[row.player, row.place, str(row.points)] for row in rows]:
        yield "the table of its history is not that of its results"
    moves = standings.movements(rows, *count_moving(division))
    entries = Entry.objects.in_bulk([row.player for row in rows])
    for row in rows:
        entry = entries[row.player]
        if (entry.final_place, entry.moved) != (row.place, final_places.MOVES[moves[row.player]]):
            yield f"{entry.pk} is promoted otherwise than its results say"


def _moves(season: Season) -> Iterator[str]:
    """Check that players of the last season play in the division of their movement, or in a higher
    one.
    """
    before = season.league.seasons.filter(number=season.number - 1).first()
    if before is None:
        return
    size = agreed_settings.of_season(season).division_size
    drawn_now = season.entries.filter(division__isnull=False, replaces=None)
    present = {
        (entry.user_id, entry.bot_number): entry for entry in drawn_now.select_related("division")
    }
    for division in before.divisions.all():
        places = table_places.place_holders(division)
        if len(places) > size:
            continue  # the last division was too large, and is now two
        moved = dict(division.entries.values_list("pk", "moved"))
        for drawn, holder in places.items():
            now = present.get((holder.user_id, holder.bot_number))
            if holder.dropped_at is not None or now is None or now.division is None:
                continue
            if now.division.tier > division.tier + moved[drawn]:
                yield f"{holder} of tier {division.tier} moved {moved[drawn]} to {now.division.tier}"
