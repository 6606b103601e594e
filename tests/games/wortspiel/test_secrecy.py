"""Facts that no viewer may learn (RULES.md 8.2, 10), beyond the contract's tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from games.kernel import codec, session
from games.kernel.contract import Viewer
from games.wortspiel import GAME
from games.wortspiel.actions import DeclareStuck, OpenPlay, PlayCard, RetractStuck
from games.wortspiel.lexicon import verdict
from tests.games.contract.checks import play, secrets
from tests.games.contract.rounds import Round, play_round
from tests.games.wortspiel.scene import LEXICON, Scene

OTHERS = (0, 2, 3, None)


@cache
def unseen(seats: int, seed: int) -> Round:
    return play_round(GAME, seats, seed, {"race_mode": "sealed"})


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "check",
    [
        secrets.samples_what_it_sees,
        secrets.twins_look_alike,
        secrets.private_events_stay,
        play.offers_apply,
        play.replays,
        play.cards_conserved,
    ],
    ids=lambda check: check.__name__,
)
def test_cards_laid_unseen(check: Callable[[Round], None], seed: int) -> None:
    check(unseen(4, seed))


def sealed() -> Scene:
    return Scene(
        "haus-red land-red",
        "auto-red eis-blue",
        "kind-yellow haus-green",
        "kind-red wasser-red",
        tops="bahn-red spiel-red schiff-green",
        colour="red",
        race_mode="sealed",
    )


def looks(scene: Scene, viewers: tuple[Viewer, ...]) -> list[str]:
    return [codec.encode(scene.board(viewer)) for viewer in viewers]


def test_8_2_nobody_sees_what_or_whether_another_has_submitted() -> None:
    """RULES.md 8.1, 8.2."""
    scene = sealed()
    before = looks(scene, OTHERS)
    scene.play(1, "auto-red", 0, "AUTOBAHN")
    assert looks(scene, OTHERS) == before
    assert scene.kinds() == []
    own = scene.board(1).submitted
    assert own is not None
    assert (own.word, own.pile) == ("AUTOBAHN", 0)
    assert 1 not in scene.board(1).awaited
    scene.do(1, DeclareStuck(7))
    assert looks(scene, OTHERS) == before
    scene.do(1, RetractStuck(7))
    assert looks(scene, OTHERS) == before
    assert scene.board(1).submitted is None
    assert scene.code(1, RetractStuck(7)) == "not_allowed"


def test_8_2_the_first_clockwise_is_laid() -> None:
    """RULES.md 8.2. The others stay unseen."""
    scene = sealed().play(3, "kind-red", 1, "KINDERSPIEL").play(2, "kind-yellow", 0, "KINDERBAHN")
    scene.stuck(1)
    assert scene.last("laid").data["seat"] == 2
    assert scene.kinds() == ["laid"]
    assert scene.hand(3) == {"kind-red", "wasser-red"}
    assert (scene.state.pause, scene.demanded, scene.state.claims) == (2, "yellow", ())


def test_8_2_who_has_not_submitted_in_time_cannot() -> None:
    """RULES.md 8.2."""
    scene = sealed().play(3, "kind-red", 1, "KINDERSPIEL").time_up()
    assert scene.last("laid").data["seat"] == 3
    assert sealed().time_up().phase == "colour_choice"


def test_8_3_a_halt_withdraws_what_was_submitted() -> None:
    """RULES.md 8.3."""
    scene = sealed().play(3, "kind-red", 1, "KINDERSPIEL").stuck(1, 2)
    scene.play(1, "auto-red", 0, "AUTOBAHN").halt(2)
    assert scene.state.claims == ()
    assert scene.hand(1) == {"auto-red", "eis-blue"}
    scene.to_vote().votes(True, True, True, True)
    assert scene.phase == "race"


def test_10_2_a_late_card_changes_nothing_for_anybody() -> None:
    """RULES.md 10.2."""
    scene = Scene("haus-red", "auto-red eis-blue", "kind-yellow haus-green", tops="bahn-red spiel-red",
                  colour="red")  # fmt: skip
    scene.play(2, "kind-yellow", 1, "KINDERSPIEL")
    before, events = looks(scene, (0, 1, 2, None)), scene.events
    assert scene.code(1, PlayCard("auto-red", 0, "AUTOBAHN", 7)) == "too_late"
    assert looks(scene, (0, 1, 2, None)) == before
    assert scene.events == events


def test_10_3_samples_say_nothing_about_what_is_right() -> None:
    """RULES.md 10.3: each card comes with each pile of the colour, always in the same order."""
    seen_verdicts = set()
    for seed in range(6):
        played = play_round(GAME, 3, seed)
        for position in played.sample(8):
            for seat in range(3):
                offers = session.offers(GAME, played.rules, position.state, seat)
                cards = [one for one in offers if isinstance(one, PlayCard | OpenPlay)]
                board = GAME.observe(played.rules, position.state, seat)
                piles = [p for p in board.piles if board.colour in (None, p.top.colour)]
                if cards:
                    assert [(one.card, one.pile, one.word) for one in cards] == [
                        (face.card, pile.place, face.word + pile.top.word)
                        for face in board.hand
                        for pile in piles
                    ]
                    seen_verdicts |= {
                        verdict(LEXICON, face.word, pile.top.word, face.word + pile.top.word)
                        for face in board.hand
                        for pile in piles
                    }
    assert {"attested", "wellformed"} <= seen_verdicts


@pytest.mark.parametrize("seats", [3, 5])
def test_10_1_all_else_everybody_sees(seats: int) -> None:
    """RULES.md 10.1: a board differs from a spectator's only by own hand and right to doubt."""
    played = play_round(GAME, seats, 5)
    for position in played.sample(40):
        state, public = position.state, GAME.observe(played.rules, position.state, None)
        for seat in range(seats):
            board = GAME.observe(played.rules, state, seat)
            own = replace(board, viewer=None, hand=(), may_doubt=public.may_doubt)
            assert own == public
        assert public.stock == len(state.stock)
        assert [pile.size for pile in public.piles] == list(map(len, state.piles))
        assert [pile.top.card for pile in public.piles] == [
            LEXICON.handles[pile[-1]] for pile in state.piles
        ]
        assert [place.cards for place in public.places] == list(map(len, state.hands))
        assert [place.chips for place in public.places] == list(state.chips)
        assert [seat for seat in range(seats) if public.places[seat].stuck] == sorted(state.stuck)


def test_10_2_spectators_see_no_hand() -> None:
    """RULES.md 10.2."""
    scene = sealed()
    assert scene.board().hand == ()
    assert "eis-blue" not in looks(scene, (None,))[0]
