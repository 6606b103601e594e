"""Years of a league in minutes: the league's own services on a clock that the simulation moves.

All of it runs in one transaction, which is rolled back unless it is to be kept; no notice is sent.
People sign up, drop out, lose their accounts, keep or miss appointments, and leave matches
unfinished. Organisers void and correct. Now and then a worker is killed in the middle of a step,
and the step is repeated. `leagues.simulation.checks` has the invariants that must hold anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from random import Random
from typing import Any

from celery import current_app
from django.db import connection, transaction

from accounts.models import User
from core import clock
from core.refusals import Refused
from leagues.models import Entry, Fixture, League, Season
from leagues.season import table_places
from leagues.services.entries.drop_entry import drop_entry
from leagues.services.entries.sign_up import add_bot, sign_up
from leagues.services.fixtures import arrange_appointment, decide_fixture
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.services.seasons.create_league import create_league
from leagues.services.seasons.league_games import GameChoice
from leagues.simulation import checks
from leagues.simulation.matches import connect_receivers, end_by_seed, play_out
from leagues.simulation.simulation_plan import SeasonTally, SimulationPlan, slug_of
from matches.engine import catalogue
from matches.engine.clocks import HOUR_MS
from matches.services import correct
from matches.services.absence import departure
from matches.services.rounds import play

BEGIN_MS = 1_000_000_000_000
"""Decades before any server ran; after its last heartbeat no time would count."""
DAY_MS = 24 * HOUR_MS
BOTS = 10
"""One participant in this many is a bot."""
PLAYED = 400
"""With `speedup`, one match in this many is played, and seeded scores end the others."""
STATEMENTS = 60
"""A kill comes before one of this many next statements."""


DAYS, OFTEN = (1, 3, 5, 20, None), (40, 30, 20, 5, 5)
"""The days of sign-up after its opening, and their frequencies."""


class Killed(BaseException):
    """A worker died here; nothing in the platform catches it."""


def simulate_league(
    plan: SimulationPlan, report: Callable[[SeasonTally], None]
) -> list[SeasonTally]:
    """Simulate this number of seasons; call `report` after each."""
    with transaction.atomic():
        tallies = _World(plan, report).run()
        transaction.set_rollback(not plan.keep)
    return tallies


class _World:
    """A simulated league and its people."""

    def __init__(self, plan: SimulationPlan, report: Callable[[SeasonTally], None]) -> None:
        self.plan, self.report = plan, report
        current_app.loader.import_default_modules()  # the tasks of all apps
        self.random = Random(f"league {plan.seed}")
        self.ms = BEGIN_MS
        self.kills = 0
        self.ranges = checks.Ranges()
        self.olga = User.objects.create_superuser(f"Sim organiser {plan.seed}")
        bots = plan.players // BOTS
        self.bots = bots
        self.people = [
            User.objects.create_user(f"Sim {plan.seed} {number}")
            for number in range(plan.players - bots)
        ]
        self.comes: dict[tuple[int, int], int | None] = {}
        """By season and user: the planned day of sign-up; None: not, or not again."""
        self.ends: dict[int, int | None] = {}
        """By fixture: the time when its match ends; None: never."""

    def run(self) -> list[SeasonTally]:
        tallies: list[SeasonTally] = []
        with clock.stopped(self.ms):
            self.league = self._found()
        while len(tallies) < self.plan.seasons:
            with clock.stopped(self.ms):
                self._day()
                season = self.league.seasons.filter(state=Season.State.FINISHED)
                over = season.filter(number=len(tallies) + 1).first()
                if over is not None:
                    tallies.append(self._tally(over))
                    self.report(tallies[-1])
            self.ms += DAY_MS
        return tallies

    def _found(self) -> League:
        size = min(12, self.plan.players)
        return create_league(
            self.olga,
            [GameChoice(slug, target=_target(slug)) for slug in self.plan.games],
            name=f"Simulated league {self.plan.seed}",
            slug=slug_of(self.plan),
            live=self.plan.live,
            seats=self.plan.seats,
            division_size=size,
            moving=min(2, size // 2),
            sign_up_days=7,
            season_days=70,
            break_days=3,
            appointment_days=7,
            most=self.plan.players,
        )

    # A day ----------------------------------------------------------------------------------

    def _day(self) -> None:
        self._surely(advance_leagues, League.objects.filter(pk=self.league.pk))
        season = self.league.seasons.order_by("-number").first()
        if season is None or season.is_over:
            return
        if season.state == Season.State.SIGN_UP:
            self._sign_up(season)
        if season.state == Season.State.RUNNING:
            self._come(season)
            self._go(season)
            if self.plan.live:
                self._arrange(season)
            self._play(season)
            self._organise(season)
            self._surely(connect_receivers, self.league)
            self._surely(self._rate)
            self.ranges.observe(season)
        connection.run_on_commit.clear()  # there is no commit

    def _surely(self, step: Callable[..., Any], *args: Any, **facts: Any) -> None:
        """Run this step, perhaps killed and repeated; a refusal is final."""
        while True:
            try:
                with self._danger(), suppress(Refused):
                    step(*args, **facts)
                return
            except Killed:
                # Each service has rolled back its own work; the rest of the world continues.
                transaction.set_rollback(False)
                self.kills += 1

    @contextmanager
    def _danger(self) -> Iterator[None]:
        """Sometimes kill the step at one of its next statements."""
        if not self.plan.kills or self.random.randrange(self.plan.kills):
            yield
            return
        left = [self.random.randrange(STATEMENTS)]

        def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            left[0] -= 1
            if left[0] == -1:
                context["cursor"].close()  # a dead worker's connection holds none
                raise Killed
            return execute(sql, params, many, context)

        with connection.execute_wrapper(count):
            yield

    # People ---------------------------------------------------------------------------------

    def _sign_up(self, season: Season) -> None:
        for _ in range(self.bots - season.entries.exclude(bot="").count()):
            self._surely(add_bot, season.pk, self.olga, self._level())
        self._come(season)

    def _come(self, season: Season) -> None:
        """Most participants stay; some come late, some skip a season."""
        staying = season.entries.filter(dropped_at=None, user__isnull=False)
        entered = dict(staying.values_list("user_id", "pk"))
        today = (clock.as_datetime(self.ms) - season.opens_at).days
        for user in self.people:
            who = (season.number, user.pk)
            if who not in self.comes:
                (self.comes[who],) = self.random.choices(DAYS, OFTEN)
                if user.pk in entered:
                    if self.comes[who] is None:
                        self._surely(drop_entry, entered[user.pk], user)
                    self.comes[who] = None
            day = self.comes[who]
            if day is not None and day <= today:
                self.comes[who] = None
                self._surely(sign_up, season.pk, user)

    def _level(self) -> str:
        """Return the easiest level that all games have."""
        first, *others = (catalogue.game_of(slug).meta.levels for slug in self.plan.games)
        shared = [{level.slug for level in levels} for levels in others]
        return next(one.slug for one in first if all(one.slug in slugs for slugs in shared))

    def _go(self, season: Season) -> None:
        """Each day about one in some hundred drops out, is removed, or deletes the account."""
        for entry in season.entries.filter(dropped_at=None, bot="", division__isnull=False):
            if self.random.randrange(900) or entry.user is None or entry.user_id is None:
                continue
            way = self.random.randrange(4)
            if way == 3:
                User.objects.filter(pk=entry.user_id).update(is_active=False)
                self.people = [user for user in self.people if user.pk != entry.user_id]
                self.people.append(User.objects.create_user(f"Sim new {entry.pk}"))
            elif way == 2:
                self._surely(drop_entry, entry.pk, self.olga, "Did not answer any more.")
            else:
                self._surely(drop_entry, entry.pk, entry.user)

    def _arrange(self, season: Season) -> None:
        arranging = Fixture.objects.filter(division__season=season, state=Fixture.State.ARRANGING)
        for fixture in arranging.prefetch_related("seats__entry").order_by("pk"):
            assert fixture.due_at is not None
            at = clock.as_datetime(self.ms) + timedelta(days=1)
            for user in self._players(fixture):
                if self.random.randrange(3) == 0:
                    continue  # did not visit today
                fixture.refresh_from_db()
                if fixture.appointment is None:
                    self._surely(arrange_appointment.propose_appointment, fixture.pk, user, at)
                else:
                    self._surely(
                        arrange_appointment.agree_to_appointment,
                        fixture.pk,
                        user,
                        fixture.appointment,
                    )

    def _players(self, fixture: Fixture) -> list[User]:
        holders = table_places.place_holders(fixture.division)
        sit = [holders[seat.entry_id] for seat in fixture.seats.all()]
        return [one.user for one in sit if one.user is not None and one.dropped_at is None]

    # Matches --------------------------------------------------------------------------------

    def _play(self, season: Season) -> None:
        running = Fixture.objects.filter(division__season=season, state=Fixture.State.RUNNING)
        for fixture in running.select_related("match", "division__season").order_by("pk"):
            assert fixture.match is not None
            if fixture.pk not in self.ends:
                self.ends[fixture.pk] = self._ends(fixture)
            ends_ms = self.ends[fixture.pk]
            if ends_ms is None:
                self._surely(play.apply_due, fixture.match.pk)
            elif ends_ms <= self.ms:
                if self.plan.speedup and self.random.randrange(PLAYED):
                    self._surely(end_by_seed, fixture.match.pk, self._scores(fixture))
                else:
                    self._surely(play_out, fixture.match)
        self._surely(connect_receivers, self.league)

    def _scores(self, fixture: Fixture) -> Random:
        """Return the random generator of a fixture's scores, the same in every run."""
        division = fixture.division
        return Random(f"{self.plan.seed} {division.season.number} {division.tier} {fixture.number}")

    def _ends(self, fixture: Fixture) -> int | None:
        """Return when the match ends; in some matches one player or all stop playing."""
        assert fixture.match is not None
        way = self.random.randrange(60)
        if way > 1:
            longest = 1 if self.plan.live else 12
            return self.ms + self.random.randrange(longest) * DAY_MS
        seats = list(fixture.match.seats.filter(user__isnull=False).select_related("user"))
        for seat in seats if way == 0 else seats[:1]:
            self._surely(departure.leave_match, fixture.match.pk, seat.user)
        return None

    def _rate(self) -> None:
        """Run the task that recomputes ratings, by name, because leagues cannot import its app."""
        for slug in self.plan.games:
            current_app.tasks["ratings.tasks.catch_up"](slug)

    # The organiser --------------------------------------------------------------------------

    def _organise(self, season: Season) -> None:
        fixtures = Fixture.objects.filter(division__season=season).select_related("match")
        settled = fixtures.filter(state=Fixture.State.SETTLED, how=Fixture.How.PLAYED)
        if self.random.randrange(4) == 0 and (count := settled.count()):
            fixture = settled[self.random.randrange(count)]
            reason, seen = "Two of them sat at one computer.", fixture.changes
            match self.random.randrange(3):
                case 0:
                    self._surely(
                        decide_fixture.void_fixture, fixture.pk, self.olga, reason=reason, seen=seen
                    )
                case 1:
                    assert fixture.match_id is not None
                    self._surely(self._correct, fixture, "The word was in the list.")
                case _:
                    self._surely(self._undo, fixtures)
        coming = fixtures.filter(state=Fixture.State.WAITING)
        if self.random.randrange(20) == 0 and (count := coming.count()):
            fixture = coming[self.random.randrange(count)]
            self._surely(
                decide_fixture.award_walkover,
                fixture.pk,
                self.olga,
                {0},
                reason="The others told us that they cannot come.",
                seen=fixture.changes,
            )

    def _correct(self, fixture: Fixture, reason: str) -> None:
        assert fixture.match_id is not None
        correct.correct_points(
            fixture.match_id, 1, {0: 5}, by=self.olga, reason=reason, source=f"sim {fixture.pk}"
        )

    def _undo(self, fixtures: Any) -> None:
        corrected = fixtures.filter(match__corrections__undone_at=None).exclude(
            match__corrections=None
        )
        fixture = corrected.order_by("pk").first()
        if fixture is not None and fixture.match is not None:
            said = fixture.match.corrections.filter(undone_at=None).latest("pk")
            correct.undo_correction(said.pk, by=self.olga, reason="It was a mistake.")

    # The result -----------------------------------------------------------------------------

    def _tally(self, season: Season) -> SeasonTally:
        fixtures = Fixture.objects.filter(division__season=season)
        divisions = list(season.divisions.all())
        kills, self.kills = self.kills, 0
        ratings, wrong_ratings = checks.check_ratings(self.plan.games)
        drawn = Entry.objects.filter(season=season, division__isnull=False, replaces=None)
        return SeasonTally(
            season=season.number,
            entries=drawn.count(),
            divisions=len(divisions),
            matches=fixtures.filter(match__isnull=False).count(),
            how=dict(sorted(Counter(fixtures.values_list("how", flat=True)).items())),
            replays=fixtures.exclude(replay_of=None).count(),
            dropped=season.entries.filter(dropped_at__isnull=False).count(),
            substitutes=season.entries.exclude(replaces=None).count(),
            late=season.entries.filter(late=True).count(),
            changes=sum(division.changes.count() for division in divisions),
            kills=kills,
            uneven_meetings=max(_span(division.imbalance, "meetings") for division in divisions),
            uneven_seats=max(_span(division.imbalance, "seats") for division in divisions),
            uneven_games=max(_counted(division.imbalance, "games") for division in divisions),
            threes_again=sum(
                _counted(division.imbalance, "threes_again") for division in divisions
            ),
            ratings=ratings,
            wrong=[*self.ranges.find_wrong(season), *checks.check_season(season), *wrong_ratings],
        )


def _target(slug: str) -> str:
    """Return the target of a single round, if the game allows one."""
    targets = catalogue.game_of(slug).meta.targets
    return "rounds-1" if any(target.rounds == 1 for target in targets) else ""


def _counted(imbalance: Any, name: str) -> int:
    found: int = imbalance[name]
    return found


def _span(imbalance: Any, name: str) -> int:
    span: int = imbalance[f"{name}_most"] - imbalance[f"{name}_least"]
    return span
