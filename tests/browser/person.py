"""A person at a table: a browser page, used by mouse, keys or finger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from ipaddress import ip_network
from itertools import count, permutations
from pathlib import Path
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
"""More actions than one seat has in any round."""
TABS = 120
ADDRESSES = ip_network("198.18.0.0/15").hosts()
"""One address for each browser, from a range that is reserved for tests (RFC 2544)."""
PRIVATE = "[data-kind=drew], [data-kind=answered]"
"""Log lines that only one seat has: a drawn card, an attack that it lets happen (5.4)."""
IS_THERE = "selector => document.querySelector(selector) !== null"
FINISH_ANIMATIONS = """() => {
    for (const one of document.getAnimations())
        if (one.timeline === document.timeline && one.effect.getTiming().iterations !== Infinity) one.finish();
}"""
"""Those of time, not of scrolling."""
AT_TABLE = "document.querySelector('#board').contains(document.activeElement)"
HOLD_STILL = """element => {
    for (const one of element.getAnimations())
        if (one.effect.getTiming().iterations === Infinity) one.pause();
}"""

PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done, 0, true))))"
"""The effect of a press on the board is shown with the next frame."""

KNOWS_ALL_CARDS = "".join(
    "if (location.protocol !== 'about:') "
    f"localStorage.setItem('known-cards /rules/{cards.parts[-3]}/cards/', '{' '.join(faces)}');"
    for cards in Path(__file__).resolve().parents[2].glob("templates/games/*/static/cards.svg")
    if (faces := re.findall(r'id="([^"]+)"', cards.read_text("utf-8")))
)
"""Remembers all cards of each game as those that this browser's user has played."""

_NUMBERS = count(2)


def new_name(name: str) -> str:
    """Return this name with a unique number. A repeated test uses the server of the first attempt,
    where its people already exist.
    """
    return f"{name} {next(_NUMBERS)}"


def address_of(name: str) -> str:
    """Return the email address of this name; it is unique if the name is."""
    return f"{name.replace(' ', '-').lower()}@example.org"


Hands = Callable[[Locator], None]


def by_mouse(control: Locator) -> None:
    """Click the visible part of this control in its middle."""
    surface_of(control).click(timeout=PATIENCE_MS)


def by_finger(control: Locator) -> None:
    """Tap the control."""
    surface_of(control).tap(timeout=PATIENCE_MS)


def by_keys(control: Locator) -> None:
    """Press a card of the hand by its number, all else by Tab and Space or Enter; never use the
    mouse.
    """
    keyboard = control.page.keyboard
    control.wait_for(state="attached", timeout=PATIENCE_MS)
    if number := control.get_attribute("data-key"):
        # The page is queried, not the control: a push may have removed the control.
        if not control.page.evaluate(AT_TABLE):
            # The table's keys work once it has the focus; a skip link moves it there.
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
    raise TooLate(f"Tab never reaches {control}.")


def surface_of(control: Locator) -> Locator:
    """Return the visible part of a control, for example the label around a hidden checkbox."""
    surface = control.locator(
        "xpath=ancestor-or-self::*[self::label or self::button or self::a or self::summary][1]"
    )
    # Animated elements never stop; Playwright would wait for that.
    surface.evaluate(HOLD_STILL, timeout=PATIENCE_MS)
    return surface


class Person:
    """One browser of one person, who plays only through the page."""

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
        """The name of the person's session from the start, if there is one."""
        self.troubles: list[str] = []
        self.expected_troubles: list[str] = []
        """Patterns of console lines that the test provokes."""
        self.frames: list[str] = []
        """The frames received over the socket."""
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
        """Return errors of scripts, of loading and of the Content-Security-Policy."""
        return [
            trouble
            for trouble in self.troubles
            if not any(re.search(known, trouble) for known in self.expected_troubles)
        ]

    def sees(self) -> str:
        """Return the page's address and text, to find the reason for a failure."""
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
        """Wait until the effect of the last press is painted."""
        if self.scripted:
            # It also works on the page that the press opens.
            self.page.wait_for_function(PAINTED, timeout=PATIENCE_MS)

    # The board's content ----------------------------------------------------------------------

    @property
    def board(self) -> Locator:
        """The part of the page that pushes replace."""
        return self.page.locator("#board")

    @property
    def version(self) -> int:
        """The viewer's version that the board shows."""
        return int(self.board.get_attribute("data-version") or -1)

    @property
    def offers(self) -> list[Picks]:
        """The current offers, each as its picks."""
        offers: list[list[str]] = json.loads(self.board.get_attribute("data-offers") or "[]")
        return offers

    def log(self) -> list[str]:
        """Return the lines of the log without the private ones of this seat."""
        lines = self.page.locator(f".log__lines > li:not({PRIVATE})").all_text_contents()
        return [" ".join(line.split()) for line in lines]

    def waits_for(self, state: str) -> None:
        """Wait until the board has this state, a selector on the board itself."""
        board = f"#board{state}"
        if self.scripted:
            # Checked at every frame: `expect` waits up to a second between two checks.
            self.page.wait_for_function(IS_THERE, arg=board, timeout=PATIENCE_MS)
        else:
            expect(self.page.locator(board)).to_be_attached()

    # Playing ----------------------------------------------------------------------------------

    def play_now(self) -> None:
        """Open a dealt table from the landing page, with one press, or two without scripts."""
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
        """Make a table with bots and free chairs; `wanted`: the choices, by label."""
        self.goto(f"/play/{game}/friends/")
        self.unfold()
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

    def unfold(self) -> None:
        """Open each folded part of a form."""
        folds = self.page.locator("details.fold")
        for fold in (folds.nth(at) for at in range(folds.count())):
            if fold.get_attribute("open") is None:
                fold.locator("> summary").click()

    def sit_down(self, invitation: str, name: str) -> None:
        """Take a free chair by an invitation, as a guest with this name if the person has none yet."""
        self.goto(invitation)
        if (field := self.page.get_by_label("Your name")).count():
            field.fill(name)
        self.press(self.page.get_by_role("button", name="Sit down"))
        expect(self.page.locator("[data-ready]")).to_be_visible()

    def get_ready(self) -> None:
        """Get ready; the last ready player starts the deal."""
        self.press(self.page.locator("[data-ready]"))

    def awaits_turn(self) -> bool:
        """Wait until an action is possible; return False if the match is over."""
        self.waits_for(":is(.board--finished, :not([data-offers='[]']))")
        return not self.is_finished()

    def is_finished(self) -> bool:
        """Return whether the board shows the end of the match."""
        return "board--finished" in (self.board.get_attribute("class") or "")

    def play_one(self, promise: Promise = promise) -> None:
        """Choose the most promising offer and carry it out, press by press."""
        version, best = self.version, self.best(promise)
        if best is None:
            return  # a time-out changed the table: try again
        try:
            self.choose(best)
        except TooLate:
            if self.version == version:
                raise
            return  # the same
        self.moves_on_from(version)

    def best(self, promise: Promise) -> Picks | None:
        """Return the most promising offer; None if no offer is worth it."""
        best = max(self.offers, key=promise, default=None)
        return None if best is None or promise(best) <= RATHER_WAIT else best

    def choose(self, picks: Picks) -> None:
        """Choose these pieces, and press the button if the choice could be extended."""
        if word := next((pick for pick in picks if pick.isupper()), None):
            self.say(word, [pick for pick in picks if pick != word])
            return
        # For a single card, its place is a button for both.
        for source, target in permutations(picks) if len(picks) == 2 else ():
            if (both := self.piece(f"{source}-{target}")).count():
                self.press(both)
                return
        # Clear the choice of an earlier situation.
        self.page.keyboard.press("Escape")
        grows = self.could_grow(picks)
        # The card first: it shows which other pieces it needs.
        for pick in sorted(picks, key=lambda pick: "-" in pick):
            self.press(self.piece(pick))
            self.looks()
        if grows:
            self.press(self.page.locator("[data-play]"))

    def say(self, word: str, picks: Picks) -> None:
        """Play a card on a pile, and type the word."""
        card, pile = sorted(
            (pick for pick in picks if not pick.startswith("lay-")),
            key=lambda pick: pick.startswith("pile-"),
        )
        field, keyboard = self.page.locator("#word"), self.page.keyboard
        keyboard.press("Escape")  # clears the choice of an earlier situation
        version = self.version
        if not self.is_chosen(card):  # a card chosen before another player's move stays chosen
            self.press(self.piece(card))
            self.looks()
        if self.version != version:
            return  # another player was quicker: try again
        self.press(self.piece(pile))
        self.looks()
        if self.version != version:
            return
        field.click(timeout=PATIENCE_MS)
        keyboard.press("ControlOrMeta+a")  # a word that was too late is still there
        keyboard.type(word)
        # In a race the situation may be a new one by now.
        self.press(self.page.locator("#wording [data-play]"))

    def could_grow(self, picks: Picks) -> bool:
        """Return whether an offer extends this choice."""
        return any(_grows(picks, offer) for offer in self.offers)

    def moves_on_from(self, version: int) -> None:
        """Wait until the board shows a later version."""
        self.waits_for(f":not([data-version='{version}'])")

    def piece(self, pick: str) -> Locator:
        """Return the first control with this handle that is not chosen."""
        return self.page.locator(f'#board [name=pick][value="{pick}"]:not(:checked)').first

    def is_chosen(self, pick: str) -> bool:
        """Return whether a control with this handle is chosen."""
        return self.page.locator(f'#board [name=pick][value="{pick}"]:checked').count() > 0

    def play_to_the_end(self, promise: Promise = promise, most: int = MOST_ACTIONS) -> int:
        """Play until the match is over, at most this many own actions; return their number."""
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
    newcomer: bool = False,
    **wishes: Any,
) -> BrowserContext:
    """Return a separate browser context with its own address, for a desktop or a phone.

    Without `motion` the context requests reduced motion, so that no click waits for moving cards. A
    `newcomer` is told about a card before the first play; the others know all cards.
    """
    kind: dict[str, Any] = {
        "locale": "en-GB",
        "java_script_enabled": scripted,
        "extra_http_headers": {"X-Forwarded-For": str(next(ADDRESSES))},
        "viewport": DESK,
        # Only tests of being offline have a service worker: it doubles the cost of loading a page.
        "service_workers": "block",
        "reduced_motion": "no-preference" if motion else "reduce",
    }
    if phone:
        kind |= {"viewport": PHONE, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
    context = browser.new_context(**kind | wishes)
    if scripted and not newcomer:
        context.add_init_script(KNOWS_ALL_CARDS)
    return context
