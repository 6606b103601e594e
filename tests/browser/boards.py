"""A table of a game in every state that a board can have, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import expect

from games.kernel import registry
from tests.browser.conftest import Arrive
from tests.browser.person import PATIENCE_MS, Person, new_name
from tests.browser.server import Server

NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")
SHOWS: Final = "version => Number(document.getElementById('board').dataset.version) >= version"


@dataclass(frozen=True)
class Deal:
    """A table whose round reaches every phase quickly, at least for one seat."""

    seats: int = 3
    seed: str = "axe"


DEALS: Final = {
    "sleeping_queens": Deal(seed="axe 2"),
    "siebenschlaefer": Deal(seed="axe 282"),
    "daumen_drauf": Deal(2, "axe 171"),
    "schlafmuetzen": Deal(8, "axe 116"),
    "wortspiel": Deal(seed="axe 1001"),
}
"""Deals found by trial: another deal shows fewer states, or the same ones no faster."""


class Boards:
    """A table with open pages: of the first player in each of these languages, and of a spectator.

    `phases`: the phases that the round has reached.
    """

    def __init__(
        self, server: Server, arrive: Arrive, slug: str, locales: Sequence[str], watched_in: str
    ) -> None:
        self.phases: set[str] = set()
        self._server, self._slug = server, slug
        deal = DEALS.get(slug, Deal())
        self._names = [new_name(name) for name in NAMES[: deal.seats]]
        self.players = [
            arrive(name=self._names[0], kind="member", locale=locale) for locale in locales
        ]
        for name in self._names[1:]:
            server.console("sign_in", name=name, kind="member")
        self._path = self._lay(
            seed=deal.seed, target=_series(slug), ready=False, tempo="correspondence", public=True
        )
        self.watcher = arrive(kind="guest", locale=watched_in)

    def _lay(self, **wanted: object) -> str:
        path: str = self._server.console("lay", game=self._slug, people=self._names, **wanted)
        return path

    def states(self) -> Iterator[tuple[str, Sequence[Person]]]:
        """Yield the name of each state, and the people whose pages show it."""
        yield from self._seen("waiting room")
        self._let("ready", *self._names[:1])
        yield from self._seen("waiting for others")
        self._let("ready", *self._names[1:])
        yield from self._round()
        yield from self._seen("between rounds")
        yield from self._watched("between rounds, watched")
        self._let("pause", *self._names)
        yield from self._seen("paused between rounds")
        yield from self._over()

    def _round(self) -> Iterator[tuple[str, Sequence[Person]]]:
        known: list[str] = []
        half = ""
        while (situation := self._news(known)) != "over":
            known.append(situation)
            self.phases.add(situation.partition(",")[0])
            yield from self._seen(situation)
            if "waiting" in situation and len(known) < 3:
                yield from self._watched(f"{situation}, watched")
            if not half and (half := _half(self.players[0])):
                yield from self._chosen(half)
                yield from self._refused()
                yield from self._paused()

    def _news(self, known: list[str]) -> str:
        situation: str = self._server.console(
            "move_on_to_news", path=self._path, name=self._names[0], known=known
        )
        return situation

    def _seen(self, state: str) -> Iterator[tuple[str, Sequence[Person]]]:
        version = self._server.console("settle", path=self._path, name=self._names[0])
        for person in self.players:
            if self._path not in person.page.url:
                person.goto(self._path)
            person.page.wait_for_function(SHOWS, arg=version, timeout=PATIENCE_MS)
        yield state, self.players

    def _watched(self, state: str) -> Iterator[tuple[str, Sequence[Person]]]:
        self.watcher.goto(self._path)
        yield state, [self.watcher]

    def _chosen(self, pick: str) -> Iterator[tuple[str, Sequence[Person]]]:
        for person in self.players:
            person.piece(pick).press("Space")
        yield "something chosen", self.players
        for person in self.players:
            person.page.keyboard.press("Escape")

    def _refused(self) -> Iterator[tuple[str, Sequence[Person]]]:
        for person in self.players:
            offered = {pick for picks in person.offers for pick in picks}
            pieces = person.page.locator("#board .piece input[name=pick]")
            values = [piece.get_attribute("value") for piece in pieces.all()]
            number = next((at for at, value in enumerate(values) if value not in offered), None)
            if number is None:
                return
            pieces.nth(number).press("Space")
            expect(person.page.locator("#call[role=alert]")).to_be_visible()
        yield "refused", self.players

    def _paused(self) -> Iterator[tuple[str, Sequence[Person]]]:
        self._let("pause", self._names[-1])
        yield from self._seen("a pause is proposed")
        self._let("pause", *self._names[:-1])
        yield from self._seen("paused")
        self._let("go on", self._names[0])

    def _over(self) -> Iterator[tuple[str, Sequence[Person]]]:
        """Show another match that one round decided, and the review of that round."""
        self._path = self._lay(target="rounds-1", public=True)
        self._server.console("play_round", path=self._path)
        yield from self._seen("match over")
        yield from self._watched("match over, watched")
        for person in self.players:
            person.goto(f"{self._path}rounds/1/steps/9")
        yield "read", self.players
        for person in self.players:
            person.goto(f"{self._path}rounds/1/steps/12?view=all")
        yield "read with all hands open", self.players

    def _let(self, what: str, *names: str) -> None:
        self._server.console("at_table", path=self._path, people=names, what=what)


def _half(person: Person) -> str:
    """Return a card that is chosen now but not played at once, because it needs another piece."""
    offers = person.offers
    cards = person.page.locator("#hand input, #turned input").all()
    values = [card.get_attribute("value") or "" for card in cards]
    halves = {pick for picks in offers for pick in picks if [pick] not in offers}
    return next((value for value in values if value in halves), "")


def _series(slug: str) -> str:
    """Return a target that one round does not reach."""
    target = next(one for one in registry.games()[slug].meta.targets if one.rounds != 1)
    return f"rounds-{target.rounds}" if target.rounds else f"points-{target.points}"
