"""The line offers what it names, and the main button never gives up what another action keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from django.template.loader import get_template
from django.utils.html import strip_tags

from games.kernel import registry
from games.kernel.contract import OptionValue
from matches.present.answers import Listed
from matches.present.board import for_page
from tests.games.contract.rounds import play_round
from tests.games.showing import A_MATCH, context

SEEDS = range(1, 7)
BUTTON = re.compile(
    r'<button class="([^"]*)" name="pick" value="([^"]+)"[^>]*>(.*?)</button>', re.S
)
KEY = re.compile(r"<kbd.*?</kbd>", re.S)
OPTIONS: dict[str, dict[str, OptionValue]] = {"siebenschlaefer": {"compulsory_lay": False}}
"""Options with which a game offers more choices."""
# "Keep the 7" names the action "Keep", and "I give way" the action "Give way".
VARIES = re.compile(r"^(?:I )?(.*?)(?: the \d+)?$")

pytestmark = pytest.mark.django_db


class Line:
    """The question and the buttons that a seat reads when it may act."""

    def __init__(self, slug: str, seen: Any) -> None:
        given = for_page(seen) | {"answer": seen.answer}
        rendered = get_template(f"games/{slug}/fragments/action_buttons.html").render(
            given | {"auto_play": "", "moments": ()}
        )
        self.call = _plain(get_template(f"games/{slug}/asks.html").render(given))
        self.offers = set(seen.offers)
        found = BUTTON.findall(rendered)
        self.labels = {pick: _plain(KEY.sub("", text)) for _, pick, text in found}
        self.main = [pick for classes, pick, _ in found if "button--primary" in classes.split()]

    @property
    def actions(self) -> set[str]:
        """Return the actions that the buttons name; a colour, in small letters, is none."""
        return {VARIES.sub(r"\1", label) for label in self.labels.values() if label[0].isupper()}


def _plain(html: str) -> str:
    return " ".join(strip_tags(html).split())


@cache
def lines(slug: str) -> tuple[Line, ...]:
    """Return the lines of all seats that had to act in some rounds of all sizes."""
    return tuple(_lines(slug))


def _lines(slug: str) -> Iterator[Line]:
    game = registry.get(slug)
    least, most = game.meta.seats
    for seed in SEEDS:
        seats = least + seed % (min(most, 4) - least + 1)
        played = play_round(game, seats, seed, OPTIONS.get(slug) if seed % 2 else None)
        for position in played.positions[:150]:
            for seat in range(seats):
                seen = context(game, played.rules, position.state, seat, seats=seats)
                if seen.called and seen.offers and not seen.outcome:
                    yield Line(slug, seen)


@pytest.mark.parametrize("slug", registry.games())
def test_the_main_button_keeps_what_can_be_kept(slug: str) -> None:
    gives_up = registry.get(slug).meta.gives_up
    quiet = 0
    for line in lines(slug):
        assert len(line.main) <= 1, line.main
        for pick in line.labels:
            if pick.partition("-")[0] in gives_up and len(line.offers) > 1:
                assert pick not in line.main, (line.call, pick)
                quiet += 1
    assert quiet, "no such button was shown"


@pytest.mark.parametrize("slug", registry.games())
def test_an_action_that_gives_up_is_a_pick_of_its_game(slug: str) -> None:
    shown = {
        pick.partition("-")[0] for line in lines(slug) for offer in line.offers for pick in offer
    }
    rare = {"concede", "accept"} if slug == "wortspiel" else set()
    assert set(registry.get(slug).meta.gives_up) - rare <= shown


@pytest.mark.parametrize("slug", registry.games())
def test_the_line_names_only_actions_that_it_offers(slug: str) -> None:
    """Each button's label that the question contains stands on a button beside it."""
    every = {action for line in lines(slug) for action in line.actions}
    named = 0
    for line in lines(slug):
        for action in every:
            if re.search(rf"\b{re.escape(action)}\b", line.call, re.IGNORECASE):
                assert action in line.actions, (line.call, action)
                named += 1
    assert named or slug == "wortspiel", "no question names a button"


def test_the_only_choice_may_be_the_main_button() -> None:
    answer = Listed(UUID(A_MATCH), 1, frozenset())
    assert "button--primary" in answer("let_happen", "Let it happen", primary=True)
    answer = Listed(UUID(A_MATCH), 1, frozenset({"let_happen"}))
    assert "button--primary" not in answer("let_happen", "Let it happen", primary=True)
