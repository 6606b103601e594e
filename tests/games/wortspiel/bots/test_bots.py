"""Bots find, lay, doubt and vote by what they know (RULES.md 12)."""

from __future__ import annotations

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Seat
from games.wortspiel import GAME
from games.wortspiel.actions import (
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    PlayCard,
    PointTo,
    Vote,
    WortspielAction,
)
from games.wortspiel.bots.bot import EASY, HARD, NORMAL
from games.wortspiel.bots.vocabulary import vocabulary
from games.wortspiel.word_forms import from_cards
from tests.games.wortspiel.scene import LEXICON, Scene
from tests.games.wortspiel.test_scenarios import NO_HANDS, doubted, photo_finish, raced

LEVELS = tuple(GAME.bots)


def answers(scene: Scene, seat: Seat, level: str, looks: int = 60) -> list[WortspielAction | None]:
    """Return the bot's answers to a situation, with this number of chances; each is legal."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    bot = GAME.bots[level]
    found = [bot(scene.rules, seen, SeededChance(f"look {look}".encode())) for look in range(looks)]
    assert all(one is None or scene.code(seat, one, 0) is None for one in found)
    return found


def test_12_1_better_levels_know_more_and_seats_know_other_words() -> None:
    """RULES.md 12.1."""
    sizes = [
        sum(map(len, vocabulary(LEXICON, habits, 1).values())) for habits in (EASY, NORMAL, HARD)
    ]
    assert sizes == sorted(sizes)
    assert 150 < sizes[0] < sizes[1] < sizes[2] <= 853
    assert vocabulary(LEXICON, EASY, 1) != vocabulary(LEXICON, EASY, 2)
    assert vocabulary(LEXICON, EASY, 1) is vocabulary(LEXICON, EASY, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_12_2_it_lays_what_it_knows_or_waits(level: str) -> None:
    """RULES.md 12.2."""
    scene = Scene("uhr-red", "auto-red haus-red", "luft-green", tops="bahn-red wasser-red",
                  colour="red")  # fmt: skip
    found = answers(scene, 1, level)
    laid = {one.word for one in found if isinstance(one, PlayCard)}
    assert "AUTOBAHN" in laid


@pytest.mark.parametrize("level", LEVELS)
def test_12_2_it_gives_up_only_when_nothing_that_it_knows_fits(level: str) -> None:
    """RULES.md 12.2."""
    scene = Scene("uhr-red", "auto-red", "luft-green", tops="bahn-red", colour="red")
    assert DeclareStuck(7) not in answers(scene, 1, level)
    hopeless = Scene("uhr-red", "antenne-red", "luft-green", tops="schuh-green", colour="green")
    found = answers(hopeless, 1, level)
    assert DeclareStuck(7) in found
    assert None in found


@pytest.mark.parametrize("level", LEVELS)
def test_12_3_it_doubts_nonsense_and_lets_a_common_word_pass(level: str) -> None:
    """RULES.md 12.3."""
    halts = {True: 0, False: 0}
    for card, word, nonsense in (("auto-red", "AUTOBAHN", False), ("auto-red", "BAHNSAUTO", True)):
        for dealer in range(3):
            scene = Scene("uhr-red", card, "luft-green", tops="bahn-red", colour="red",
                          dealer=dealer)  # fmt: skip
            scene.play(1, card, 0, word)
            halts[nonsense] += Doubt(7) in answers(scene, 2, level, looks=3)
    assert halts[True] >= 2
    assert halts[False] == 0


@pytest.mark.parametrize("level", LEVELS)
def test_12_3_it_votes_by_what_it_knows_and_for_its_own_word(level: str) -> None:
    """RULES.md 12.3."""
    scene = doubted().to_vote()
    assert set(answers(scene, 2, level, 5)) == {Vote(True, 7)}
    wrong = Scene("uhr-red", "auto-red eis-red", "luft-green", tops="bahn-red", colour="red")
    wrong.play(1, "auto-red", 0, "BAHNSAUTO").halt(2).to_vote()
    assert set(answers(wrong, 2, level, 5)) == {Vote(False, 7)}
    wrong.votes(False, False)
    assert set(answers(wrong, 1, level, 5)) == {Vote(True, 7)}


@pytest.mark.parametrize("level", LEVELS)
def test_it_says_who_was_first(level: str) -> None:
    scene = photo_finish()
    assert set(answers(scene, 2, level, 5)) == {Concede(7)}
    assert set(answers(scene, 1, level, 5)) == {None}
    assert set(answers(scene, 0, level, 5)) == {PointTo(1, 7)}


def test_the_hard_one_leaves_the_others_little() -> None:
    scene = Scene(*NO_HANDS, tops="bahn-red blume-red kopf-blue", rest="green", colour="red")
    scene.stuck(1, 2, 3)
    assert set(answers(scene, 0, "hard", 5)) == {ChooseColour("blue", scene.seq)}


def test_12_2_now_and_then_it_is_wrong() -> None:
    """RULES.md 12.2: it is not wrong more often where it would find no word."""
    scene = Scene("uhr-red", "antenne-red auto-red", "luft-green", tops="bahn-red", colour="red")
    laid = {one.word for one in answers(scene, 1, "easy", 600) if isinstance(one, PlayCard)}
    assert laid == {"AUTOBAHN", "ANTENNEBAHN"}
    assert from_cards("ANTENNEBAHN", "ANTENNE", "BAHN")
    hopeless = Scene("uhr-red", "antenne-red", "luft-green", tops="schuh-green", colour="green")
    assert not [one for one in answers(hopeless, 1, "easy", 300) if isinstance(one, PlayCard)]


def test_spectators_and_who_has_nothing_to_say_do_nothing() -> None:
    scene = raced()
    assert set(answers(scene, 0, "hard", 3)) == {None}


def test_12_2_a_bot_thinks_as_long_as_a_person() -> None:
    """RULES.md 12.2."""
    assert all(level.thinking_ms[0] >= 1_500 for level in GAME.meta.levels)
