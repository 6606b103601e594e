"""Tables that differ only in facts hidden from a viewer give that viewer the same bytes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from django.utils.html import strip_tags

from bots.lab import twins
from core import clock
from games.kernel.contract import NOBODY, Event
from matches.actors import Person
from matches.engine import stored_values
from matches.present import board
from matches.present.board import draw_board
from matches.services.rounds.play import play
from matches.store.history import Happened, History
from matches.store.load_match import load_table
from tests.platform.matches.cast import dealt, let_pass, offers, person, play_out, request_for
from tests.sure import sure

pytestmark = pytest.mark.django_db


def twin(table: Any, viewer: int | None, salt: bytes) -> Any:
    """Return the same table with other cards wherever this viewer cannot see them."""
    return replace(table, live=twins.twin(table.live, viewer, table.events(), salt))


def html(table: Any, viewer: int | None) -> Any:
    user_id = None if viewer is None else table.seats[viewer].user_id
    with clock.stopped(table.live.at_ms + 1):
        return draw_board(table, viewer, user_id=user_id, language="de", since=0)


@pytest.mark.parametrize("seed", range(2))
def test_the_board_of_a_twin_is_the_same_to_the_letter(seed: int) -> None:
    match = dealt(*(person(name) for name in ("Alice", "Bob", "Charlie")))
    luck = random.Random(seed)
    compared = differing = 0
    for _ in range(24):
        table = load_table(match.pk)
        if sure(table.live).over:
            break
        for viewer in (None, 0, 1, 2):
            other = twin(table, viewer, bytes([seed]))
            differing += other.live.state != sure(table.live).state
            assert html(other, viewer) == html(table, viewer)
            compared += 1
        if not sure(table.live).awaited.seats:
            assert table.live is not None
            let_pass(table.live)
            continue
        seat = sure(table.live).awaited.seats[0]
        action = luck.choice(offers(match, seat))
        user = sure(match.seats.get(number=seat).user)
        request = request_for(match, seat, action=stored_values.to_json(action))
        assert play(match.pk, Person(user.pk, user.epoch), request).refusal is None
    assert compared > 40
    assert differing > compared * 0.9  # the twins really are different


def test_what_nobody_was_to_know_is_told_when_the_round_is_over() -> None:
    match = dealt(person("Alice"), person("Bob"))
    secret = Happened(1, 1, (Event("king_played", {"seat": 0, "slot": 3}, NOBODY),))

    def log(viewer: int | None) -> str:
        table = replace(load_table(match.pk), history=History([secret]))
        return "".join(board.context(table, viewer, user_id=None).log)

    for viewer in (None, 0, 1):
        assert log(viewer) == ""
    play_out(match)
    for viewer in (None, 0, 1):
        told = "You play a king." if viewer == 0 else "Alice plays a king."
        assert told in strip_tags(log(viewer))
