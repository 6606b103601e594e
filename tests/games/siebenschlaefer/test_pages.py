"""The pages of Siebenschläfer: a drawing for every card, and a board for every situation.

No board shows what its viewer may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.siebenschlaefer import GAME
from games.siebenschlaefer.cards import FACE_NAMED, NAMES
from games.siebenschlaefer.pairs import STRENGTH
from matches.present.board import for_page
from matches.present.shown_refusal import ShownRefusal
from tests.games import sentences
from tests.games.contract.rounds import Round, play_round
from tests.games.sentences import text
from tests.games.showing import shown_hint
from tests.games.siebenschlaefer import showing
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay, rules_with

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "templates" / "games" / "siebenschlaefer"
CARDS = PAGES / "static" / "cards.svg"


@pytest.mark.parametrize("page", ["how", "cover"])
def test_the_pages_without_a_table(page: str) -> None:
    html = render_to_string(f"games/siebenschlaefer/{page}.html")
    assert "<" in html
    assert "None" not in text(html)
    assert not re.search(r"style=|<script|♠|♥|♦|♣", html)


# --- cards ----------------------------------------------------------------------------------------


def test_every_card_is_drawn_once_and_backs_are_one_drawing() -> None:
    found = [one.get("id") for one in ElementTree.parse(CARDS).getroot().iter() if one.get("id")]
    assert len(found) == len(set(found))
    assert {*FACE_NAMED, "back"} <= set(found)


def test_the_style_asks_for_every_face() -> None:
    """For any chosen card, the others show the strength of the two."""
    style = "".join(path.read_text("utf-8") for path in PAGES.glob("static/**/*.css"))
    for face in FACE_NAMED:
        assert (
            f'[value="{face}"]:checked) .piece:not(:has(:checked)) > [data-with="{face}"]' in style
        )


# --- choices
# ---------------------------------------------------------------------------------------


def shown(scene: Scene, viewer: int | None, **more: Any) -> str:
    return showing.board(scene.rules, scene.state, viewer, **more)


PIECE = re.compile(r'<label class="card piece".*?</label>', re.DOTALL)
MAKES = re.compile(
    r'<b class="makes(?P<beats> makes--beats)?" data-with="(?P<other>\w+)">(?P<says>.*?)</b>',
    re.DOTALL,
)


def test_every_card_says_what_it_would_count_with_each_other() -> None:
    """RULES.md 3.1: this holds before any card is laid; cards that are no pair have no number."""
    scene = Scene("2 7 7 9 10 queen king ace ace 3", "2 3", top="5 8")
    html = shown(scene, 0)
    offers = [GAME.selection_of(offer) for offer in scene.offers(0)]
    pieces = PIECE.findall(html)
    assert len(pieces) == 10
    for piece in pieces:
        face = re.findall(r'value="(\w+)"', piece)[0]
        said = {one["other"]: one for one in MAKES.finditer(piece)}
        for other in {*scene.hand(0)}:
            counts = STRENGTH[FACE_NAMED[face], FACE_NAMED[other]]
            if face == other and scene.hand(0).count(face) == 1:
                counts = 0  # the hand has no second one
            assert (other in said) == bool(counts), (face, other)
            if counts:
                words = text(said[other]["says"])
                assert words.startswith("free" if counts == 21 else f"= {counts}")
                beats = tuple(sorted((face, other))) in offers
                assert bool(said[other]["beats"]) == beats
                assert words.endswith("too low") != beats


def test_cards_that_fit_stand_higher() -> None:
    scene = Scene("2 3 10 jack", "2 3", top="8 9")
    fits = re.findall(r'twins--fit">.*?value="(\w+)"', shown(scene, 0), re.DOTALL)
    assert fits == ["10", "jack"]


@pytest.mark.parametrize("viewer", [1, None])
def test_who_cannot_act_is_told_nothing_of_it(viewer: int | None) -> None:
    scene = Scene("10 10", "10 9 8 7", top="2 3")
    html = shown(scene, viewer)
    assert not re.search(r"data-with|twins--fit|draw_two|data-play|button--primary", html)


def test_keys_are_what_stands_on_the_cards() -> None:
    html = shown(Scene("2 7 7 9 10 king", "2 3"), 0)
    assert re.findall(r'data-key="(\w+)"', html) == ["2", "7", "7", "9", "1", "k"]


# --- the turn and its actions
# -----------------------------------------------------------------------


def call(html: str) -> str:
    found = re.search(r'<p class="line__call.*?</p>', html, re.DOTALL)
    assert found
    return text(found[0])


def drawn(scene: Scene) -> Scene:
    return scene.do(0, DRAW)


def drawn_before(mine: str, other: str) -> Scene:
    """Return a scene: seat 0 drew in its last turn; seat 1 has laid its first pair since."""
    scene = Scene(mine, other, top="8 8", stock="jack king", draw_then="turn_ends")
    return scene.do(0, DRAW).do(1, lay(" ".join(other.split()[:2])))


SITUATIONS: dict[str, tuple[Callable[[], Scene], int | None, str]] = {
    "opening": (lambda: Scene("2 3", "4 5"), 0, "play any two cards that make a pair"),
    "lay": (lambda: Scene("9 8 2 3", "4 5", top="5 8"), 0, "more than 13"),
    "only aces": (lambda: Scene("ace ace", "4 5", top="10 10"), 0, "two aces beat the 20"),
    "draw": (lambda: Scene("2 3", "4 5", top="5 8"), 0, "more than 13: draw two"),
    "no pair": (lambda: Scene("jack king", "4 5"), 0, "make a pair: draw two"),
    "drawn, lay": (
        lambda: drawn(Scene("2 3", "4 5", top="5 8", stock="10 9")), 0, "now play more than 13",
    ),
    "drawn, pass": (
        lambda: drawn(Scene("2 3", "4 5", top="5 8", stock="2 3")), 0, "more than 13: you can pass",
    ),
    "drawn before": (
        lambda: drawn_before("2 3", "9 9 4 5"), 0,
        "You drew last time, and nothing makes more than 18: you can pass, or",
    ),
    "drawn before, no pair": (
        lambda: drawn_before("jack king", "ace ace 4 5"), 0,
        "You drew last time, and no two of your cards make a pair",
    ),
    "drawn, no pair": (
        lambda: drawn(Scene("jack king", "4 5", stock="jack king")), 0, "make a pair: you can pass",
    ),
    "drawn, free": (
        lambda: drawn(Scene("jack king", "4 5", stock="2 3")), 0, "now play any pair",
    ),
    "again": (
        lambda: Scene("7 7 9 9 2 3", "4 5", "2 3").do(0, lay("7 7")), 0, "Your turn again: play more",
    ),
    "again, stuck": (
        lambda: Scene("7 7 2 3", "4 5", "2 3").do(0, lay("7 7")), 0, "again, and nothing makes more",
    ),
    "waiting": (lambda: Scene("2 3", "4 5"), 1, "Anna is thinking"),
    "waiting for the drawn": (
        lambda: drawn(Scene("2 3", "4 5", top="5 8")), 1, "Anna has drawn two",
    ),
    "watching": (lambda: Scene("2 3", "4 5"), None, "Anna is thinking"),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_line_says_whose_turn_it_is_and_what_can_be_done(name: str) -> None:
    make, viewer, words = SITUATIONS[name]
    scene = make()
    html = shown(scene, viewer)
    assert words in call(html)
    # One primary action at a time: laying has no button of its own until two cards are chosen.
    assert html.count("button--primary") == (viewer == scene.state.active)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_hint_for_each_thing_to_do(name: str) -> None:
    make, viewer, _ = SITUATIONS[name]
    scene = make()
    context = for_page(showing.context(scene.rules, scene.state, viewer))
    hint = text(shown_hint(context))
    assert hint.endswith(".") == context["called"], name


@pytest.mark.parametrize("draw_then", ["lay_now", "turn_ends"])
def test_the_hint_to_draw_is_true_where_a_draw_ends_the_turn(draw_then: str) -> None:
    """It must not promise help at once from two new cards."""
    scene = Scene("2 3", "4 5", top="5 8", draw_then=draw_then)
    context = for_page(showing.context(scene.rules, scene.state, 0))
    hint = text(shown_hint(context))
    assert hint == "Two new cards help you sooner or later."


def test_no_hint_when_all_is_over() -> None:
    """This holds even for a player whom the page asks to be ready for the next round."""
    scene = Scene("9 10", "king 7", "10 9 3 2").do(0, lay("9 10"))
    context = for_page(showing.context(scene.rules, scene.state, 1)) | {"called": True}
    assert not shown_hint(context).strip()


def test_where_laying_is_no_duty_drawing_is_the_quieter_button() -> None:
    scene = Scene("10 9", "2 3", top="2 3", compulsory_lay=False)
    button = re.search(r'<button class="([^"]*)"[^>]*value="draw_two"', shown(scene, 0))
    assert button
    assert "primary" not in button[1]


def test_a_refusal_takes_the_place_of_the_call() -> None:
    refusal = ShownRefusal("too_low", "That counts 9, and more than 14 is needed.")
    html = shown(Scene("10 9", "2 3", top="2 3"), 0, refusal=refusal)
    assert call(html) == refusal.sentence


# --- the middle ---------------------------------------------------------------------------------------


def mat(html: str) -> str:
    found = re.search(r'<div class="mat.*?</div>', html, re.DOTALL)
    assert found
    return text(found[0])


def test_the_mat_says_what_has_to_be_beaten() -> None:
    assert mat(shown(Scene("2 3", "4 5", top="king 8"), 1)) == "more than 16"
    assert mat(shown(Scene("2 3", "4 5"), None)) == "free any pair goes"
    assert mat(shown(Scene("2 3", "4 5", top="ace ace"), 0)) == "free any pair goes"


def test_passes_are_chalked_up() -> None:
    scene = Scene("2 3", "2 4", "2 5", top="10 10", stock="2 3").do(0, DRAW).do(0, PASS)
    html = shown(scene, 2)
    assert "1 of 3 passed" in mat(html)
    assert html.count("mat__struck") == 1


def test_closing_time_is_announced() -> None:
    assert "closing time" not in shown(Scene("2 3", "4 5", turns=100), 0)
    assert "Turn 200 of 240" in mat(shown(Scene("2 3", "4 5", turns=200), 0))


def test_who_laid_the_pair_or_that_nobody_did() -> None:
    assert "played by Bo" in text(shown(Scene("2 3", "4 5", top="5 8"), 0))
    assert "no cards played yet" in text(shown(Scene("2 3", "4 5"), 0))
    scene = Scene("2 3", "2 4", top="10 10", stock="2 3 2 4 3 9")
    scene.do(0, DRAW).do(0, PASS).do(1, DRAW).do(1, PASS)
    assert "new pair to beat" in text(shown(scene, 0))
    assert mat(shown(scene, 1)) == "more than 12"


def test_your_cards_come_from_your_hand() -> None:
    """A card that you lay keeps its id, so that the animation can move it."""
    scene = Scene("7 7 9 9 9 2", "4 5")
    before = set(re.findall(r'id="(card-\w+-\d+)"', shown(scene, 0)))
    after = shown(scene.do(0, lay("9 9")), 0)
    top = re.search(r'id="top".*?id="mat"', after, re.DOTALL)
    assert top
    assert re.findall(r'id="(card-\w+-\d+)"', top[0]) == ["card-9-2", "card-9-3"]
    assert {"card-9-2", "card-9-3"} <= before


def test_the_lots_are_shown_while_they_lie_there() -> None:
    rules = rules_with()
    for seed in range(50):
        step = GAME.deal(rules, 4, Start(number=1, at_ms=0), SeededChance(b"lots %d" % seed))
        lots = [event for event in step.events if event.kind == "lots"]
        if len(lots) > 1:
            break
    else:
        raise AssertionError("no deal had a tie among the lots")
    for viewer in (0, 3, None):
        html = showing.board(rules, step.state, viewer, step.events)
        panel = html[html.index('id="lots"') :]
        for event in lots:
            for seat, cards in zip(event.data["seats"], event.data["cards"], strict=True):
                assert sentences.NAMES[seat] in panel
                for card in cards:
                    assert f"cards.svg#{card}" in panel
        assert html.count("data-moment") == 1
        assert 'id="lots"' not in showing.board(rules, step.state, viewer)
        laid = replace(step.state, top=step.state.hands[0][:2], value=7, laid_by=0)
        assert 'id="lots"' not in showing.board(rules, laid, viewer, step.events), (
            "it has its place"
        )


# --- the end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_at_the_end_all_hands_lie_open_and_counted(viewer: int | None) -> None:
    scene = Scene("9 10", "king queen", "10 9 3 2").do(0, lay("9 10"))
    html = shown(scene, viewer)
    places = dict(
        re.findall(r'id="place-(\d)">(.*?)(?=id="place-|class="middle"|\Z)', html, re.DOTALL)
    )
    for seat, (hand, points) in enumerate(
        [((), 0), (("queen", "king"), 24), (("10", "9", "3", "2"), 24)]
    ):
        place = places[str(seat)]
        assert re.search(rf"\b{points} points", text(place))
        assert ("pays" in text(place)) == (seat != 0)
        for card in hand:
            assert f"cards.svg#{card}" in place
    assert "Bo and Cleo have the most left and pay the next round." in text(html)
    won = "You have no cards left and win." if viewer == 0 else "Anna has no cards left and wins."
    assert won in text(html)
    assert not re.search(r"data-with|twins--fit|data-play", html)


# --- secrets ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[(2, 11), (4, 12), (7, 13)], ids=str)
def played(request: pytest.FixtureRequest) -> Round:
    seats, seed = request.param
    return play_round(GAME, seats, seed)


def test_a_board_is_the_same_whatever_its_viewer_may_not_know(played: Round) -> None:
    for position in played.sample(6):
        for viewer in played.viewers:
            seen = session.information_state(
                GAME, played.rules, position.state, viewer, position.events
            )
            twin = GAME.sample_state(played.rules, seen, SeededChance(b"twin"))
            real = showing.board(played.rules, position.state, viewer, position.events)
            assert real == showing.board(played.rules, twin, viewer, position.events)


def test_a_board_names_no_card_of_others(played: Round) -> None:
    """The board names only faces in the viewer's own hand and on top."""
    for position in played.sample(6):
        state = position.state
        if state.ending is not None:
            continue
        for viewer in played.viewers:
            html = showing.board(played.rules, state, viewer)
            own = () if viewer is None else state.hands[viewer]
            known = {NAMES[face] for face in (*own, *state.top)}
            assert set(re.findall(r"cards\.svg#(\w+)", html)) <= known | {"back"}


def test_ids_are_unique(played: Round) -> None:
    """Cards move by their ids. This holds for a replay in any view, too."""
    for position in [*played.sample(6), played.last]:
        whole = GAME.reveal_all(played.rules, position.state)
        for viewer in played.viewers:
            for is_reading, laid in ((False, None), (True, None), (True, whole)):
                if laid and viewer is not None:
                    continue
                html = showing.board(
                    played.rules, position.state, viewer, is_reading=is_reading, open=laid
                )
                ids = re.findall(r'\bid="([^"]+)"', html)
                assert len(ids) == len(set(ids))
                assert not is_reading or "<input" not in html


def test_read_with_all_hands_open_every_card_is_there(played: Round) -> None:
    for position in played.sample(4):
        whole = GAME.reveal_all(played.rules, position.state)
        html = showing.board(played.rules, position.state, None, is_reading=True, open=whole)
        cards = re.findall(r'class="card" id="card-\d-', html)
        assert len(cards) == sum(map(len, whole["hands"]))
