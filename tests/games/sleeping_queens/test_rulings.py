"""Each ruling SQ-R1 to SQ-R23 has a test, under every revision (RULES.md names their clauses)."""

from __future__ import annotations

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    WakeQueen,
)
from games.sleeping_queens.cards import HAND, QUEENS
from games.sleeping_queens.state import Phase
from tests.games.contract.rounds import play_round
from tests.games.sleeping_queens.scene import Scene, rules_with

pytestmark = pytest.mark.usefixtures("every_revision")


def test_r1_only_the_owner_defends() -> None:
    """SQ-R1: a third seat's dragon does not help."""
    scene = Scene("knight", "", "dragon", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    assert scene.code(2, Defend("dragon")) == "not_your_turn"
    assert scene.offers(2) == ()


def test_r2_rose_by_a_jester_is_for_the_counted_seat() -> None:
    """SQ-R2: the counted seat chooses, not the active one."""
    scene = Scene("jester", "", asleep={0: "rose"}, draw="2").do(0, PlayJester())
    scene.do(1, WakeQueen(0))
    assert scene.board().awaited == (1,)
    assert scene.code(0, WakeQueen(1)) == "not_your_turn"


def test_r3_a_stolen_rose_brings_nobody() -> None:
    """SQ-R3: after the knight the turn is over."""
    scene = Scene("knight", "", awake=("", "rose")).do(0, PlayKnight(1, "rose"))
    scene.time_up("defense")
    assert scene.board().wake is None
    assert scene.state.active == 1


def test_r4_a_clash_in_the_bonus_gives_no_other_choice() -> None:
    """SQ-R4: the queen is put back, Rose stays, and there is no second try."""
    scene = Scene("king", "", awake=("cat",), asleep={0: "rose", 1: "dog"})
    scene.do(0, PlayKing(0)).do(0, WakeQueen(1))
    assert scene.owns(0) == {"cat", "rose"}
    assert scene.board().phase == "turn"
    assert scene.state.active == 1


def test_r5_special_cards_are_not_thrown_away() -> None:
    """SQ-R5: dragons and wands stay, too, while a number can be laid down."""
    scene = Scene("dragon wand 4", "")
    for card in ("dragon", "wand", "4"):
        assert scene.code(0, DiscardAny(card)) == "has_playable_card"


def test_r23_the_table_says_the_sum_unless_players_do() -> None:
    """SQ-R23: all players read the sum, even if another player says it."""
    by_table = Scene("2 3 5", "").do(0, DiscardNumbers((2, 3, 5)))
    by_player = Scene("2 3 5", "", say_sum="on").do(0, DiscardNumbers((2, 3, 5), 5))
    for scene in (by_table, by_player):
        said = scene.last("numbers_discarded")
        assert (said.data["equation"], said.visible_to(None)) == ("2+3=5", True)
    assert Scene("2 3 5", "").code(0, DiscardNumbers((2, 3, 5), 5)) == "invalid_params"


@pytest.mark.parametrize("cards", [(1, 2, 3, 4), (3, 3, 3), (2, 3, 6), (2, 6, 3, 1)])
def test_r6_one_result_only(cards: tuple[int, ...]) -> None:
    """SQ-R6: two sums, sets and products are refused."""
    scene = Scene(" ".join(map(str, cards)), "")
    legal = 2 * max(cards) == sum(cards)
    assert scene.code(0, DiscardNumbers(cards)) == (None if legal else "not_a_valid_set")


def test_r7_a_king_on_a_clash_is_accepted_like_any_other() -> None:
    """SQ-R7: this holds even if all saw the Dog Queen fall asleep there."""
    scene = Scene("king king", "", awake=("cat",), asleep={2: "dog"}).do(0, PlayKing(2))
    scene.do(1, scene.offers(1)[-1])
    if scene.board().phase == "defense":
        scene.time_up("defense")
    assert scene.state.active == 0
    kings = [offer for offer in scene.offers(0) if isinstance(offer, PlayKing)]
    assert kings == [PlayKing(slot) for slot, asleep in enumerate(scene.board().slots) if asleep]
    assert scene.code(0, PlayKing(2)) is None
    scene.do(0, PlayKing(2))
    assert scene.sleeper(2) == "dog"


def test_r8_the_counted_seat_may_decline() -> None:
    """SQ-R8: the leaflet says may."""
    scene = Scene("jester", "", draw="2").do(0, PlayJester())
    assert DeclineWake() in scene.offers(1)


def test_r9_a_knight_with_a_clash_only_cannot_be_played() -> None:
    """SQ-R9: if a knight's only target clashes, it is not playable, so any card may go."""
    scene = Scene("knight dragon dragon wand wand", "", awake=("cat", "dog"))
    assert scene.code(0, PlayKnight(1, "dog")) == "cat_dog_conflict"
    assert scene.code(0, DiscardAny("knight")) is None


@pytest.mark.parametrize(("own", "theirs"), [("cat", "dog"), ("dog", "cat")])
def test_3_5_a_potion_is_for_a_clashing_queen_as_well(own: str, theirs: str) -> None:
    """RULES.md 3.5, 3.8: no seat gains her by a potion, so only a knight cannot ride for her."""
    scene = Scene("potion knight dragon wand wand", "", awake=(own, theirs), asleep={7: "-"})
    assert [offer for offer in scene.offers(0) if isinstance(offer, PlayPotion | PlayKnight)] == [
        PlayPotion(1, theirs, slot) for slot, here in enumerate(scene.board().slots) if not here
    ]
    assert scene.code(0, PlayPotion(1, theirs, 7)) is None
    assert scene.code(0, PlayPotion(1, theirs)) is None
    assert scene.code(0, DiscardAny("wand")) == "has_playable_card"
    scene.do(0, PlayPotion(1, theirs, 7)).time_up("defense")
    assert (scene.owns(0), scene.owns(1), scene.sleeper(7)) == ({own}, set(), theirs)


DRAWN = {1: [(0, "king"), (1, "7")], 2: [(1, "king"), (0, "7")]}


def test_r10_who_refills_first(every_revision: int) -> None:
    """SQ-R10: in revision 1 attacker, then victim; in revision 2 victim, then attacker."""
    scene = Scene("potion", "wand", awake=("", "heart"), asleep={0: "-"}, draw="king 7")
    scene.do(0, PlayPotion(1, "heart", 0)).do(1, Defend("wand"))
    drew = [(event.audience, event.data["cards"]) for event in scene.told if event.kind == "drew"]
    assert drew == [((seat,), [card]) for seat, card in DRAWN[every_revision]]
    assert scene.state.active == 1


def test_r10_the_draw_pile_runs_out_between_them(every_revision: int) -> None:
    """SQ-R10, RULES.md 2.4: the seat that draws second draws from the shuffled discard pile."""
    scene = Scene("knight", "dragon", awake=("", "heart"), draw="king", draw_only=True)
    lying = scene.board().discard
    scene.do(0, PlayKnight(1, "heart")).do(1, Defend("dragon"))
    first, second = (seat for seat, _ in DRAWN[every_revision])
    assert scene.kinds() == ["defended", "refilled", "drew", "reshuffled", "refilled", "drew"]
    refilled = [event.data["seat"] for event in scene.told if event.kind == "refilled"]
    assert refilled == [first, second]
    assert "king" in scene.hand(first)
    assert scene.last("reshuffled").data == {"count": lying + 2}


def test_r11_the_attacker_names_the_slot() -> None:
    """SQ-R11: any empty slot; the lowest one if none is named."""
    scene = Scene("potion", "", awake=("moon", "heart cake"), asleep={4: "-", 8: "-", 9: "-"})
    offered = {offer.slot for offer in scene.offers(0) if isinstance(offer, PlayPotion)}
    assert offered == {4, 8, 9}
    scene.do(0, PlayPotion(1, "heart"))
    attack = scene.board().attack
    assert attack is not None
    assert attack.slot == 4


def test_r12_the_log_forgets_the_slot() -> None:
    """SQ-R12: the moment names it, the log and the board do not."""
    scene = Scene("potion", "", awake=("", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    logged = scene.last("queen_slept").logged()
    assert logged is not None
    assert logged.data == {"attacker": 0, "victim": 1, "queen": "heart"}
    scene = Scene("king", "", awake=("cat",), asleep={6: "dog"}).do(0, PlayKing(6))
    logged = scene.last("queen_put_back").logged()
    assert logged is not None
    assert logged.data == {"seat": 0, "queen": "dog", "because": "cat"}


def test_r13_equal_points_share() -> None:
    """SQ-R13: 35 points with two queens are as good as 35 with three."""
    scene = Scene(
        "king", "", "", "", "",
        awake=("heart", "cat moon peacock", "dog ladybug sunflower", "rose cake rainbow", "starfish"),
        asleep={0: "pancake"},
    )  # fmt: skip
    scene.do(0, PlayKing(0))
    assert scene.ended == ("all_awake", (0, 1, 2))
    outcome = GAME.outcome(scene.rules, scene.state)
    assert outcome is not None
    assert outcome.places == (1, 1, 1, 4, 5)


def test_r14_one_gain_at_a_time(every_revision: int) -> None:
    """SQ-R14: no move gives queens to two seats."""
    played = play_round(GAME, 5, 77, revision=every_revision)
    for move in played.taken:
        gained = {
            seat
            for seat in range(5)
            if len(move.after.state.awake[seat]) > len(move.before.state.awake[seat])
        }
        assert len(gained) <= 1


def test_r15_no_refill_after_a_special_card() -> None:
    """SQ-R15: one jester less, one card more: five."""
    scene = Scene("jester", "", draw="dragon").do(0, PlayJester())
    assert len(scene.hand(0)) == HAND
    assert scene.kinds() == ["jester_played", "jester_revealed"]


def test_r16_a_jester_with_an_empty_draw_pile() -> None:
    """SQ-R16: the discard pile with this jester is shuffled first."""
    scene = Scene("jester", "", draw_only=True)
    lying = scene.board().discard
    scene.do(0, PlayJester())
    assert scene.last("reshuffled").data == {"count": lying + 1}
    assert scene.kinds()[:3] == ["jester_played", "reshuffled", "jester_revealed"]


def test_r17_the_number_turned_up_is_discarded() -> None:
    """SQ-R17: the number is on top of the jester."""
    scene = Scene("jester", "", draw="9").do(0, PlayJester())
    assert scene.board().discard_top == "9"
    assert scene.board().discard == 2


def test_r18_queens_are_never_shuffled_again(every_revision: int) -> None:
    """SQ-R18: sleeping queens keep their slots in a whole round."""
    for seed in range(6):
        for move in play_round(GAME, 3, seed, revision=every_revision).taken:
            before, after = move.before.state.slots, move.after.state.slots
            changed = [slot for slot in range(12) if before[slot] != after[slot]]
            assert len(changed) <= 1


def test_r19_there_is_always_something_to_do() -> None:
    """SQ-R19: this holds for the least playable hand, too."""
    scene = Scene("dragon dragon dragon wand wand", "")
    assert set(scene.offers(0)) == {DiscardAny("dragon"), DiscardAny("wand")}


def test_r20_a_victim_has_a_full_hand(every_revision: int) -> None:
    """SQ-R20: outside its own turn a seat has five cards."""
    for seed in range(6):
        for position in play_round(GAME, 4, seed, revision=every_revision).positions:
            state = position.state
            for seat, hand in enumerate(state.hands):
                if seat != state.active:
                    assert len(hand) == HAND


def test_r21_the_queen_is_named_before_the_answer() -> None:
    """SQ-R21: all see the attacked seat, the attacker and the card."""
    scene = Scene("potion", "", awake=("", "heart moon"), asleep={7: "-", 8: "-"})
    scene.do(0, PlayPotion(1, "moon", 8))
    attack = scene.board().attack
    assert attack is not None
    assert (attack.kind, attack.attacker, attack.victim) == ("potion", 0, 1)
    assert (attack.queen, attack.slot) == ("moon", 8)
    assert scene.last("attack").audience is None


def test_r22_a_potion_wins_nothing() -> None:
    """SQ-R22: no seat gains a queen, and the end is not checked."""
    scene = Scene("potion", "", awake=("cake rainbow starfish moon", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    assert scene.ended is None


def test_the_deal_goes_one_seat_to_the_left() -> None:
    """RULES.md 2.2: the seat that began deals next; the first dealer is drawn."""
    rules, chance = rules_with(), SeededChance(b"deal")
    for began in range(4):
        step = GAME.deal(rules, 4, Start(number=2, at_ms=0, began=began), chance)
        assert step.state.dealer == began
        assert step.state.active == (began + 1) % 4
        (dealt,) = step.events
        assert dealt.data == {"dealer": began, "first": (began + 1) % 4}
    dealers = {
        GAME.deal(rules, 4, Start(number=1, at_ms=0), SeededChance(bytes([seed]))).state.dealer
        for seed in range(40)
    }
    assert dealers == {0, 1, 2, 3}


def test_a_held_answer_may_become_a_defence() -> None:
    """RULES.md 5.5."""
    scene = Scene("knight", "dragon", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    scene.do(1, LetHappen())
    assert scene.code(1, LetHappen()) == "not_allowed"
    scene.do(1, Defend("dragon"))
    assert scene.owns(1) == {"heart"}
    assert scene.state.active == 1


def test_winning_by_points_and_by_a_knight() -> None:
    """RULES.md 6.1, 6.2: points count, too, and a stolen queen counts like a woken one."""
    scene = Scene("knight", "", awake=("heart cat", "pancake")).do(0, PlayKnight(1, "pancake"))
    scene.time_up("defense")
    assert scene.ended == ("points", (0,))
    assert len(scene.hand(0)) == 4


@pytest.mark.parametrize(
    ("seats", "queens", "points"), [(2, 5, 50), (3, 5, 50), (4, 4, 40), (5, 4, 40)]
)
def test_goals(seats: int, queens: int, points: int) -> None:
    """RULES.md 6.1."""
    board = Scene(*[""] * seats).board()
    assert (board.goal_queens, board.goal_points) == (queens, points)
    small = ["rose", "cake", "rainbow", "starfish", "moon"][: queens - 1]
    last = next(queen for queen in QUEENS if queen not in (*small, "cat", "dog", "heart"))
    scene = Scene("king", *[""] * (seats - 1), awake=(" ".join(small),), asleep={0: last})
    scene.do(0, PlayKing(0))
    assert scene.ended == ("queens", (0,))


def test_one_thing_in_a_turn(every_revision: int) -> None:
    """RULES.md 3.1: a seat does one thing of 3.2 to 3.7; only after a jester it may go on."""
    kinds: set[type] = set()
    for seed in range(8):
        for move in play_round(GAME, 2, seed, revision=every_revision).taken:
            if move.before.state.phase is not Phase.TURN or move.seat is None:
                continue
            kinds.add(type(move.action))
            again = (move.after.state.phase, move.after.state.active) == (Phase.TURN, move.seat)
            assert not again or isinstance(move.action, PlayJester)
    assert kinds == {PlayKing, PlayJester, PlayKnight, PlayPotion, DiscardNumbers, DiscardAny}
