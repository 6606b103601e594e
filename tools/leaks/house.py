"""A round with everyone who may view it: players, spectators, a stranger, the staff."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.test import Client, override_settings

from accounts.models import User
from bots.lab.simulation import BEGIN_MS, SimulationPlan
from core import clock
from games.kernel.chance import commitment
from games.kernel.contract import Seat, Viewer
from leagues.models import Fixture
from leagues.services.seasons.league_games import GameChoice
from matches.actors import Person
from matches.engine import catalogue
from matches.models import Match, Round
from matches.services.rounds import start
from matches.services.seating import seats, tables
from matches.web import one_device
from notifications.services import channels
from tests.platform.accounts.cast import browser
from tests.platform.leagues import cast as leagues
from tests.platform.matches.cast import person
from tests.platform.notifications.cast import Browser, reached_by_mail
from tools.leaks import worlds

HOOK = "https://hooks.example.org"
OF_A_LEAGUE = 4
"""One round in this many belongs to a league."""
AT_ONE_DEVICE = 3
"""In one of this many other rounds, the first two players share a device."""


@dataclass
class Onlooker:
    """A viewer, and the seat whose knowledge the viewer has: None without a seat."""

    name: str
    seat: Viewer
    user: User | None
    client: Client
    cookies: dict[str, str] = field(default_factory=dict)
    push: Browser = field(default_factory=Browser)
    """The browser's side of web push."""
    lends: Seat | None = None
    """The seat of the device's owner, if it is a shared device: its cards are covered."""

    def __post_init__(self) -> None:
        self.remember()

    def remember(self) -> None:
        """Store the browser's cookies, to restore before each request."""
        self.cookies = {name: morsel.value for name, morsel in self.client.cookies.items()}

    def forget(self) -> None:
        """Undo an answer's changes in the browser."""
        self.client.cookies.load("")
        self.client.cookies.clear()
        for name, value in self.cookies.items():
            self.client.cookies[name] = value

    @property
    def cookie(self) -> bytes:
        """The cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items()).encode()


@dataclass
class House:
    """A dealt match and its onlookers. `at_ms`: the time of the deal."""

    plan: SimulationPlan
    match: Match
    people: dict[Seat, Person]
    onlookers: list[Onlooker]
    names: dict[str, Any]
    """The values for addresses, by the name of a route's parameter."""
    at_ms: int


@contextmanager
def opened(plan: SimulationPlan, number: int) -> Iterator[House]:
    """Make and deal the table of a plan; afterwards remove all of it.

    Every few rounds the match belongs to a league. Otherwise the table is public, and people sit
    down themselves.
    """
    mails = "django.core.mail.backends.locmem.EmailBackend"
    with override_settings(CAN_MAIL=True, EMAIL_BACKEND=mails), transaction.atomic():
        worlds.count_on()
        try:
            with worlds.same_luck(plan.text):  # a league draws its own seed
                house = _league(plan) if number % OF_A_LEAGUE == 0 else _free(plan, number)
            yield house
        finally:
            transaction.set_rollback(True)


def _free(plan: SimulationPlan, number: int) -> House:
    with clock.stopped(BEGIN_MS):
        people = [person(f"Paula{n}") for n in range(plan.seats)]
        tempos = [tempo.slug for tempo in catalogue.game_of(plan.slug).meta.tempos]
        match = tables.open_match(
            people[0],
            plan.slug,
            seats=plan.seats,
            public=True,
            tempo=tempos[number % len(tempos)],
        )
        for other in people[1:]:
            seats.take_seat(match.pk, other)
        _deal(plan, match, people)
        house = _house(plan, match, BEGIN_MS, {})
        if number % AT_ONE_DEVICE == 0:
            house.onlookers.append(
                _shared_device(match, people[0], people[1], house.onlookers[0].push)
            )
        return house


def _shared_device(match: Match, owner: User, guest: User, push: Browser) -> Onlooker:
    """Return a device that these two players share, signed in as its owner, with all cards covered."""
    device = browser(owner)
    session = device.session
    one_device.add_guest(session, match.pk, owner.pk, guest.pk)
    session.save()
    return Onlooker("shared device", None, owner, device, push=push, lends=0)


def _league(plan: SimulationPlan) -> House:
    days = leagues.Days()
    others = 2 * plan.seats
    season = leagues.running(
        days,
        leagues.organiser(),
        [person(f"Paula{n}") for n in range(others)],
        game=GameChoice(plan.slug),
        seats=plan.seats,
        division_size=others,
        matches_each=1,
    )
    with days.now():
        fixture = Fixture.objects.filter(division__season=season, match__isnull=False).earliest(
            "pk"
        )
        match = fixture.match
        assert match is not None
        _deal(plan, match, [place.user for place in match.seats.order_by("number")])
        names = {
            "slug": season.league.slug,
            "tier": fixture.division.tier,
            "division": fixture.division.pk,
            "fixture_id": fixture.pk,
        }
        return _house(plan, match, days.ms, names)


def _deal(plan: SimulationPlan, match: Match, people: list[Any]) -> None:
    """Deal with the seed of the plan, as soon as all are ready."""
    if not Round.objects.filter(match=match, start__isnull=False).exists():
        seed = plan.key("deal")
        Round.objects.filter(match=match).update(seed=seed, commitment=commitment(seed))
        for user in people:
            start.get_ready(match.pk, user)
    match.refresh_from_db()


def _house(plan: SimulationPlan, match: Match, at_ms: int, names: dict[str, Any]) -> House:
    places = list(match.seats.select_related("user").order_by("number"))
    seated = [(place.number, place.user) for place in places if place.user is not None]
    for _, user in seated:
        _reach(user)
    players = [Onlooker(f"seat {seat}", seat, user, browser(user)) for seat, user in seated]
    for player, (_, user) in zip(players, seated, strict=True):
        player.push.subscribed(user, f"{HOOK}/push/{user.pk}")
    watcher, keeper = person("Wilma Watches"), User.objects.create_superuser("Kay", "a long one")
    others = [
        Onlooker("spectator", None, watcher, browser(watcher)),
        Onlooker("stranger", None, None, browser()),
        Onlooker("staff", None, keeper, browser(keeper)),
    ]
    return House(
        plan,
        match,
        {seat: Person(user.pk, user.epoch) for seat, user in seated},
        [*players, *others],
        {
            "match_id": match.pk,
            "game": plan.slug,
            "user_id": seated[0][1].pk,
            "name": seated[0][1].name,
            "number": 1,
            **names,
        },
        at_ms,
    )


def _reach(user: User) -> None:
    """Turn on every kind of notice, in every medium."""
    reached_by_mail(user, f"player{user.pk}@example.org")
    channels.set_webhook(user, f"{HOOK}/{user.pk}", "raw")
    for channel in user.channels.all():
        channels.choose_kinds(channel, channels.ALL, daily=False)
