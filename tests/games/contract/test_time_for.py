"""A deadline of the whole table says what everyone has time for."""

from __future__ import annotations

import pytest

from games.kernel import registry
from games.kernel.contract import NOBODY
from tests.games.contract.words import rounds


@pytest.mark.parametrize("slug", sorted(registry.games()))
def test_each_deadline_of_the_whole_table_has_words(slug: str) -> None:
    meta = registry.games()[slug].meta
    found = {
        deadline.kind
        for played in rounds(slug)
        for move in played.taken
        for deadline in played.game.deadlines(played.rules, move.after.state)
        if deadline.seat is None and deadline.audience != NOBODY
    }
    assert found <= set(meta.time_for)
