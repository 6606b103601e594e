"""Facts that RULES.md decides beyond the scenarios, clause by clause."""

from __future__ import annotations

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Standing, Start, Target
from games.wortspiel import GAME
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    Vote,
)
from games.wortspiel.state import majority
from tests.games.wortspiel.record import Goal, Table
from tests.games.wortspiel.scene import Scene, rules_with
from tests.games.wortspiel.test_scenarios import (
    NO_HANDS,
    after,
    doubted,
    last_card,
    opening,
    overtaken,
    photo_finish,
    raced,
)


def test_2_4_the_dealer_moves_left() -> None:
    """RULES.md 2.4."""
    for began in range(4):
        start = Start(number=2, at_ms=0, began=began)
        state = GAME.deal(rules_with(), 4, start, SeededChance(b"deal")).state
        assert state.dealer == state.active == (began + 1) % 4


def test_2_3_the_chips_lie_in_the_middle() -> None:
    """RULES.md 1.2, 2.3: there are sixteen; a seat with one has a minus point."""
    state = GAME.deal(rules_with(), 4, Start(number=1, at_ms=0), SeededChance(b"deal")).state
    assert GAME.observe(rules_with(), state, None).chips == 16
    scene = raced().chips(2, 0, 1, 0)
    assert scene.board().chips == 13
    closed = GAME.outcome(scene.rules, GAME.close(scene.rules, scene.state).state)
    assert closed is not None
    assert closed.scores == (4, 2, 3, 2)


def test_3_3_three_draws_then_the_round_ends() -> None:
    """RULES.md 3.3."""
    scene = opening()
    for number in (1, 2, 3):
        scene.pass_(0, 1, 2, 3)
        assert scene.last("opening_drawn").data["round"] == number
        assert scene.counts() == [2 + number] * 4
    scene.pass_(0, 1, 2, 3)
    assert scene.outcome.reason == "deadlock"
    assert scene.outcome.scores == (5, 5, 5, 5)


def test_3_3_an_empty_stock_ends_it_too() -> None:
    """RULES.md 3.3."""
    assert opening(stock=0).pass_(0, 1, 2, 3).outcome.reason == "deadlock"


def test_3_5_the_same_word_on_itself_may_be_laid() -> None:
    """RULES.md 3.5."""
    scene = Scene("uhr-red", "auto-red", "luft-green", tops="auto-yellow", colour="yellow")
    assert scene.playing(1, "auto-red", 0, "AUTOAUTO") is None
    assert scene.playing(1, "auto-red", 0, "AUTO") == "word_not_from_cards"


def test_3_2_a_card_for_a_situation_to_come_is_refused() -> None:
    """RULES.md 3.2."""
    scene = raced()
    assert scene.code(1, PlayCard("auto-red", 0, "AUTOBAHN", 8)) == "invalid_params"
    assert scene.code(1, PlayCard("auto-red", 0, "AUTOBAHN", 6)) == "too_late"
    assert scene.code(1, PlayCard("auto-red", 12, "AUTOBAHN", 7)) == "invalid_target"
    assert scene.code(1, PlayCard("auto-red", -1, "AUTOBAHN", 7)) == "invalid_target"


# --- 4 the photo finish --------------------------------------------------------------------------


def test_4_1_three_contenders() -> None:
    """RULES.md 4.1."""
    scene = photo_finish().do(3, PlayCard("kind-red", 1, "KINDERSPIEL", 7), 30)
    assert scene.kinds() == ["contender"]
    assert [one.seat for one in scene.board().photo] == [1, 2, 3]
    assert scene.counts() == [2, 1, 1, 1]


def test_4_1_one_card_for_each_seat_and_none_from_the_pause() -> None:
    """RULES.md 4.1."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    assert scene.code(1, PlayCard("eis-blue", 1, "EISSPIEL", 7), 90) == "not_allowed"
    assert scene.code(0, PlayCard("haus-red", 1, "SPIELHAUS", 7), 90) == "in_pause"


def test_4_1_a_contender_lays_on_what_lay_there_for_the_first() -> None:
    """RULES.md 4.1."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    on_bahn = PlayCard("kind-yellow", 0, "KINDERBAHN", 7)
    on_auto = PlayCard("kind-yellow", 0, "KINDERAUTO", 7)
    assert scene.code(2, on_auto, 90) == "word_not_from_cards"
    scene.do(2, on_bahn, 90)
    scene.do(1, Concede(7))
    assert scene.last("laid").data["base"] == "bahn-red"
    assert (scene.top(0), scene.state.pause, scene.demanded) == ("kind-yellow", 2, "yellow")
    assert scene.hand(1) == {"auto-red", "eis-blue"}


def test_4_3_the_ten_seconds_begin_with_the_second_card() -> None:
    """RULES.md 4.1, 4.3: another contender does not extend the time."""
    scene = photo_finish()
    (photo,) = (one for one in scene.deadlines() if one.kind == "photo")
    assert photo.since_ms == scene.at_ms
    scene.do(3, PlayCard("kind-red", 1, "KINDERSPIEL", 7), 30)
    assert [one.seat for one in scene.board().photo] == [1, 2, 3]
    assert photo in scene.deadlines()


def test_4_2_the_order_at_the_server() -> None:
    """RULES.md 4.2."""
    scene = raced(photo_finish="server_order").play(1, "auto-red", 0, "AUTOBAHN")
    assert scene.code(2, PlayCard("kind-yellow", 1, "KINDERSPIEL", 7), 1) == "too_late"


@pytest.mark.parametrize("window", [75, 150, 300, 600])
def test_4_1_how_long_the_moment_is(window: int) -> None:
    """RULES.md 4.1."""
    scene = raced(photo_finish_ms=window).play(1, "auto-red", 0, "AUTOBAHN")
    late = PlayCard("kind-yellow", 1, "KINDERSPIEL", 7)
    assert scene.code(2, late, window - 1) is None
    assert scene.code(2, late, window) == "too_late"


def test_4_4_all_others_point_to_one() -> None:
    """RULES.md 4.4."""
    scene = photo_finish().do(0, PointTo(2, 7)).do(3, PointTo(2, 7))
    assert scene.phase == "photo_finish"  # a contender may still object
    scene.time_up()
    assert scene.last("photo_settled").data["seat"] == 2
    assert (scene.phase, scene.state.pause, scene.demanded) == ("race", 2, "yellow")
    assert scene.word == 8  # a number of its own
    assert scene.code(3, Doubt(7)) == "window_closed"
    assert scene.code(3, Doubt(8)) is None


def test_4_4_a_contender_objects() -> None:
    """RULES.md 4.4."""
    scene = photo_finish().do(0, PointTo(1, 7)).do(3, PointTo(1, 7)).do(2, ObjectTo(7)).time_up()
    assert scene.last("photo_settled").data["seat"] is None


def test_4_4_the_others_disagree() -> None:
    """RULES.md 4.4."""
    scene = photo_finish().do(0, PointTo(1, 7)).do(3, PointTo(2, 7)).time_up()
    assert scene.last("photo_settled").data["seat"] is None


def test_4_3_settled_when_all_have_spoken() -> None:
    """RULES.md 4.3."""
    scene = photo_finish().do(0, PointTo(1, 7)).do(3, PointTo(1, 7)).do(1, ObjectTo(7))
    assert scene.phase == "photo_finish"
    scene.do(2, ObjectTo(7))
    assert scene.last("photo_settled").data["seat"] is None


def test_4_3_who_may_say_what() -> None:
    """RULES.md 4.3."""
    scene = photo_finish()
    assert scene.code(0, Concede(7)) == scene.code(0, ObjectTo(7)) == "not_allowed"
    assert scene.code(1, PointTo(1, 7)) == "not_allowed"
    assert scene.code(0, PointTo(3, 7)) == "invalid_target"
    assert scene.code(0, PointTo(1, 6)) == "too_late"
    scene.do(0, PointTo(1, 7))
    assert scene.code(0, PointTo(1, 7)) == "not_allowed"
    assert scene.code(0, PointTo(2, 7)) is None
    assert scene.playing(3, "kind-red", 1, "KINDERSPIEL") == "wrong_phase"


def test_4_5_a_card_for_the_next_situation_is_taken_back() -> None:
    """RULES.md 4.5."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    scene.play(3, "kind-red", 1, "KINDERSPIEL", after_ms=60)
    scene.do(2, PlayCard("kind-yellow", 1, "KINDERSPIEL", 7), 50)
    assert scene.kinds() == ["taken_back", "contender", "photo_finish"]
    assert scene.hand(3) == {"kind-red", "wasser-red"}
    assert [one.seat for one in scene.board().photo] == [1, 2]


def test_4_5_a_halt_in_the_moment_waits() -> None:
    """RULES.md 4.5."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN").halt(3, after_ms=50)
    assert scene.phase == "doubt_talk"
    scene.do(2, PlayCard("kind-yellow", 1, "KINDERSPIEL", 7), 50)
    assert scene.phase == "photo_finish"
    assert scene.board().doubters == (3,)
    scene.do(2, Concede(7))
    assert (scene.phase, scene.word, scene.state.doubters) == ("doubt_talk", 7, (3,))


def test_4_5_a_halt_on_what_has_not_stayed_is_forgotten() -> None:
    """RULES.md 4.5."""
    scene = photo_finish().halt(3, after_ms=20).do(1, Concede(7))
    assert (scene.phase, scene.state.doubters, scene.state.pause) == ("race", (), 2)


def test_4_5_a_halt_is_forgotten_when_no_card_has_stayed() -> None:
    """RULES.md 4.5: no seat is named as doubter of a word that was taken back."""
    scene = photo_finish().halt(3, after_ms=20)
    assert scene.board().doubters == (3,)
    scene.time_up("photo")
    assert scene.last("photo_settled").data["seat"] is None
    assert scene.phase == "colour_choice"
    assert [scene.board(viewer).doubters for viewer in (None, *range(4))] == [()] * 5


def test_5_1_a_doubter_is_named_only_while_there_is_a_doubt() -> None:
    """RULES.md 4.5, 5.1: the rounds are full of photo finishes with a Halt! in their moment."""
    goal = Goal("doubters", "", 4, (), late=70, whim=30, tardy=20)
    halts = 0
    for seed in range(4):
        table = Table(goal, seed)
        while table.state.ending is None and len(table.moves) < 200:
            table.play(len(table.moves) + 1)
            at_ms = table.at_ms + 1
            if table.state.phase == "photo_finish":
                halt = Doubt(table.state.word.seq)
                seat = next((s for s in range(4) if _allows(table, s, halt, at_ms)), None)
                if seat is not None:
                    table.do(seat, halt, at_ms)
                    halts += 1
            stands = table.state.phase in ("photo_finish", "doubt_talk", "doubt_vote")
            assert stands or not table.state.doubters, table.moves[-1]
    assert halts > 10


def _allows(table: Table, seat: int, halt: Doubt, at_ms: int) -> bool:
    return GAME.why_not(table.rules, table.state, seat, halt, at_ms) is None


def test_4_5_no_halt_on_contenders_after_the_moment() -> None:
    """RULES.md 4.5."""
    assert photo_finish().code(3, Doubt(7)) == "wrong_phase"


def test_4_4_two_last_cards() -> None:
    """RULES.md 4.4, SW-R25: they are settled like any others."""
    scene = Scene("haus-red", "auto-red", "kind-yellow", tops="bahn-red spiel-red", colour="red")
    scene.play(1, "auto-red", 0, "AUTOBAHN").late(2, "kind-yellow", 1, "KINDERSPIEL")
    assert scene.phase == "photo_finish"
    scene.do(1, Concede(7))
    assert (scene.phase, scene.word) == ("final_window", 8)
    assert scene.accept(0, 1).outcome.scores == (1, 1, 0)


def test_6_2_the_colour_stays_where_there_is_no_other() -> None:
    """RULES.md 6.2."""
    hands = ("haus-red", "auto-red land-red", "kind-red see-red")
    scene = Scene(*hands, tops="bahn-red", rest="red", colour="red")
    scene.play(1, "auto-red", 0, "AUTOBAHN").late(2, "kind-red", 0, "KINDERBAHN").time_up()
    assert scene.kinds()[-1] == "colour_stays"
    assert (scene.phase, scene.demanded, scene.state.pause) == ("race", "red", 0)


# --- 5 doubts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grace", "late"), [(0, 801), (1_000, 1_000), (2_000, 2_000)])
def test_5_2_the_grace(grace: int, late: int) -> None:
    """RULES.md 5.2."""
    scene = raced(halt_grace_ms=grace).play(1, "auto-red", 0, "AUTOBAHN")
    scene.play(3, "kind-red", 1, "KINDERSPIEL", after_ms=800)
    assert scene.code(2, Doubt(7), late - 800) == "window_closed"
    assert (scene.code(2, Doubt(7), late - 801) is None) == (grace > 0)


def test_5_2_no_doubt_once_a_colour_was_named() -> None:
    """RULES.md 5.2."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN").stuck(0, 2, 3)
    assert scene.code(2, Doubt(7)) is None
    scene.colour(1, "green")
    assert scene.code(2, Doubt(7)) == "window_closed"


def test_5_6_a_doubt_before_the_colour_leads_back_to_it() -> None:
    """RULES.md 5.6. The colour had not been named yet."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN").stuck(0, 2, 3).halt(2)
    scene.to_vote().votes(True, True, True, True)
    assert (scene.phase, scene.state.pause, scene.board().why) == ("colour_choice", 1, "stuck")
    assert scene.board().tried == ("red",)


def test_5_3_two_later_cards_go_back_and_tried_colours_come_back() -> None:
    """RULES.md 5.3."""
    scene = Scene(
        "haus-red land-red", "auto-red eis-blue", "kind-yellow haus-green", "kind-red wasser-red",
        tops="bahn-red spiel-red schiff-green", rest="green blue", colour="blue",
    )  # fmt: skip
    scene.stuck(1, 2, 3).colour(0, "red")
    assert scene.state.tried == (1,)
    scene.play(1, "auto-red", 0, "AUTOBAHN")
    assert not scene.state.tried
    scene.play(3, "kind-red", 1, "KINDERSPIEL", 300).play(2, "haus-green", 0, "AUTOHAUS", 300)
    scene.halt(0, scene.word - 2, 300)
    assert [event.data["seat"] for event in scene.told if event.kind == "taken_back"] == [2, 3]
    assert scene.counts() == [2, 2, 3, 3]
    scene.to_vote().votes(False, False, False, True)
    assert scene.state.tried == (1,)
    assert set(scene.board().choices) == {"blue", "green"}


def test_5_1_the_seat_in_pause_may_doubt() -> None:
    """RULES.md 5.1."""
    scene = overtaken()
    assert scene.code(1, Doubt(8), 10) is None


def test_5_3_older_words_stand() -> None:
    """RULES.md 5.3: this also holds for the stored state during the talk."""
    scene = overtaken().halt(2, 8, 100)
    assert scene.state.settled == 7
    assert scene.code(0, Doubt(7), 100) == "window_closed"


def test_5_4_who_presses_halt_in_the_talk_has_joined() -> None:
    """RULES.md 5.4."""
    scene = doubted().halt(3)
    assert scene.kinds() == ["joined"]
    assert scene.state.doubters == (2, 3)
    assert scene.code(3, Doubt(7)) == scene.code(3, JoinDoubt(7)) == "not_allowed"
    assert scene.code(0, JoinDoubt(6)) == "too_late"
    scene.do(0, Ready(7))
    assert scene.code(0, Ready(7)) == "not_allowed"
    scene.time_up()
    assert scene.phase == "doubt_vote"
    assert scene.code(0, JoinDoubt(7)) == scene.code(0, Doubt(7)) == "window_closed"
    assert scene.code(0, Ready(7)) == "window_closed"


@pytest.mark.parametrize(("seats", "needed"), [(3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5)])
def test_5_5_more_than_half_of_all(seats: int, needed: int) -> None:
    """RULES.md 5.5."""
    assert majority(seats) == needed


def test_5_5_all_vote_unless_the_vote_is_closed_early() -> None:
    """RULES.md 5.5."""
    scene = doubted().to_vote().votes(True, True)
    assert scene.phase == "doubt_vote"
    early = raced(early_close=True).play(1, "auto-red", 0, "AUTOBAHN").halt(2).to_vote()
    early.votes(True, True)
    assert early.last("doubt_over").data["votes"] == [[2, True], [3, True]]
    against = raced(early_close=True).play(1, "auto-red", 0, "AUTOBAHN").halt(2).to_vote()
    against.votes(False, False, False)
    assert against.last("doubt_over").data["stands"] is False


@pytest.mark.parametrize(
    ("word", "stands"), [("AUTOBAHN", True), ("AUTOBAHNEN", True), ("BAHNAUTO", False)]
)
def test_5_8_the_word_list_judges(word: str, stands: bool) -> None:
    """RULES.md 5.8."""
    scene = raced(judge="lexicon").play(1, "auto-red", 0, word).halt(2)
    assert scene.board().dispute is not None
    scene.to_vote()
    over = scene.last("doubt_over").data
    assert (over["stands"], over["by"], over["votes"]) == (stands, "lexicon", [])
    assert scene.state.chips == ((0, 0, 1, 0) if stands else (0, 1, 0, 0))


# --- 6, 7 colours and the end --------------------------------------------------------------------


def test_6_3_i_cannot_and_i_can() -> None:
    """RULES.md 6.3."""
    scene = raced().stuck(1)
    assert scene.code(1, DeclareStuck(7)) == "not_allowed"
    assert scene.code(0, DeclareStuck(7)) == "in_pause"
    assert scene.code(2, RetractStuck(7)) == "not_allowed"
    assert scene.playing(1, "auto-red", 0, "AUTOBAHN") is None
    scene.do(1, RetractStuck(7))
    assert scene.state.stuck == ()
    scene.stuck(2, 3)
    assert scene.phase == "race"  # the server does not say it for seat 1


def test_6_4_when_all_visible_colours_have_failed_nobody_draws() -> None:
    """RULES.md 6.4."""
    scene = Scene(*NO_HANDS, tops="bahn-red", rest="red", colour="red").stuck(1, 2, 3)
    assert scene.counts() == [1, 1, 1, 1]
    assert scene.outcome.reason == "deadlock"


def test_7_1_the_last_card_after_the_vote_and_after_time() -> None:
    """RULES.md 7.1."""
    scene = last_card().halt(2).to_vote().votes(True, True, True, True)
    assert scene.outcome.reason == "out"
    assert scene.outcome.scores == (2, 0, 3, 2)
    assert last_card().time_up().outcome.scores == (2, 0, 2, 2)


def test_7_1_a_halt_on_the_word_before_the_last_card() -> None:
    """RULES.md 7.1."""
    scene = raced().play(1, "auto-red", 0, "AUTOBAHN")
    scene.play(3, "kind-red", 1, "KINDERSPIEL", 400)
    scene.stuck(1)
    one_left = Scene("haus-red", "auto-red land-red", "kind-red", tops="bahn-red spiel-red",
                     colour="red")  # fmt: skip
    one_left.play(1, "auto-red", 0, "AUTOBAHN").play(2, "kind-red", 1, "KINDERSPIEL", 500)
    assert one_left.phase == "final_window"
    one_left.halt(0, 7, 500)
    assert (one_left.phase, one_left.counts()) == ("doubt_talk", [1, 1, 1])


def test_7_5_an_extra_round() -> None:
    """RULES.md 7.5."""
    rules, target = rules_with(tiebreak="extra_round"), Target(None, 30)
    tied = after((31, 12, 12, 29))
    assert not GAME.standing(rules, target, tied).decided
    assert GAME.standing(rules, target, [*tied, *after((1, 0, 4, 2))]).decided
    assert GAME.standing(rules_with(), target, tied).decided


def test_7_5_only_a_shared_first_place_is_played_off() -> None:
    """RULES.md 7.5: other places stay shared, and there is no extra round before the target."""
    rules, target = rules_with(tiebreak="extra_round"), Target(None, 30)
    standing = GAME.standing(rules, target, after((31, 12, 29, 29)))
    assert (standing.places, standing.decided) == ((4, 1, 2, 2), True)
    assert GAME.standing(rules, target, after((31, 12, 31, 31))).decided
    assert not GAME.standing(rules, target, after((3, 12, 29, 29))).decided


def test_7_5_it_is_played_off_until_one_is_first() -> None:
    """RULES.md 7.5: after each extra round the first place is checked again."""
    rules, target = rules_with(tiebreak="extra_round"), Target(None, 30)
    rounds = after((31, 12, 12, 14))
    for more in ((0, 3, 3, 4), (0, 3, 3, 0), (0, 1, 4, 1)):
        assert not GAME.standing(rules, target, rounds).decided
        rounds += after(more)
    assert GAME.standing(rules, target, rounds) == Standing(
        totals=(31, 19, 22, 19), places=(4, 1, 3, 1), decided=False
    )
    rounds += after((0, 0, 0, 1))
    assert GAME.standing(rules, target, rounds).decided


def test_7_6_closed_in_a_photo_finish() -> None:
    """RULES.md 7.6."""
    scene = photo_finish()
    step = GAME.close(scene.rules, scene.state)
    outcome = GAME.outcome(scene.rules, step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("closed", (2, 1, 2, 2))


def test_7_7_the_sleepyhead_is_who_has_the_most_cards() -> None:
    """RULES.md 7.7: chips do not count for the title, and the title counts nothing."""
    scene = last_card().chips(0, 0, 5, 0).accept(0, 2, 3)
    ended = scene.board().ended
    assert ended is not None
    assert ended.sleepyhead == (0, 2, 3)
    assert scene.outcome.scores == (2, 0, 7, 2)
    closed = GAME.close(scene.rules, raced().stuck(1).play(3, "kind-red", 1, "KINDERSPIEL").state)
    ended = GAME.observe(scene.rules, closed.state, None).ended
    assert ended is not None
    assert ended.sleepyhead == (0, 1, 2)


def test_11_1_how_long_it_may_take() -> None:
    """RULES.md 11.1."""
    limits = {tempo.slug: tempo.limits for tempo in GAME.meta.tempos}
    assert limits["live"] == {
        "opening": 45_000, "idle": 45_000, "photo": 10_000, "talk": 30_000, "vote": 15_000,
        "colour": 10_000, "final": 6_000,
    }  # fmt: skip
    assert all(limits["relaxed"][kind] >= 2 * live for kind, live in limits["live"].items())
    half_day = 12 * 60 * 60 * 1000
    together = {"photo", "talk", "vote", "final"}
    for slug, each in (("half_days", 1), ("correspondence", 2), ("three_days", 6)):
        assert limits[slug] == {
            kind: half_day * (min(each, 2) if kind in together else each) for kind in limits["live"]
        }


def test_11_2_when_time_is_up() -> None:
    """RULES.md 11.2."""
    assert opening().time_up().last("passed").data == {"seat": 0, "by_time": True}
    idle = raced().stuck(1).time_up()
    assert [e.data["seat"] for e in idle.told if e.kind == "stuck"] == [2, 3]
    assert idle.phase == "colour_choice"
    named = idle.time_up()
    assert named.last("colour_chosen").data["by_time"] is True
    voted = doubted().to_vote().time_up()
    assert voted.last("voted").data == {"seat": 2, "valid": True, "by_time": True}


def test_other_refusals_of_the_wrong_moment() -> None:
    scene = raced()
    codes = {
        scene.code(2, action)
        for action in (
            Vote(True, 7), Ready(7), JoinDoubt(7), Concede(7), PointTo(1, 7), AcceptWord(7),
            ChooseColour("green", 7),
        )
    }  # fmt: skip
    assert codes == {"wrong_phase"}
    assert scene.code(2, Doubt(7)) == "invalid_params"
    assert scene.code(2, Doubt(3)) == "window_closed"
