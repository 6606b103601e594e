"""The options of a rules version."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.options import complete
from games.kernel.refusals import Refused
from tests.games.contract.doze import DOZE


def test_defaults_fill_the_gaps() -> None:
    assert complete(DOZE.meta, {}) == {"beat": "higher", "words": True}
    assert complete(DOZE.meta, {"words": False}) == {"beat": "higher", "words": False}


@pytest.mark.parametrize(
    ("chosen", "code", "name"),
    [
        ({"bet": "higher"}, "unknown_option", "bet"),
        ({"beat": "lower"}, "unknown_choice", "beat"),
        ({"beat": None}, "unknown_choice", "beat"),
        ({"beat": ["higher"]}, "unknown_choice", "beat"),
        ({"words": 1}, "unknown_choice", "words"),
    ],
)
def test_others_are_refused_by_name(chosen: dict[str, Any], code: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        complete(DOZE.meta, chosen)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.facts == {"option": name}
    assert name in refused.value.refusal.sentence % refused.value.refusal.facts
