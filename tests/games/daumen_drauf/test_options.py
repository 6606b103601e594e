"""Each option of the rules version, and the aim of the match (RULES.md 2.3, 5.6, 6.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.daumen_drauf import GAME
from games.kernel.chance import SeededChance
from games.kernel.contract import InformationState, OptionValue, Outcome, Start, Target
from games.kernel.series import places
from tests.games.contract.rounds import play_round
from tests.games.daumen_drauf.scene import Scene, cards, name, rules_with


def rounds(*scores: tuple[int, ...]) -> list[Outcome]:
    return [Outcome(scores=one, places=places(one), began=0, reason="none_left") for one in scores]


def leader(seed: int, said: tuple[bool | None, ...], first_player: str) -> int:
    rules = rules_with(first_player=first_player)
    start = Start(number=1, at_ms=0, declared={"youngest": said})
    return GAME.deal(rules, len(said), start, SeededChance(bytes([seed]))).state.active


def test_the_youngest_begins_where_that_is_asked() -> None:
    """RULES.md 2.3."""
    asked = "youngest_declared"
    assert {leader(seed, (None, True, None), asked) for seed in range(20)} == {1}
    assert {leader(seed, (True, None, True), asked) for seed in range(20)} == {0, 2}
    assert {leader(seed, (None, None, None), asked) for seed in range(30)} == {0, 1, 2}
    assert {leader(seed, (None, True, None), "random") for seed in range(30)} == {0, 1, 2}


def test_later_rounds_ask_nobody() -> None:
    rules = rules_with(first_player="youngest_declared")
    start = Start(number=2, at_ms=0, began=2, declared={"youngest": (None, True, None)})
    assert GAME.deal(rules, 3, start, SeededChance(b"x")).state.active == 0


def test_open_piles() -> None:
    """RULES.md 6.4: taken cards are open and sorted, and the log keeps whole tricks."""
    hands = ("Y3+ G1+", "Y1+ Y4-", "B1+ B2+")
    scene = Scene(*hands, open_piles=True).offer(0, "Y3+").raise_(1, "Y4-").pass_(2, 0)
    (trick,) = (event for event in scene.told if event.kind == "trick_taken")
    assert trick.logged() is trick
    assert trick.data["cards"] == [name("Y3+"), name("Y4-")]
    scene.look()
    for viewer in (0, 1, 2, None):
        taken = [place.taken for place in scene.board(viewer).places]
        assert taken == [(), (name("Y3+"), name("Y4-")), ()]


def test_open_piles_need_no_memory() -> None:
    """A sample without any events has the piles as they are."""
    scene = Scene("Y3+ G1+", "Y1+ Y4-", "B1+ B2+", open_piles=True).offer(0, "Y3+")
    scene.raise_(1, "Y4-").pass_(2, 0).look()
    state = GAME.sample_state(
        scene.rules, InformationState(observation=scene.board(0)), SeededChance(b"x")
    )
    assert set(state.piles[1]) == set(cards("Y3+ Y4-"))


@pytest.mark.parametrize(
    ("scores", "shared", "last_partie"),
    [
        (((3, 1), (1, 3)), (1, 1), (2, 1)),
        (((1, 3), (3, 1)), (1, 1), (1, 2)),
        (((2, 2), (-1, -1)), (1, 1), (1, 1)),
        (((3, 1, -4), (1, 3, -4)), (1, 1, 3), (2, 1, 3)),
        (((5, 0), (-1, 3)), (1, 2), (1, 2)),
    ],
)
def test_equal_totals(
    scores: tuple[tuple[int, ...], ...], shared: tuple[int, ...], last_partie: tuple[int, ...]
) -> None:
    """RULES.md 5.6."""
    target, played = Target(rounds=2), rounds(*scores)
    assert GAME.standing(rules_with(), target, played).places == shared
    by_last = GAME.standing(rules_with(tiebreak="last_partie"), target, played)
    assert by_last.places == last_partie
    assert by_last == replace(GAME.standing(rules_with(), target, played), places=last_partie)


def test_as_many_rounds_as_the_sheet_says() -> None:
    """RULES.md 5.5: three rounds, unless the table agrees on five or one."""
    assert [target.rounds for target in GAME.meta.targets] == [3, 5, 1]


@pytest.mark.parametrize("target", [1, 3, 5])
def test_a_match_is_so_many_rounds(target: int) -> None:
    """RULES.md 5.5: totals may be negative."""
    played = rounds(*[(-2, 1, -1)] * target)
    for number in range(1, target + 1):
        standing = GAME.standing(rules_with(), Target(rounds=target), played[:number])
        assert standing.totals == (-2 * number, number, -number)
        assert standing.places == (3, 1, 2)
        assert standing.decided == (number == target)


@pytest.mark.parametrize("seats", range(2, 8))
def test_all_options_together_give_rounds_that_end(seats: int) -> None:
    everything: dict[str, OptionValue] = {
        option.name: option.choices[-1] for option in GAME.meta.options
    }
    for seed in range(3):
        played = play_round(GAME, seats, seed, everything)
        assert GAME.outcome(played.rules, played.last.state) is not None
