"""Leagues for tests: Olga organises, people sign up, and matches end as a test says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from accounts.models import User
from core import clock
from games.kernel import series
from games.kernel.contract import Outcome
from leagues.models import Entry, Fixture, League, Season
from leagues.services.entries.sign_up import sign_up
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.services.seasons.create_league import create_league
from leagues.services.seasons.league_games import GameChoice
from matches import tasks
from matches.engine import catalogue, stored_values
from matches.models import Deadline, Match, Outbox
from matches.store import outbox
from tests.platform.matches.cast import GAME, person

DAY = 86_400_000
BEGIN_MS = 1_800_000_000_000
SMALL: dict[str, Any] = {
    "name": "Winter league",
    "slug": "winter",
    "seats": 2,
    "division_size": 4,
    "matches_each": 3,
    "moving": 1,
    "sign_up_days": 7,
    "season_days": 30,
    "break_days": 3,
}


class Days:
    """The clock of a test, which stands still and advances by days."""

    def __init__(self) -> None:
        self.ms = BEGIN_MS

    @contextmanager
    def now(self) -> Iterator[None]:
        with clock.stopped(self.ms):
            yield

    def go(self, days: float) -> None:
        """Advance the clock by this many days, then run the sweep."""
        self.ms += round(days * DAY)
        with self.now():
            advance_leagues()


def organiser() -> User:
    """Return Olga, who may organise every league: a superuser has all permissions."""
    return User.objects.create_superuser("Olga", "a long enough one")


def league(by: User, **settings: Any) -> League:
    """Create a league of one game by correspondence, with small divisions."""
    game = settings.pop("game", GameChoice(GAME, target="rounds-1"))
    games = settings.pop("games", [game])
    return create_league(by, games, **(SMALL | settings))


def people(count: int) -> list[User]:
    """Return this many people with accounts, in the order of their sign-up."""
    return [person(f"Player {number}") for number in range(1, count + 1)]


def open_for_sign_up(days: Days, by: User, players: Sequence[User], **settings: Any) -> Season:
    """Return a season with the sign-ups of these players."""
    with days.now():
        winter = league(by, **settings)
        advance_leagues()  # plans the first season
        advance_leagues()  # opens its sign-up
        season = winter.seasons.get()
        for player in players:
            sign_up(season.pk, player)
    season.refresh_from_db()
    return season


def running(days: Days, by: User, players: Sequence[User], **settings: Any) -> Season:
    """Return a season of these players whose fixtures are drawn."""
    season = open_for_sign_up(days, by, players, **settings)
    days.go(7.01)
    season.refresh_from_db()
    return season


def decide(match: Match, scores: Sequence[int]) -> None:
    """End a match's current round with these scores, and settle it as the server does."""
    round_ = match.rounds.latest("number")
    lowest = catalogue.game_of(match.game).meta.pad.lowest_wins
    places = series.places(scores, min if lowest else max)
    outcome = Outcome(scores=tuple(scores), places=places, began=0, reason="won")
    round_.outcome = stored_values.to_json(outcome)
    round_.at_ms = clock.now_ms()
    round_.save(update_fields=["outcome", "at_ms"])
    Deadline.objects.filter(round=round_).delete()
    Outbox.objects.filter(round=round_).exclude(kind__in=outbox.LASTING).delete()
    owed = Outbox.objects.create(
        kind=outbox.ROUND_FINISHED, round=round_, version=round_.version, due_ms=clock.now_ms()
    )
    tasks.finish_round(owed.pk)
    tell()


def tell() -> None:
    """Deliver the pending messages of matches to the other apps."""
    kinds = (outbox.MATCH_FINISHED, outbox.CORRECTED)
    for pk in Outbox.objects.filter(kind__in=kinds).order_by("pk").values_list("pk", flat=True):
        tasks.announce_result(pk)


def play(fixture: Fixture, scores: Sequence[int]) -> None:
    """End the match of a fixture with these scores by seat."""
    fixture.refresh_from_db()
    assert fixture.match is not None
    decide(fixture.match, scores)
    fixture.refresh_from_db()


def strength(entry: Entry) -> int:
    """Return a player's strength: an earlier sign-up is stronger, so that tests know the winner."""
    return 1000 - entry.pk


def play_all(days: Days, season: Season, *, step: float = 1.0) -> None:
    """Play a season to its end: at every table the player with the earliest sign-up wins."""
    for _ in range(40):
        season.refresh_from_db()
        if season.is_over:
            return
        open_now = Fixture.objects.filter(
            division__season=season, state=Fixture.State.RUNNING
        ).order_by("pk")
        with days.now():
            for fixture in open_now:
                seats = fixture.seats.select_related("entry").order_by("seat")
                play(fixture, [strength(seat.entry) for seat in seats])
        days.go(step)
    raise AssertionError("the season does not end")
