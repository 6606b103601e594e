"""The pages of Sleeping Queens have a drawing for every card, and show no secret."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from django.template import engines
from django.template.loader import render_to_string

from games.sleeping_queens import GAME
from games.sleeping_queens.cards import FACES, QUEEN_POINTS, QUEENS
from games.sleeping_queens.teaching.examples import EXAMPLES
from tests.games.sentences import words
from tests.games.sleeping_queens.events import EVENTS

ROOT = Path(__file__).resolve().parents[3]
CARDS = ROOT / "templates" / "games" / "sleeping_queens" / "static" / "cards.svg"


def test_only_a_moment_names_the_place() -> None:
    moment, log = EVENTS["queen_slept"]
    assert "Place 1" in words(GAME, moment)
    assert "Place" not in words(GAME, log)


def test_a_queens_name_tells_her_points_by_ear() -> None:
    """A screen reader says the points that are written on her."""
    drawn = ElementTree.parse(CARDS).getroot()
    asked = (
        '{% from "games/sleeping_queens/names.html" import queen_points %}{{ queen_points(queen) }}'
    )
    heard = engines["jinja2"].from_string(asked)
    for queen, points in zip(QUEENS, QUEEN_POINTS, strict=True):
        assert heard.render({"queen": queen}).strip() == str(points)
        texts = drawn.iterfind(f".//*[@id='queen-{queen}']//{{http://www.w3.org/2000/svg}}text")
        assert {text.text for text in texts} == {str(points)}


def test_every_card_is_drawn_once() -> None:
    """All sleepers share one drawing."""
    symbols = [
        element.get("id")
        for element in ElementTree.parse(CARDS).getroot().iter()
        if element.get("id")
    ]
    assert len(symbols) == len(set(symbols))
    wanted = {*FACES, *(f"queen-{queen}" for queen in QUEENS), "asleep", "back"}
    assert wanted <= set(symbols)


def test_saying_the_sum_is_no_addition_of_ours() -> None:
    """RULES.md 3.6: all three leaflets have it. Ours is only that the table says it."""
    examples = {example.name: example.title for example in EXAMPLES}
    context = {"game": GAME.meta, "examples": examples}
    page = render_to_string("games/sleeping_queens/rules.html", context)
    agreed = page.partition("Saying the sum")[2].partition("<dt>")[0]
    assert "as in the leaflet" in agreed
    assert "ours" not in agreed
    assert "our addition" not in agreed.lower()
