"""No table has a part that is covered, cut off or too small, in any window and situation.

The pages stay open: a push brings the next situation, and the window takes one shape after the
other. `make test` checks a choice of all that; `make soak` checks every game, situation, window,
number of seats and language, and every pair of bars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import pytest
from playwright.sync_api import expect

from games.kernel import registry
from tests.browser import shapes
from tests.browser.boards import SHOWS
from tests.browser.conftest import Arrive
from tests.browser.person import FINISH_ANIMATIONS, PATIENCE_MS, Person, new_name
from tests.browser.server import Server
from tests.browser.shapes import DESK, LARGE_TEXT, LYING_PHONE, PHONE, SHAPES, ZOOMED, Shape, Window

GAMES: Final = sorted(registry.games())
NAMES: Final = (
    "Ottilie",
    "Wilhelmine",
    "Jo",
    "Maximilian",
    "Bärbel",
    "Anneliese",
    "Kunigunde",
    "Tom",
)
UNBROKEN: Final = tuple(f"{name:a<9}42" for name in NAMES)
"""Names without a place for a break."""
LONGEST: Final = (
    "Anna-Friederike-Jo",
    "Wilhelmine-Charlotte",
    "Maximilian-Ferdinand",
)
"""Names of nearly the greatest length."""
GERMAN, ENGLISH = "de-DE", "en-GB"
LOCALES: Final = (GERMAN, ENGLISH, "fr-CH", "it-CH")
"""German has the longest words."""
LIVE: Final = "own-1800-600"
"""A tempo with the words of a live clock, and time to look."""
ASKED: Final = {
    "daumen_drauf": ("seen 2", {"lead", "bid", "review"}),
    "schlafmuetzen": ("seen 1", {"open", "revealed"}),
    "siebenschlaefer": ("seen 1", {"turn", "after_draw"}),
    "sleeping_queens": ("seen 1", {"turn", "defense", "wake_choice"}),
    "wortspiel": ("seen 28", {"race", "doubt_talk", "doubt_vote"}),
}
"""By game: the seed of a deal, and the decisions of the largest table's first seat in its round."""
STILL: Final = (
    ("daumen_drauf", shapes.SMALL_PHONE),
    ("schlafmuetzen", shapes.SMALL_PHONE),
    ("siebenschlaefer", shapes.LOW_LAPTOP),
)
"""Games and windows whose hand has the same height in a whole round."""
READ: Final = 6
"""A step that every round has."""
MOST_CARDS: Final = 25
THREE_ROWS: Final = 15
"""More cards than two rows of a small phone have."""
WORDS_ON_MAT: Final = """mat => {
    const round = mat.getBoundingClientRect();
    const [x, y] = [(round.left + round.right) / 2, (round.top + round.bottom) / 2];
    const words = document.createRange();
    words.selectNodeContents(mat.querySelector(".mat__small"));
    return [...words.getClientRects()].every(({ left, top, right }) =>
        [left, right].every((side) => Math.hypot(side - x, top - y) < round.width / 2));
}"""
LOWEST: Final = (
    shapes.SMALL_PHONE,
    shapes.LYING_PHONE,
    shapes.ZOOMED,
    shapes.LOW_LAPTOP,
)
"""The windows with the least room."""
LEAST_OF_TRICKS: Final = 100
"""Pixels: a trick with its name."""
ROWS_AND_REASON: Final = ".result__places > li, .result .lead"
FEWER: Final = (*LOWEST, shapes.PHONE, DESK)
HEIGHTS: Final = (
    (360, 600, 720),
    (390, 660, 870),
    (720, 420, 480),
    (1100, 600, 720),
    (1366, 580, 820),
)
"""Widths of windows, each with a range of heights."""

COVERED: Final = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const cards = boxes(".places .card, .hand .card");
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes(".panels > .court").reduce((sum, panel) => sum + cards.filter((card) => meet(panel, card)).length, 0);
}"""
"""The number of cards in hands that lie behind the court of Wortspiel."""
BEHIND_PILES: Final = """() => {
    const piles = [...document.querySelectorAll(".pile")].map((pile) => pile.getBoundingClientRect());
    const texts = document.createTreeWalker(document.getElementById("centre"), NodeFilter.SHOW_TEXT);
    const hidden = (one) => getComputedStyle(one).position === "absolute";
    const found = [];
    for (let text; (text = texts.nextNode()); ) {
        if (!text.data.trim() || hidden(text.parentElement) || hidden(text.parentElement.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const slack = (bottom - top) / 5; // a line is higher than its letters
        if (piles.some((pile) => left < pile.right && pile.left < right
            && top + slack < pile.bottom && pile.top < bottom - slack)) found.push(text.data.trim());
    }
    return found;
}"""
"""The words in the middle of Wortspiel's circle that lie behind a pile."""
COUNTS_HIDE: Final = """() => [...document.querySelectorAll(".places .place")].flatMap((place) => {
    const counts = [...place.querySelectorAll(".place__cards, .heap")].filter((one) => one.checkVisibility());
    const small = counts.filter((one) => one.querySelector("svg").getBoundingClientRect().width < 10);
    const cards = [...place.querySelectorAll(".taken, .row > *")].map((one) => one.getBoundingClientRect());
    const free = counts.filter((one) => !one.closest(".taken")).map((one) => one.getBoundingClientRect());
    const over = free.filter(({ left, right, top, bottom }) => cards.some(
        (card) => left < card.right && card.left < right && top < card.bottom && card.top < bottom));
    return [...small, ...over].map(() => place.textContent.trim().replace(/\\s+/g, " "));
})"""
"""The places of Daumen drauf! where a count of cards lies over cards, or its sign is too small."""
TWELVE_ROUNDS: Final = """() => {
    const rounds = document.querySelector("#pad tbody");
    while (rounds.rows.length < 12) rounds.append(rounds.rows[0].cloneNode(true));
}"""
"""Makes the pad as long as that of a long match."""
NAME_COVERED: Final = """() => {
    const name = document.createRange();
    name.selectNodeContents(document.querySelector(".you .place__name"));
    const { left, right, top, bottom } = name.getBoundingClientRect();
    const slack = (bottom - top) / 5; // a line is higher than its letters
    return [...document.querySelectorAll("#hand .card:has(:checked)")].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < right && left < box.right && box.top < bottom - slack;
    }).map((card) => card.id);
}"""
"""The chosen cards that lie over the own name."""
CUT: Final = "one => one.scrollHeight - one.clientHeight"
"""By how many pixels words are higher than their place."""
LINES: Final = """names => names.map((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
})"""
"""The number of lines of each name."""
FADES: Final = """async (share) => {
    const lines = document.getElementById("log-lines");
    // The page scrolls a log that has just opened to its end.
    for (let frame = 0; frame < 10; frame += 1) {
        lines.scrollTop = share * (lines.scrollHeight - lines.clientHeight);
        await new Promise(requestAnimationFrame);
    }
    const mask = getComputedStyle(lines).maskImage;
    return [!mask.includes("0) 0px"), !mask.includes("0) 100%")];
}"""
"""Scroll the log to this share of its way; return whether its upper and its lower edge fade."""

BARS: Final = {
    "device": ".hands",
    "connection lost": "#offline",
    "unsent move": "#unsent",
    "first time": ".calm:has(a[href^='/learn/'])",
    "pause asked": "#pausing",
    "absent": ".absent",
    "arbiter": ".pausing--told",
}
PAIRS: Final = tuple(combinations(BARS, 2))
SHOW_BARS: Final = """([bars, shown]) => {
    const away = (window.away ??= new Map());
    for (const [name, selector] of Object.entries(bars)) {
        const bar = document.querySelector(selector);
        if (shown.includes(name)) {
            const [place, kept] = away.get(name) ?? [];
            if (place?.isConnected) place.replaceWith(kept);
            away.delete(name);
            document.querySelector(selector).hidden = false;
        } else if (bar) {
            const place = document.createComment(name);
            bar.replaceWith(place);
            away.set(name, [place, bar]);
        }
    }
}"""


def seats_of(game: str) -> tuple[int, int]:
    """Return the fewest and the most seats of this game."""
    fewest, most = registry.games()[game].meta.seats
    return fewest, most


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_table_is_whole(arrive: Arrive, server: Server, game: str) -> None:
    seed, asked = ASKED[game]
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, seed=seed)
    wanted = {f"{phase}, asked" for phase in asked}
    windows: Sequence[Shape] = SHAPES
    for situation in table.round():
        if situation in wanted:
            table.check(situation, windows)
            wanted, windows = wanted - {situation}, FEWER
        else:
            table.check(situation, LOWEST)
        if not wanted:
            break
    assert not wanted
    table.is_over("between rounds", SHAPES)
    table.found_nothing()


@pytest.mark.parametrize(("game", "window"), STILL)
def test_the_line_stays_where_it_is(
    arrive: Arrive, server: Server, game: str, window: Shape
) -> None:
    """With the most seats, whichever question is asked."""
    seed, asked = ASKED[game]
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, seed=seed)
    wanted = {f"{phase}, asked" for phase in asked}
    lines: dict[str, tuple[float, float]] = {}
    for situation in table.round():
        lines[situation] = table.line(window)
        if wanted <= lines.keys():
            break
    assert len(set(lines.values())) == 1, lines


def test_a_refusal_is_as_high_as_the_question(arrive: Arrive, server: Server) -> None:
    """In a defence of Sleeping Queens on a phone on its side, for a card that does not help."""
    game = "sleeping_queens"
    seed, _ = ASKED[game]
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, seed=seed)
    table.goes_on_to("defense, asked")
    page = table.person.page
    table.line(LYING_PHONE)
    line, call = page.locator("#line"), page.locator("#call")
    asked = line.bounding_box()
    offered = {pick for picks in table.person.offers for pick in picks}
    cards = page.locator("#hand input[name=pick]").all()
    next(card for card in cards if card.get_attribute("value") not in offered).press("Space")
    expect(call).to_have_attribute("role", "alert")
    assert line.bounding_box() == asked


def test_a_low_window_shows_the_own_name_and_the_news(arrive: Arrive, server: Server) -> None:
    """In Sleeping Queens, whose hand is close below the name: a chosen card does not cover it."""
    game = "sleeping_queens"
    table = Table(arrive, server, game, 4, GERMAN, seed=ASKED[game][0])
    table.goes_on_to("turn, asked")
    page = table.person.page
    for window in (LYING_PHONE, ZOOMED):
        table.line(window)
        for card in page.locator("#hand input[name=pick]").all():
            card.press("Space")
            page.evaluate(FINISH_ANIMATIONS)
            assert page.evaluate(NAME_COVERED) == [], window
            card.press("Space")
    assert page.locator(".news > li").last.evaluate(CUT) <= 0


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_table_is_whole(arrive: Arrive, server: Server, game: str) -> None:
    fewest = seats_of(game)[0]
    table = Table(arrive, server, game, fewest, ENGLISH, names=LONGEST, target="rounds-1")
    for situation in table.round():
        table.check(situation, FEWER)
        if situation.endswith("asked"):
            break
    table.is_over("match over", FEWER)
    table.is_read(FEWER)
    table.found_nothing()


def test_a_card_left_in_the_hand_is_whole(arrive: Arrive, server: Server) -> None:
    """At the end of a round of Daumen drauf!, by a seed that was found by trial."""
    table = Table(arrive, server, "daumen_drauf", 2, ENGLISH, seed="left 3", target="rounds-1")
    for _ in table.round():
        pass
    table.is_over("match over, a card left", FEWER)
    expect(table.person.page.locator("#hand .card")).not_to_have_count(0)
    table.found_nothing()


def test_a_long_trick_of_two_players_is_whole(arrive: Arrive, server: Server) -> None:
    """They raise in turn: its cards cover one another, and neither the colours nor the names."""
    game, windows = "daumen_drauf", (*FEWER, LARGE_TEXT)
    table = Table(
        arrive, server, game, 2, ENGLISH, names=LONGEST, seed="raise 27", target="rounds-1"
    )
    step = server.console("lengthen_trick", path=table.path, cards=8)
    table.check("a trick of eight cards", windows)
    expect(table.person.page.locator("#trick .card")).to_have_count(6)
    server.console("play_round", path=table.path)
    for number in (step - 2, step, step + 1):
        table.person.goto(f"{table.path}rounds/1/steps/{number}?view=all")
        table.check(f"step {number} of the replay", windows, opens=False)
    table.found_nothing()


@pytest.mark.soak
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("most", [0, 1], ids=["fewest", "most"])
@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_whole(
    arrive: Arrive, server: Server, game: str, most: int, locale: str
) -> None:
    table = Table(arrive, server, game, seats_of(game)[most], locale, seed=ASKED[game][0])
    for situation in table.round():
        table.check(situation, SHAPES)
    table.is_over("between rounds", SHAPES)
    table = Table(arrive, server, game, seats_of(game)[most], locale, target="rounds-1")
    table.is_over("match over", SHAPES)
    table.is_read(SHAPES)
    table.found_nothing()


def test_a_doubt_in_a_replay_covers_no_hand(arrive: Arrive, server: Server) -> None:
    """In Wortspiel, with all hands open."""
    game = "wortspiel"
    seed, seats = ASKED[game][0], seats_of(game)[1]
    table = Table(arrive, server, game, seats, GERMAN, seed=seed, target="rounds-1")
    table.goes_on_to("doubt")
    server.console("play_round", path=table.path)
    page = table.person.page
    moves = page.request.get(f"{table.person.home}{table.path}rounds/1/moves.json").json()["moves"]
    step = next(
        move["number"] for move in moves if any(event["kind"] == "halt" for event in move["events"])
    )
    table.person.goto(f"{table.path}rounds/1/steps/{step}?view=all")
    expect(page.locator("#court")).to_be_visible()
    for window in FEWER:
        table.window.take(window)
        assert page.evaluate(COVERED) == 0, window
    table.check(f"step {step} of the replay", FEWER, opens=False)
    table.found_nothing()


def test_counts_of_cards_hide_nothing_in_a_replay(arrive: Arrive, server: Server) -> None:
    """In Daumen drauf!, with the most seats, when many cards are taken."""
    game = "daumen_drauf"
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, target="rounds-1")
    server.console("play_round", path=table.path)
    page = table.person.page
    table.person.goto(f"{table.path}rounds/1/steps/0")
    late = int(table.person.board.get_attribute("data-last") or 0) * 2 // 3
    for view in ("seat-0", "all"):
        table.person.goto(f"{table.path}rounds/1/steps/{late}?view={view}")
        expect(page.locator(".heap").first).to_be_visible()
        for window in FEWER:
            table.window.take(window)
            assert page.evaluate(COUNTS_HIDE) == [], (view, window)


def test_missed_tricks_cover_neither_the_line_nor_the_hand(arrive: Arrive, server: Server) -> None:
    """By correspondence in Daumen drauf!, when several tricks scroll above their button."""
    game = "daumen_drauf"
    table = Table(
        arrive,
        server,
        game,
        seats_of(game)[1],
        GERMAN,
        seed=ASKED[game][0],
        tempo="correspondence",
    )
    missed = server.console("miss_tricks", path=table.path, seat=0, tricks=3)
    table.person.goto(table.path)
    page = table.person.page
    tricks, button = page.locator("#missed > ol"), page.locator("#missed > button")
    expect(page.get_by_role("region", name="Stiche").get_by_role("heading")).to_be_visible()
    expect(tricks.locator("> li")).to_have_count(missed)
    for window in FEWER:
        table.window.take(window)
        boxes = [one.bounding_box() for one in (page.locator("#missed"), tricks, button)]
        assert all(boxes)
        panel, list_, foot = (box for box in boxes if box)
        assert list_["height"] >= LEAST_OF_TRICKS, window
        assert list_["y"] + list_["height"] <= foot["y"], window
        assert foot["y"] + foot["height"] <= panel["y"] + panel["height"], window
        for below in ("#line", "#hand"):
            box = page.locator(below).bounding_box()
            assert box
            is_beside = panel["x"] + panel["width"] <= box["x"]
            assert is_beside or panel["y"] + panel["height"] <= box["y"], (window, below)
    table.person.press(button)
    expect(page.locator("#missed")).to_have_count(0)


def test_a_log_fades_where_there_is_more(arrive: Arrive, server: Server) -> None:
    """In Wortspiel, with the most seats; on a low window, its lines have most of the height."""
    game = "wortspiel"
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, tempo="correspondence")
    server.console("play_on", path=table.path, moves=60)
    page = table.person.page
    for window in (PHONE, LYING_PHONE, ZOOMED):
        table.window.take(window)
        table.person.goto(table.path)
        table.person.press(page.locator(".log-button[popovertarget='log']"))
        expect(page.locator("#log-lines")).to_be_visible()
        assert page.evaluate(FADES, 0) == [False, True], window
        assert page.evaluate(FADES, 0.5) == [True, True], window
        assert page.evaluate(FADES, 1) == [True, False], window
        lines = page.locator("#log-lines").bounding_box()
        assert lines
        assert lines["height"] > 0.45 * window.height, window


@pytest.mark.parametrize(
    ("game", "seats", "target"), [("sleeping_queens", 2, "rounds-3"), ("wortspiel", 8, "points-50")]
)
def test_a_low_window_shows_all_rounds_of_the_pad(
    arrive: Arrive, server: Server, game: str, seats: int, target: str
) -> None:
    """One round, then twelve, without scrolling in any direction; each name is one line."""
    table = Table(
        arrive,
        server,
        game,
        seats,
        GERMAN,
        names=UNBROKEN,
        tempo="correspondence",
        target=target,
    )
    page = table.person.page
    for _ in range(2):
        server.console("play_round", path=table.path)
        server.console("deal_next", path=table.path)
        for window in (LYING_PHONE, ZOOMED):
            table.window.take(window)
            table.person.goto(table.path)
            table.person.press(page.locator("[popovertarget=pad]").first)
            rows = page.locator("#pad tr")
            if rows.count() > len(("names", "round", "totals")):
                page.evaluate(TWELVE_ROUNDS)
            for row in rows.all():
                expect(row).to_be_in_viewport(ratio=1)
            names = page.locator("#pad .pad__name")
            assert names.evaluate_all(LINES) == [1] * seats, window
            pad = page.locator("#pad").bounding_box()
            assert pad
            assert pad["width"] > 0.85 * window.width
            assert (
                page.locator("#pad .scroll").evaluate("one => one.scrollWidth - one.clientWidth")
                <= 0
            )


@pytest.mark.parametrize("view", ["seat-0", "all"])
def test_no_pile_covers_the_middle_of_the_circle(arrive: Arrive, server: Server, view: str) -> None:
    """In Wortspiel, at each height of a window, with the longest names in the middle."""
    table = Table(arrive, server, "wortspiel", 3, GERMAN, names=LONGEST, target="rounds-1")
    server.console("play_round", path=table.path)
    page, found = table.person.page, []
    for step in (0, READ):
        table.person.goto(f"{table.path}rounds/1/steps/{step}?view={view}")
        for width, least, most in HEIGHTS:
            for height in range(least, most, 30):
                page.set_viewport_size({"width": width, "height": height})
                found += [
                    f"step {step}, {width}x{height}: {words}"
                    for words in page.evaluate(BEHIND_PILES)
                ]
    assert not found, "\n".join(found)


def test_the_longest_hand_is_whole(arrive: Arrive, server: Server) -> None:
    """A long round of Siebenschläfer, by a seed that was found by trial."""
    table = Table(arrive, server, "siebenschlaefer", 5, GERMAN, seed="hand 1")
    for cards in (14, THREE_ROWS, MOST_CARDS):
        server.console("move_on_to_hand", path=table.path, name=table.person.name, cards=cards)
        if cards == THREE_ROWS:
            table.line(shapes.SMALL_PHONE)
            assert table.person.page.locator(".mat__round").evaluate(WORDS_ON_MAT)
        else:
            table.check(f"{cards} cards", SHAPES)
    table.found_nothing()


@pytest.mark.parametrize(
    ("game", "pairs", "windows"),
    [
        *((game, PAIRS[at :: len(GAMES)], LOWEST) for at, game in enumerate(GAMES)),
        *(pytest.param(game, PAIRS, SHAPES, marks=pytest.mark.soak) for game in GAMES),
    ],
)
def test_bars_cover_nothing(
    arrive: Arrive,
    server: Server,
    game: str,
    pairs: Sequence[tuple[str, str]],
    windows: Sequence[Shape],
) -> None:
    """Two bars above a table take their room from its middle. A race has no shared device."""
    shares = not registry.games()[game].meta.is_race
    table = Table(
        arrive,
        server,
        game,
        seats_of(game)[1],
        GERMAN,
        shares_device=shares,
        seed=ASKED[game][0],
    )
    if shares:
        table.check("device covered", windows, opens=False)
        table.person.page.locator("[data-hand='0']").first.click()
    table.goes_on_to("asked")
    bars = table.gets_every_bar(arrive(kind="staff"))
    for pair in pairs:
        if not bars.issuperset(pair):
            continue
        table.person.page.evaluate(SHOW_BARS, [BARS, pair])
        table.check(" and ".join(pair), windows, opens=False)
    table.found_nothing()


@pytest.mark.parametrize(
    ("game", "locale", "windows"),
    [
        (GAMES[0], GERMAN, SHAPES),
        *(
            pytest.param(game, locale, SHAPES, marks=pytest.mark.soak)
            for game in GAMES
            for locale in LOCALES
        ),
    ],
)
def test_a_waiting_room_is_whole(
    arrive: Arrive, server: Server, game: str, locale: str, windows: Sequence[Shape]
) -> None:
    """Its header has the most controls: another match waits for the player."""
    table = Table(arrive, server, game, seats_of(game)[1], locale, ready=False, free=1)
    table.waits_elsewhere()
    table.check("waiting room", windows)
    expect(table.person.page.locator(".nudge")).to_be_visible()
    table.found_nothing()


@pytest.mark.parametrize("free", [0, 1], ids=["full", "with an invitation"])
def test_a_low_waiting_room_shows_all_seats(arrive: Arrive, server: Server, free: int) -> None:
    game = "wortspiel"
    seats = seats_of(game)[1]
    table = Table(arrive, server, game, seats, GERMAN, names=UNBROKEN, ready=False, free=free)
    table.person.goto(table.path)
    for window in (LYING_PHONE, ZOOMED):
        table.window.take(window)
        rows = table.person.page.locator(".seats__one")
        expect(rows).to_have_count(seats)
        for row in rows.all():
            expect(row).to_be_in_viewport(ratio=1)


def test_a_doubt_keeps_its_width(arrive: Arrive, server: Server) -> None:
    """In Wortspiel, from the first talk to the last vote."""
    game = "wortspiel"
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, seed=ASKED[game][0])
    widths = {}
    for situation in table.round():
        if "doubt" in situation:
            table.line(DESK)
            box = table.person.page.locator(".panels").bounding_box()
            assert box
            widths[situation] = box["width"]
        elif widths:
            break
    assert {"doubt_talk, asked", "doubt_vote, asked"} <= widths.keys()
    assert len(set(widths.values())) == 1, widths


@pytest.mark.parametrize("window", [DESK, PHONE])
def test_a_second_press_does_not_join_a_doubt(
    arrive: Arrive, server: Server, window: Shape
) -> None:
    """In Wortspiel: a player who has joined a doubt cannot take that back."""
    game = "wortspiel"
    table = Table(arrive, server, game, seats_of(game)[1], GERMAN, seed=ASKED[game][0])
    table.goes_on_to("doubt_talk, asked")
    table.line(window)
    page = table.person.page
    join, ready = (page.locator(f"button[value^={each}-]") for each in ("join", "ready"))
    expect(join).to_be_visible()
    box = ready.bounding_box()
    assert box
    table.person.press(ready)
    expect(ready).to_be_hidden()
    expect(join).to_be_visible()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    beneath = "(join, [x, y]) => join.contains(document.elementFromPoint(x, y))"
    assert not join.evaluate(beneath, middle)


@pytest.mark.parametrize(
    ("game", "locale", "least", "windows"),
    [
        *((game, GERMAN, 3, FEWER) for game in GAMES),
        *(
            pytest.param(game, locale, 100, SHAPES, marks=pytest.mark.soak)
            for game in GAMES
            for locale in LOCALES
        ),
    ],
)
def test_a_lesson_is_whole(
    arrive: Arrive, game: str, locale: str, least: int, windows: Sequence[Shape]
) -> None:
    """`least`: the number of steps to look at, from the first to the last."""
    person = arrive(locale=locale)
    window, found = Window(person), []
    last = len(registry.lesson_of(game).steps)
    for step in sorted({round(last * at / (least - 1)) for at in range(least)}):
        person.goto(f"/learn/{game}/?step={step}")
        found += window.faults(f"{game}, lesson step {step}", windows)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_forced_colours_keep_borders_and_faces(arrive: Arrive, server: Server, game: str) -> None:
    table = Table(arrive, server, game, 3, ENGLISH, color_scheme="dark")
    table.goes_on_to("asked")
    table.person.goto(table.path)
    found = table.window.faults_in_forced_colours()
    assert not found, "\n".join(found)


def test_the_check_finds_what_is_wrong(arrive: Arrive, server: Server) -> None:
    """A bar over a card, a button too small for a finger, a page too wide, and a hidden scroll."""
    table = Table(arrive, server, "sleeping_queens", 2, ENGLISH)
    table.person.goto(table.path)
    page = table.person.page
    whole = table.window.faults("planted", [shapes.PHONE])

    def planted(script: str) -> set[str]:
        page.goto(page.url)
        table.window.take(shapes.PHONE)
        page.evaluate(script)
        return set(table.window.faults("planted", [shapes.PHONE])) - set(whole)

    over = planted("""() => {
        const card = document.querySelector("#hand .card").getBoundingClientRect();
        const bar = document.body.appendChild(document.createElement("p"));
        bar.className = "planted";
        bar.style.cssText = `position: fixed; z-index: 9; pointer-events: none; left: ${card.left}px;
            top: ${card.top}px; width: ${card.width}px; height: ${card.height}px`;
    }""")
    assert [one for one in over if ".card" in one and "lies behind p.planted" in one]
    small = planted("""() => {
        const button = document.querySelector(".line").appendChild(document.createElement("button"));
        button.id = "planted";
        button.style.cssText = "position: absolute; top: 0; left: 0; z-index: 9; width: 30px; height: 50px; padding: 0";
    }""")
    assert [one for one in small if "button#planted is only" in one]
    wide = planted("""() => {
        document.querySelector(".top").style.width = "120vw";
    }""")
    assert [one for one in wide if "px wider than the window" in one]
    hidden = planted("""() => {
        document.querySelector("#hand").style.cssText = "height: 40px; overflow: auto; mask: none";
    }""")
    assert [one for one in hidden if "#hand" in one and "does not show that it scrolls" in one]


class Table:
    """A table of these seats with the open page of its first player."""

    def __init__(
        self,
        arrive: Arrive,
        server: Server,
        game: str,
        seats: int,
        locale: str,
        *,
        shares_device: bool = False,
        ready: bool = True,
        free: int = 0,
        names: Sequence[str] = NAMES,
        color_scheme: str = "light",
        **wanted: str,
    ) -> None:
        self._server, self._game, self._seats = server, game, seats
        self.person: Person = arrive(
            name=new_name(names[0]), kind="member", locale=locale, color_scheme=color_scheme
        )
        self.window = Window(self.person)
        self._found: list[str] = []
        here = int(shares_device)
        self._others = [new_name(name) for name in names[1 : seats - free - here]]
        for name in self._others:
            server.console("sign_in", name=name, kind="member")
        self.path: str = server.console(
            "lay",
            game=game,
            people=[self.person.name, *self._others],
            ready=ready and not shares_device,
            **({"seats": seats} if free or here else {}),
            **({"tempo": LIVE} | wanted),
        )
        if shares_device:
            self._adds_guest()

    def _adds_guest(self) -> None:
        guest, page = new_name("Carola"), self.person.page
        self.person.goto(self.path)
        page.locator("#guest-name").fill(guest)
        page.locator("button[form=add-guest]").click()
        expect(page.locator(".seats")).to_contain_text(guest)
        self._let("ready", self.person.name, guest, *self._others)
        self.person.goto(self.path)
        expect(page.locator(".hands")).to_be_visible()

    def round(self) -> Iterator[str]:
        """Yield each new situation of the round, when it is there."""
        known: list[str] = []
        while True:
            situation: str = self._server.console(
                "move_on_to_news", path=self.path, name=self.person.name, known=known
            )
            if situation == "over":
                return
            known.append(situation)
            yield situation

    def goes_on_to(self, wanted: str) -> None:
        """Play until the first situation with these words."""
        next(situation for situation in self.round() if wanted in situation)

    def check(self, situation: str, windows: Iterable[Shape], *, opens: bool = True) -> None:
        """Look at the present situation in these windows. `opens`: bring the page up to date."""
        if opens:
            self._opens()
        where = f"{self._game}, {situation}, {self._seats} seats"
        self._found += self.window.faults(where, windows)

    def line(self, window: Shape) -> tuple[float, float]:
        """Return the top and the height of the line in this window, of a table that fits in it."""
        self._opens()
        self.window.take(window)
        shape = self.person.page.locator(".shape")
        assert shape.evaluate("shape => shape.scrollHeight - shape.clientHeight") == 0
        box = self.person.page.locator("#line").bounding_box()
        assert box
        return box["y"], box["height"]

    def is_over(self, situation: str, windows: Iterable[Shape]) -> None:
        """Play the round to its end, and look at its result, and at the table without it."""
        self._server.console("play_round", path=self.path)
        self._server.console("hold_next_round", path=self.path)
        self.person.goto(self.path)
        expect(self.person.page.locator(".result")).to_be_visible()
        self.check(situation, windows, opens=False)
        self._shows_ways_on(situation, windows)
        self._shows_all_scores(situation)
        self.person.page.evaluate("document.getElementById('result-away').click()")
        self.check(f"{situation}, result put away", FEWER, opens=False)
        self._fits_a_phone(situation)
        self._shows_own_cards(situation)
        self._comes_back(situation)

    def _fits_a_phone(self, situation: str) -> None:
        """Check that a phone shows the whole table without its result, down to the own hand."""
        self.window.take(shapes.PHONE)
        below = self.person.page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.shape'))"
        )
        if below > 0:
            self._found.append(f"{self._game}, {situation}: {below} px are below the window")

    def _shows_own_cards(self, situation: str) -> None:
        """Check that a low window shows the own cards without scrolling, beside those of all."""
        for window in (LYING_PHONE, ZOOMED):
            self.window.take(window)
            own = self.person.page.locator(":is(.you .place__name, #hand .card):visible").all()
            boxes = [part.bounding_box() for part in own]
            assert boxes
            if any(not box or box["y"] + box["height"] > window.height for box in boxes):
                self._found.append(f"{self._game}, {situation}, {window}: own cards are hidden")

    def _comes_back(self, situation: str) -> None:
        """Check that the button to show the result is in sight, and the headline after a press."""
        page = self.person.page
        for window in FEWER:
            self.window.take(window)
            page.evaluate("document.querySelector('.shape').scrollTop = 9999")
            page.locator(".result__back").click(timeout=PATIENCE_MS)
            for part in ("#result-title", ".result__away"):
                box = page.locator(part).bounding_box()
                if not box or box["y"] < 0 or box["y"] + box["height"] > window.height:
                    self._found.append(f"{self._game}, {situation}, {window}: {part} is hidden")
            page.evaluate("document.querySelector('.shape').scrollTop = 0")
            page.locator(".result__look").click(timeout=PATIENCE_MS)
            box = page.locator(".result__back").bounding_box()
            if not box or box["y"] + box["height"] > window.height:
                self._found.append(f"{self._game}, {situation}, {window}: the way back is hidden")

    def _shows_ways_on(self, situation: str, windows: Iterable[Shape]) -> None:
        """Check that each way on from the result is in sight without scrolling."""
        ways = self.person.page.locator(".result__foot :is(a, button)")
        assert ways.count()
        for window in windows:
            if window.text != 100:
                continue
            self.window.take(window)
            for box in (way.bounding_box() for way in ways.all()):
                if not box or box["y"] < 0 or box["y"] + box["height"] > window.height + 1:
                    self._found.append(f"{self._game}, {situation}, {window}: a way on is hidden")

    def _shows_all_scores(self, situation: str) -> None:
        """Check that all scores are in sight without scrolling, except on a phone held upright with
        the reason, and that the lines of players are equally high.
        """
        for window, parts in (
            (shapes.PHONE, ".result__places > li"),
            (shapes.LYING_PHONE, ROWS_AND_REASON),
            (DESK, ROWS_AND_REASON),
        ):
            self.window.take(window)
            page = self.person.page.locator(".result__page").bounding_box()
            boxes = [part.bounding_box() for part in self.person.page.locator(parts).all()]
            assert page
            assert boxes
            end = page["y"] + page["height"] + 1
            where = f"{self._game}, {situation}, {self._seats} seats, {window}"
            if any(not box or box["y"] + box["height"] > end for box in boxes):
                self._found.append(f"{where}: a score or the reason is seen only by scrolling")
            rows = self.person.page.locator(".result__places > li").all()
            if len({round(box["height"]) for row in rows if (box := row.bounding_box())}) != 1:
                self._found.append(f"{where}: the lines of the players differ in height")

    def waits_elsewhere(self) -> None:
        """Let another match wait for the first player."""
        people = [self.person.name, self._others[0]]
        path = self._server.console("lay", game=GAMES[0], people=people, tempo="correspondence")
        self._server.console("play_on", path=path, moves=0)

    def is_read(self, windows: Iterable[Shape]) -> None:
        """Look at the replay of the round, with all hands open."""
        for step in (0, READ):
            self.person.goto(f"{self.path}rounds/1/steps/{step}?view=all")
            self.check(f"step {step} of the replay", windows, opens=False)

    def gets_every_bar(self, staff: Person) -> set[str]:
        """Let all bars appear at once that this table can have; return their names."""
        self._opens()
        pauses, leaves = self._others[:2]
        self._let("leave", leaves)
        self._let("pause", pauses)
        self._server.console("arbitrate", path=self.path, name=staff.name)
        # The lesson of a game is offered at its first table, here of another game.
        other = next(game for game in GAMES if game != self._game)
        page = self.person.page
        token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
        page.request.post(
            f"{self.person.home}/play/{other}/",
            form={"csrfmiddlewaretoken": token},
            headers={"Referer": page.url, "Accept-Language": "de"},
            max_redirects=0,
        )
        self.person.goto(self.path)
        self._opens()
        bars = {name for name, bar in BARS.items() if page.locator(bar).count() == 1}
        assert set(BARS) - bars <= {"device"}
        return bars

    def found_nothing(self) -> None:
        """Check that all was whole."""
        assert not self._found, "\n".join(self._found)

    def _opens(self) -> None:
        page = self.person.page
        if self.path not in page.url:
            self.person.goto(self.path)
        version = self._server.console("settle", path=self.path, name=self.person.name)
        page.wait_for_function(SHOWS, arg=version, timeout=PATIENCE_MS)
        # Moments over the middle disappear after a press.
        page.evaluate("document.getElementById('seen')?.requestSubmit()")
        expect(page.locator("[data-moment], .missed")).to_have_count(0)

    def _let(self, what: str, *names: str) -> None:
        self._server.console("at_table", path=self.path, people=names, what=what)
