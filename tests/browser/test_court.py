"""The whole way of a doubted word in a league: vote, appeal, evidence, ruling, the corrected table,
precedent, and an appeal against the ruling.
"""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser import leagues, staff
from tests.browser.conftest import Arrive
from tests.browser.eyes import seen_by_all
from tests.browser.person import PATIENCE_MS, Person
from tests.browser.players import Picks
from tests.browser.server import Server
from tests.browser.words import (
    card,
    person_with,
    pile,
    plays,
    sit_down,
    vote,
    word,
)
from tests.games.wortspiel.scene import LEXICON

COPIES = Counter(LEXICON.text_of)
MOST_PASSES = 40
PLAYERS = 3


@pytest.mark.long
def test_the_whole_way_of_a_doubted_word(arrive: Arrive, server: Server) -> None:
    server.console("set_aside", league="word-league", second_factor_of=staff.KEEPER)
    keeper = staff.keeper(arrive(), server)
    people = _sign_up_for_a_league(arrive, server, keeper)
    leagues.set_the_dates(keeper)
    mona, milo = (arrive(kind="staff", name=name) for name in ("Mona Richter", "Milo Richter"))
    table = leagues.takes_the_table(people, server)
    opener = _opens(people)
    ruled = server.console("ruled_words")
    picks = max((one for one in plays(opener) if word(one) not in ruled), key=_copies)
    said, pair = word(picks), _pair(picks)
    _doubted_in_vain(people, opener, picks)
    log = opener.page.locator(".log__lines")
    expect(log).to_contain_text(f"{said} does not count: 3 of 3 votes are against it.")
    assert "word court" not in log.inner_text()

    # The author appeals while the round still runs; no other player learns of it.
    _doubted_words(opener, said)
    opener.page.locator("summary", has_text="Appeal against the vote").click()
    opener.page.get_by_label("What should the moderators know?").fill("Everybody says so.")
    opener.press(opener.page.get_by_role("button", name="Appeal", exact=True))
    expect(opener.page.locator("main")).to_contain_text("You have appealed.")
    doubter, third = _others(people, opener)
    _doubted_words(third, said)
    seen_by_all(third)
    assert "word court" not in third.page.locator("main section").first.inner_text()
    mona.goto("/court/")
    expect(mona.page.locator(".entry__word", has_text=said)).to_have_count(0)
    _to_the_end(people, table)

    # The chip for the lost vote costs the author the place that the others share.
    before = leagues.points_by_and_by(keeper, lambda found: set(found.values()) != {"0"})
    assert before == {_name(opener): "0", _name(doubter): "1.5", _name(third): "1.5"}

    # The queue, the evidence, the claim and the ruling, by keyboard.
    mona.goto("/court/")
    line = mona.page.locator(".entry__word", has_text=said)
    expect(line).to_be_visible()
    mona.page.keyboard.press("j")
    expect(mona.page.locator(".entry__word:focus")).to_be_visible()
    line.click()
    _has_evidence(mona)
    seen_by_all(mona)
    milo.goto(mona.page.url.removeprefix(milo.home))
    mona.page.keyboard.press("c")
    expect(mona.page.locator("#decide")).to_be_visible()
    milo.page.keyboard.press("c")
    expect(milo.page.locator(".notice--bad[role=alert]")).to_have_text(
        "Mona Richter is working on this case."
    )
    milo.expected_troubles.append("409")
    mona.page.keyboard.press("1")
    mona.page.keyboard.type("It is in use.")
    mona.press(mona.page.get_by_role("button", name="Decide"))
    expect(mona.page.locator("main")).to_contain_text("The ruling has corrected the points.")

    # The result of the match follows the ruling, and shows the reason.
    opener.page.goto(table)
    corrected = opener.page.locator(".corrected").first
    expect(corrected).to_contain_text("It is in use.")
    expect(corrected).to_contain_text(re.compile("[-\u2212]1"))

    # The table of the league follows too: the doubter has the chip now.
    after = leagues.points_by_and_by(keeper, lambda found: found != before)
    assert after == {_name(opener): "1.5", _name(doubter): "0", _name(third): "1.5"}
    assert _told_of_correction(keeper, "It is in use.")

    # The next table shows the ruling after its vote, never before.
    server.manage("publish_words")
    author = sit_down(server, people, offered=said)
    told = author.page.locator(".log__lines", has_text="The word court")
    way = _way(author, pair)
    assert way is not None
    author.say(said, way)
    halting = _others(people, author)[0]
    halting.press(halting.page.locator(".halt"))
    expect(author.page.locator(".court__word")).to_have_text(said)
    expect(told).to_have_count(0)
    vote(people, valid=False)
    expect(told).to_contain_text(f"{said} counts.")

    # A player there appeals against it, and another moderator overturns it.
    told.get_by_role("link", name="The word court").click()
    _appeals_against_the_ruling(author)
    seen_by_all(author)
    milo.goto("/court/?view=appeals")
    milo.page.locator(".entry__word", has_text=said).click()
    milo.press(milo.page.get_by_role("button", name="Claim case"))
    milo.page.locator("[name=decision][value=invalid]").check(force=True)
    milo.page.get_by_label("Reason (public)").fill("Nobody says so.")
    milo.press(milo.page.get_by_role("button", name="Decide"))
    expect(milo.page.locator("main")).to_contain_text("That was undone")
    opener.page.goto(table)
    expect(opener.page.locator(".corrected").first).to_contain_text("Nobody says so.")
    assert leagues.points_by_and_by(keeper, lambda found: found != after) == before
    assert _told_of_correction(keeper, "Nobody says so.")
    opener.goto(f"/words/?words={said}")
    expect(opener.page.locator(".entry", has_text=said)).to_contain_text("invalid")
    seen_by_all(opener)

    # The author of the word got a notice of both rulings.
    opener.goto("/notices/")
    rulings = [f"The word court has ruled: {said} is {what}." for what in ("invalid", "valid")]
    expect(opener.page.locator(".told a", has_text="The word court")).to_have_text(rulings)


# The people's actions ---------------------------------------------------------------------------


def _sign_up_for_a_league(arrive: Arrive, server: Server, keeper: Person) -> list[Person]:
    """The keeper creates a league; three people make accounts and sign up."""
    leagues.create_word_league(keeper)
    server.manage("hurry_league", "word-league", "--days", "0")
    people = [arrive(kind="member") for _ in range(PLAYERS)]
    for person in people:
        leagues.sign_up(person, leagues.LEAGUE)
    return people


def _name(person: Person) -> str:
    return person.page.locator(".account__name").inner_text()


def _others(people: list[Person], person: Person) -> list[Person]:
    return [other for other in people if other is not person]


def _opens(people: list[Person]) -> Person:
    """Return the player who begins; a player who can play nothing passes."""
    for _ in people:
        turn = person_with(people, "[value^=pass]")
        if plays(turn):
            return turn
        version = turn.version
        turn.press(turn.page.locator("[value^=pass]").first)
        turn.moves_on_from(version)
    raise AssertionError("no player can play a card")


def _told_of_correction(keeper: Person, reason: str) -> bool:
    """Return whether the history of the league's table has the correction with its reason."""
    return any(
        re.match(r"Match \d+ a result was corrected", line) and f"Reason: {reason}" in line
        for line in leagues.history(keeper)
    )


def _copies(picks: Picks) -> int:
    """Return the copies of a word's two cards in the deck; with many, the next table has them, too."""
    return sum(COPIES[text] for text in _pair(picks)) if len(_pair(picks)) == 2 else 0


def _pair(picks: Picks) -> frozenset[str]:
    """Return the two words of the offered compound."""
    offered = word(picks)
    return frozenset(
        text
        for one in LEXICON.words
        for other in LEXICON.words
        if one + other == offered
        for text in (one, other)
    )


def _doubted_in_vain(people: list[Person], author: Person, picks: Picks) -> None:
    """Play the word; another player doubts it, and all vote against it."""
    author.say(word(picks), [card(picks), pile(picks)])
    doubter = _others(people, author)[0]
    doubter.press(doubter.page.locator(".halt"))
    expect(author.page.locator(".court__word")).to_have_text(word(picks))
    vote(people, valid=False)


def _doubted_words(person: Person, said: str) -> None:
    """Open the page of the match's doubted words from the table, and wait for the word."""
    link = person.page.locator("a", has_text="Doubted words").get_attribute("href")
    assert link is not None
    person.goto(link)
    _reload_until(person, lambda: person.page.locator("h2", has_text=said).count() > 0)


def _reload_until(person: Person, holds) -> None:  # type: ignore[no-untyped-def]
    until = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < until, person.page.locator("main").inner_text()
        person.page.wait_for_timeout(200)
        person.page.reload()


def _to_the_end(people: list[Person], table: str) -> None:
    """Let all players pass until the round is over."""
    for person in people:
        person.page.goto(table)
    for _ in range(MOST_PASSES):
        if all(person.is_finished() for person in people):
            return
        waits = [person for person in people if person.offers]
        passing = next((p for p in waits if p.page.locator("[value^=pass]").count()), None)
        if passing is None:
            people[0].page.wait_for_timeout(100)
            continue
        version = passing.version
        passing.press(passing.page.locator("[value^=pass]").first)
        passing.moves_on_from(version)
    raise AssertionError("\n".join(people[0].log()))


def _has_evidence(person: Person) -> None:
    """Wait until the evidence is gathered."""
    _reload_until(person, lambda: person.page.locator("h3", has_text="How it is built").count() > 0)
    main = person.page.locator("main")
    for words in (
        "In the word list",
        "Similar compounds",
        "Everybody says so.",
        "Chat at the table",
    ):
        expect(main).to_contain_text(words)


def _way(person: Person, pair: frozenset[str]) -> Picks | None:
    """Return the picks by which this person can play one of the two words on the other now."""
    for picks in plays(person):
        if _pair(picks) == pair:
            return [card(picks), pile(picks)]
    return None


def _appeals_against_the_ruling(person: Person) -> None:
    button = person.page.get_by_role("button", name="Appeal", exact=True)
    _reload_until(person, lambda: button.count() > 0)
    expect(person.page).to_have_url(re.compile(r"/words/\d+/$"))
    person.page.get_by_label("What should the moderators know?").fill("Nobody I know says that.")
    person.press(button)
    expect(person.page.locator("main")).to_contain_text("Another moderator is reviewing it.")
