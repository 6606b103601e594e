"""Somebody at the table: a browser page, and hands that use a mouse, keys or a finger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from ipaddress import ip_network
from itertools import count, permutations
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import Error as Trouble
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.players import RATHER_WAIT, Picks, Promise, promise

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 15_000
QUICK_MS = 1_000
expect.set_options(timeout=PATIENCE_MS)
MOST_ACTIONS = 300
"""More than any round leaves to one seat."""
TABS = 120
ADDRESSES = ip_network("198.18.0.0/15").hosts()
"""For one browser each; kept free for tests (RFC 2544)."""
PRIVATE = "[data-kind=drew], [data-kind=answered]"
"""Lines of the log that one seat alone has: a card drawn, an attack that it lets happen (5.4)."""
IS_THERE = "selector => document.querySelector(selector) !== null"
FINISH_ANIMATIONS = """() => {
    for (const one of document.getAnimations())
        if (one.effect.getTiming().iterations !== Infinity) one.finish();
}"""
AT_TABLE = "document.querySelector('#board').contains(document.activeElement)"
HOLD_STILL = """element => {
    for (const one of element.getAnimations())
        if (one.effect.getTiming().iterations === Infinity) one.pause();
}"""

PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 0, true))))"
"""What a press makes of the board is shown with the frame after it."""

_NUMBERS = count(2)


def new_name(name: str) -> str:
    """This name with a number after it that no other has: a test that is tried once more has the
    server of the first try, where its people are known."""
    return f"{name} {next(_NUMBERS)}"


def address_of(name: str) -> str:
    """A mail address that is of nobody else while the name is not."""
    return f"{name.replace(' ', '-').lower()}@example.org"


Hands = Callable[[Locator], None]


def by_mouse(control: Locator) -> None:
    """Click what stands for this control, where a person would: in its middle."""
    surface_of(control).click(timeout=PATIENCE_MS)


def by_finger(control: Locator) -> None:
    """Tap it."""
    surface_of(control).tap(timeout=PATIENCE_MS)


def by_keys(control: Locator) -> None:
    """A card in the hand by its number, all else by Tab and Space or Enter; never the mouse."""
    keyboard = control.page.keyboard
    control.wait_for(state="attached", timeout=PATIENCE_MS)
    if number := control.get_attribute("data-key"):
        # Not asked of the control: a push may have taken it away by now.
        if not control.page.evaluate(AT_TABLE):
            # Keys of the table act once it has the focus: there is a shortcut to it.
            control.page.locator(".skip").focus()
            keyboard.press("Enter")
        keyboard.press(number)
        return
    is_box = control.get_attribute("type") == "checkbox"
    for _ in range(TABS):
        if control.evaluate("element => element === document.activeElement"):
            keyboard.press("Space" if is_box else "Enter")
            return
        keyboard.press("Tab")
    raise TooLate(f"No number of tabs leads to {control}.")


def surface_of(control: Locator) -> Locator:
    """A checkbox is hidden in its label, which is what people see and touch."""
    surface = control.locator(
        "xpath=ancestor-or-self::*[self::label or self::button or self::a or self::summary][1]"
    )
    # What beckons moves without end: a person does not mind, Playwright waits for stillness.
    surface.evaluate(HOLD_STILL, timeout=PATIENCE_MS)
    return surface


class Person:
    """One browser of one person, who plays through the page and nothing else."""

    def __init__(
        self,
        context: BrowserContext,
        home: str,
        hands: Hands,
        *,
        scripted: bool = True,
        name: str = "",
    ) -> None:
        self.context = context
        self.home = home
        self.hands = hands
        self.scripted = scripted
        self.name = name
        """By which they were signed in from the beginning, if they were."""
        self.troubles: list[str] = []
        self.expected_troubles: list[str] = []
        """Patterns of console lines that the test provokes."""
        self.frames: list[str] = []
        """What came over the socket."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        self.page: Page = context.new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _console(self, message) -> None:  # type: ignore[no-untyped-def]
        if "Service Worker registration blocked" in message.text:
            return
        if message.type in {"error", "warning"}:
            self.troubles.append(f"{message.type}: {message.text}")

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def unexpected_troubles(self) -> list[str]:
        """Errors of scripts, of loading and of the Content-Security-Policy."""
        return [
            trouble
            for trouble in self.troubles
            if not any(re.search(known, trouble) for known in self.expected_troubles)
        ]

    def sees(self) -> str:
        """Where this person is and what stands there, for who looks for the reason of a failure."""
        try:
            return f"{self.page.url}\n{self.page.locator('body').inner_text(timeout=QUICK_MS)}"
        except Trouble as trouble:
            return f"{self.page.url}\n{trouble}"

    def goto(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(self.home + path)

    def press(self, control: Locator) -> None:
        """Use a control with these hands."""
        self.hands(control)

    def looks(self) -> None:
        """Wait until what was pressed last is shown, with all that it makes of the rest."""
        if self.scripted:
            # Also on the page to which the press may lead.
            self.page.wait_for_function(PAINTED, timeout=PATIENCE_MS)

    # What the board says ----------------------------------------------------------------------

    @property
    def board(self) -> Locator:
        """The part of the page that pushes replace."""
        return self.page.locator("#board")

    @property
    def version(self) -> int:
        """Which of this viewer's changes the board shows."""
        return int(self.board.get_attribute("data-version") or -1)

    @property
    def offers(self) -> list[Picks]:
        """What can be done now, each by what it is picked with."""
        offers: list[list[str]] = json.loads(self.board.get_attribute("data-offers") or "[]")
        return offers

    def log(self) -> list[str]:
        """The lines of the log, without what only this seat knows."""
        lines = self.page.locator(f".log__lines > li:not({PRIVATE})").all_text_contents()
        return [" ".join(line.split()) for line in lines]

    def waits_for(self, state: str) -> None:
        """Wait until the board has this state, a selector on the board itself."""
        board = f"#board{state}"
        if self.scripted:
            # With every frame: `expect` looks again after a second, by and by.
            self.page.wait_for_function(IS_THERE, arg=board, timeout=PATIENCE_MS)
        else:
            expect(self.page.locator(board)).to_be_attached()

    # Playing ----------------------------------------------------------------------------------

    def play_now(self) -> None:
        """From the landing page to a dealt table: one press, without scripts one more."""
        self.goto("/")
        self.press(self.page.locator("form[action*='/play/sleeping_queens/'] button").first)
        if not self.scripted:
            self.press(self.page.locator("[data-ready]"))
        expect(self.page.locator("#hand .card")).to_have_count(5)

    def lay_table(
        self,
        game: str,
        *wanted: str,
        bots: int = 1,
        level: str = "Easy",
        free: int = 0,
        **options: str,
    ) -> None:
        """A table with bots, and free chairs; `wanted`: what is chosen, by its label."""
        self.goto(f"/play/{game}/friends/")
        self.page.locator(f'[name=seats][value="{1 + free + bots}"]').check(force=True)
        for number in range(2 + free, 2 + free + bots):
            chair = self.page.get_by_label(f"Seat {number}", exact=True)
            chair.select_option(label=f"Bot: {level}")
        for label in wanted:
            self.page.get_by_label(label, exact=True).check(force=True)
        for name, choice in options.items():
            field = self.page.locator(f"[name=option-{name}], select[name={name}]")
            field.select_option(choice, force=True)
        self.press(self.page.get_by_role("button", name="Create table"))

    def sit_down(self, invitation: str, name: str) -> None:
        """Take a free chair as a guest who was invited, under this name if not here before."""
        self.goto(invitation)
        if (field := self.page.get_by_label("Your name")).count():
            field.fill(name)
        self.press(self.page.get_by_role("button", name="Sit down"))
        expect(self.page.locator("[data-ready]")).to_be_visible()

    def get_ready(self) -> None:
        """Ready: with the last one the cards are dealt."""
        self.press(self.page.locator("[data-ready]"))

    def awaits_turn(self) -> bool:
        """Wait until something can be done; False if the match is over."""
        self.waits_for(":is(.board--finished, :not([data-offers='[]']))")
        return not self.is_finished()

    def is_finished(self) -> bool:
        """Whether the board says that the match is over."""
        return "board--finished" in (self.board.get_attribute("class") or "")

    def play_one(self, promise: Promise = promise) -> None:
        """Choose the most promising offer and carry it out, one press after the other."""
        version, best = self.version, self.best(promise)
        if best is None:
            return  # time ran out and the table has acted: look again
        try:
            self.choose(best)
        except TooLate:
            if self.version == version:
                raise
            return  # the same
        self.moves_on_from(version)

    def best(self, promise: Promise) -> Picks | None:
        """The most promising offer; None if there is none, or none worth while."""
        best = max(self.offers, key=promise, default=None)
        return None if best is None or promise(best) <= RATHER_WAIT else best

    def choose(self, picks: Picks) -> None:
        """Touch these pieces; the button is pressed where the choice could still grow."""
        if word := next((pick for pick in picks if pick.isupper()), None):
            self.say(word, [pick for pick in picks if pick != word])
            return
        # Where there is but one card to lay, its place is a button that says both.
        for source, target in permutations(picks) if len(picks) == 2 else ():
            if (both := self.piece(f"{source}-{target}")).count():
                self.press(both)
                return
        # What was chosen for another situation is chosen no more.
        self.page.keyboard.press("Escape")
        grows = self.could_grow(picks)
        # The card first: it says what it needs.
        for pick in sorted(picks, key=lambda pick: "-" in pick):
            self.press(self.piece(pick))
            self.looks()
        if grows:
            self.press(self.page.locator("[data-play]"))

    def say(self, word: str, picks: Picks) -> None:
        """Lay a card on a pile, and type the word."""
        card, pile = sorted(
            (pick for pick in picks if not pick.startswith("lay-")),
            key=lambda pick: pick.startswith("pile-"),
        )
        field, keyboard = self.page.locator("#word"), self.page.keyboard
        keyboard.press("Escape")  # what was chosen for another situation
        version = self.version
        if not self.is_chosen(card):  # what another's card came before stays chosen
            self.press(self.piece(card))
            self.looks()
        if self.version != version:
            return  # somebody was quicker: look again
        self.press(self.piece(pile))
        self.looks()
        if self.version != version:
            return
        field.click(timeout=PATIENCE_MS)
        keyboard.press("ControlOrMeta+a")  # a word that came too late stays there
        keyboard.type(word)
        # Whatever the situation is by now: in a race it may be another one.
        self.press(self.page.locator("#wording [data-play]"))

    def could_grow(self, picks: Picks) -> bool:
        """Whether more could be added to this choice."""
        return any(_grows(picks, offer) for offer in self.offers)

    def moves_on_from(self, version: int) -> None:
        """Wait until the board shows something newer."""
        self.waits_for(f":not([data-version='{version}'])")

    def piece(self, pick: str) -> Locator:
        """The first control of this handle that is not chosen yet."""
        return self.page.locator(f'#board [name=pick][value="{pick}"]:not(:checked)').first

    def is_chosen(self, pick: str) -> bool:
        """Whether a control of this handle is chosen already."""
        return self.page.locator(f'#board [name=pick][value="{pick}"]:checked').count() > 0

    def play_to_the_end(self, promise: Promise = promise, most: int = MOST_ACTIONS) -> int:
        """Play until the match is over, at most so many actions of one's own; how many they were."""
        for actions in range(most):
            if not self.awaits_turn():
                return actions
            self.play_one(promise)
        assert most < MOST_ACTIONS, f"Not over after {most} actions:\n" + "\n".join(self.log())
        return most


def _grows(picks: Picks, offer: Picks) -> bool:
    rest = list(offer)
    for pick in picks:
        if pick not in rest:
            return False
        rest.remove(pick)
    return bool(rest)


def context_of(
    browser: Browser,
    *,
    phone: bool = False,
    scripted: bool = True,
    motion: bool = False,
    **wishes: Any,
) -> BrowserContext:
    """A browser of one's own at an address of its own: a desk's or a phone's.

    Without `motion` it asks for less of it, so that no click has to wait until cards have arrived.
    """
    kind: dict[str, Any] = {
        "locale": "en-GB",
        "java_script_enabled": scripted,
        "extra_http_headers": {"X-Forwarded-For": str(next(ADDRESSES))},
        "viewport": DESK,
        # Only who is sometimes offline has one: it doubles what a page's loading costs.
        "service_workers": "block",
        "reduced_motion": "no-preference" if motion else "reduce",
    }
    if phone:
        kind |= {"viewport": PHONE, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
    return browser.new_context(**kind | wishes)
