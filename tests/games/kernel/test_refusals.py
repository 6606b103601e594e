"""Codes and their sentences."""

from __future__ import annotations

import pytest

from games.kernel.refusals import COMMON, Refused, refusal, refusals


def test_the_common_codes_are_the_closed_list() -> None:
    assert set(COMMON) == {
        "not_seated", "game_over", "not_your_turn", "wrong_phase", "stale", "window_closed",
        "not_allowed", "too_fast", "rate_limited", "unknown_card", "invalid_params",
        "invalid_target",
    }  # fmt: skip
    assert all(sentence.endswith(".") for sentence in COMMON.values())


def test_a_game_adds_its_own() -> None:
    own = refusals({"too_low": "%(card)s is too low."})
    low = own("too_low", card="4")
    assert (low.code, low.sentence % low.facts) == ("too_low", "4 is too low.")
    assert own("stale") == refusal("stale")


def test_no_code_is_made_up_or_changed() -> None:
    with pytest.raises(KeyError):
        refusal("too_low")
    with pytest.raises(ValueError, match="stale"):
        refusals({"stale": "Old."})


def test_an_exception_carries_it() -> None:
    refused = Refused(refusal("stale"))
    assert refused.refusal.code == str(refused) == "stale"
