"""A round that is played by ear: the steps of all players, and the spoken words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.browser.person import PATIENCE_MS, Person
from tests.browser.server import Server
from tests.browser.spoken import DOES, OTHERS, Setup
from tests.browser.spoken.reader import Node, Reader

MOST_STOPS: Final = 200
PAUSE: Final = "a pause"
STEADY: Final = """(() => {
    // The same share of the shuffle each time, and keys of actions that differ.
    let drawn = 0;
    crypto.getRandomValues = (numbers) => numbers.fill(0).fill((drawn += 1), numbers.length - 1);
    // Nobody's patience ends, however slow the machine is.
    const { setTimeout: after } = window;
    window.setTimeout = (then, ms, ...rest) => (ms >= 4000 ? 0 : after(then, ms, ...rest));
    // Whether something is on its way onto the page.
    window.swapping = 0;
    document.addEventListener('DOMContentLoaded', () => {
        // The ear gets each sentence at once; for the eye it stands a while.
        document.getElementById('main').removeAttribute('data-read');
        const swap = htmx.swap.bind(htmx);
        htmx.swap = (...wanted) => {
            window.swapping += 1;
            return swap(...wanted).finally(() => after(() => (window.swapping -= 1)));
        };
    });
})()"""
CALM: Final = """() =>
    document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')"""
SETTLED: Final = """version =>
    !window.swapping
    && Number(document.getElementById('board').dataset.version) === version
    && document.querySelector('.here[data-here]') !== null"""
GO: Final = re.compile(r"(Tab|Shift\+Tab) to (\w+) “(.*)”, (\w+)")
READ: Final = re.compile(r"read (\w+) “(.*)”")
THROUGH: Final = re.compile(r"Tab through (\w+) “(.*)”")
TYPE: Final = re.compile(r"type (\w+), (\w+)")


class Player:
    """A player by ear, at a separate table."""

    def __init__(self, server: Server, person: Person, setup: Setup) -> None:
        self.person = person
        self.page = person.page
        self.page.add_init_script(STEADY)
        self.reader = Reader(self.page)
        self._server = server
        self._path: str = server.console(
            "lay",
            game=setup.game,
            people=setup.people,
            absent=person.name,
            seed=setup.seed,
            tempo="correspondence",
            options=setup.options,
        )

    def next_move(self) -> dict[str, object]:
        """Return the next move, from the console."""
        found: dict[str, object] = self._server.console("next_move", path=self._path)
        return found

    def do(self, step: str) -> list[str]:
        """Do a step, wait for all of its effects, and return the spoken words."""
        if step.startswith(OTHERS):
            who = self._server.console("move_on", path=self._path) or PAUSE
            assert step == OTHERS + who, f"{who} acted instead."
            heard = []
        else:
            heard = list(self._act(step.removeprefix(DOES)))
        self._settle()
        return [*heard, *self.reader.hear()]

    def _settle(self) -> None:
        self.person.looks()
        self.page.wait_for_function(CALM, timeout=PATIENCE_MS)
        version = self._server.console("settle", path=self._path, name=self.person.name, acts=True)
        self.page.wait_for_function(SETTLED, arg=version, timeout=PATIENCE_MS)

    def _act(self, step: str) -> Iterator[str]:
        keyboard = self.page.keyboard
        if step == "open":
            self.person.goto(self._path)
        elif found := READ.fullmatch(step):
            yield from self.reader.read(found[1], found[2])
        elif found := THROUGH.fullmatch(step):
            yield from self._go_through(found[1], found[2])
        elif found := GO.fullmatch(step):
            yield from self._go(found[1], found[2], found[3])
            keyboard.press(found[4])
        elif found := TYPE.fullmatch(step):
            keyboard.press("ControlOrMeta+a")  # a word that was too late is still there
            keyboard.type(found[1])
            keyboard.press(found[2])
        else:
            keyboard.press(step)

    def _go(self, key: str, role: str, name: str) -> Iterator[str]:
        """Press a key until the reader names this control; of two equal ones, take the one not
        chosen.
        """
        for stops in range(1, MOST_STOPS):
            self.page.keyboard.press(key)
            if is_meant(self.reader.focus, role, name):
                if stops > 1:
                    yield f"({stops} stops)"
                yield from self.reader.hear()
                return
        raise LookupError(f"{key} reaches no {role} “{name}”.")

    def _go_through(self, role: str, name: str) -> Iterator[str]:
        """Yield the words for every Tab stop in this part of the page, which has the focus."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            if not self.reader.is_within(role, name):
                return
            yield from self.reader.hear()
        raise LookupError(f"{role} “{name}” does not end.")


def is_meant(node: Node, role: str, name: str) -> bool:
    """Return whether this is the control in question."""
    return (node.role, node.name) == (role, name) and "checked" not in node.states
