"""A table's own tempo: a time for each decision and a bank, within limits, in every game."""

from __future__ import annotations

import pytest

from core.refusals import Refused
from games.kernel import registry
from games.kernel.tempos import DAY, HOUR, SECOND
from matches.engine import catalogue, tempos
from matches.engine.clocks import TIME_BANK
from matches.present import tempo_words
from matches.store.load_match import load_table
from tests.platform.accounts import cast
from tests.platform.lobby.test_laying import laid, refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", sorted(registry.games()))
@pytest.mark.parametrize(
    ("each_s", "bank_s"), [(5, 0), (45, 300), (1_800, 3_600), (3_600, 0), (1_209_600, 2_592_000)]
)
def test_it_limits_whatever_the_game_limits(game: str, each_s: int, bank_s: int) -> None:
    meta = catalogue.game_of(game).meta
    tempo = tempos.own_tempo(meta, each_s, bank_s)
    assert tempos.find_tempo(meta, tempo.slug) == tempo
    assert tempos.label(meta, tempo.slug) == tempos.OWN
    base = meta.tempos[0]
    assert set(tempo.limits) == set(base.limits)
    assert max(tempo.limits[kind] for kind in meta.decisions) == each_s * SECOND
    is_slow = each_s * SECOND >= HOUR
    for kind, limit in tempo.limits.items():
        assert limit > 0
        assert is_slow or kind == "window" or limit < HOUR
        assert kind == "window" or limit <= max(each_s * SECOND, DAY if is_slow else 45 * SECOND)
    assert tempos.pace_of(tempo)[TIME_BANK] == bank_s * SECOND
    slow = next(one for one in meta.tempos if one.slug == "correspondence")
    assert tempo.proposes == (slow.proposes if is_slow else base.proposes)
    assert tempo.next_round_ms == (slow if is_slow else base).next_round_ms


@pytest.mark.parametrize(
    ("each_s", "bank_s", "why"),
    [
        (4, 0, "decision_out_of_bounds"),
        (1_209_601, 0, "decision_out_of_bounds"),
        (60, 3_601, "bank_out_of_bounds"),
        (3_600, 2_592_001, "bank_out_of_bounds"),
    ],
)
def test_there_are_bounds(each_s: int, bank_s: int, why: str) -> None:
    meta = catalogue.game_of("siebenschlaefer").meta
    with pytest.raises(Refused) as refusal:
        tempos.own_tempo(meta, each_s, bank_s)
    assert refusal.value.refusal.code == why
    with pytest.raises(Refused):
        tempos.find_tempo(meta, f"own-{each_s}-{bank_s}")


@pytest.mark.parametrize(
    "slug", ["own-", "own-5", "own-5-x", "own--5-0", "own-5-0-", "own-\u0665-0"]
)
def test_nothing_else_is_one(slug: str) -> None:
    with pytest.raises(Refused) as refusal:
        tempos.find_tempo(catalogue.game_of("siebenschlaefer").meta, slug)
    assert refusal.value.refusal.code == "unknown_tempo"


OWN = {"tempo": "own", "each": "45", "each_unit": "1", "bank": "5", "bank_unit": "60"}


def test_a_table_is_laid_with_it_and_says_what_it_means() -> None:
    match = laid(cast.browser(cast.alice()), **OWN)
    assert match.tempo == "own-45-300"
    table = load_table(match.pk)
    assert tempo_words.meaning_for_match(table.meta, match.tempo, match.pace) == (
        "Up to 45 seconds per decision, plus 5 minutes in the bank"
    )
    slow = {"each": "2", "each_unit": "86400", "bank": "", "bank_unit": ""}
    match.delete()
    again = laid(cast.browser(), **OWN | slow)
    assert again.tempo == "own-172800-0"
    assert again.pace["turn"] == 2 * DAY


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"each": "4"}, "A decision may take from 5 seconds to 14 days."),
        ({"each": "15", "each_unit": "86400"}, "A decision may take from 5 seconds"),
        ({"bank": "61"}, "A time bank holds at most an hour"),
        ({"each": ""}, "Set the time per decision."),
        ({"each": "soon"}, "Enter a whole number."),
        ({"bank": "-1"}, "Enter 0 or more."),
        ({"each_unit": "7"}, "Choose one of these."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    wrong: dict[str, str], sentence: str
) -> None:
    page = refused(OWN | wrong)
    assert sentence in page
    for name in ("each", "bank"):
        if (OWN | wrong)[name]:
            assert f'name="{name}" value="{(OWN | wrong)[name]}"' in page


def test_nobody_minds_what_stands_there_for_another_tempo() -> None:
    match = laid(cast.browser(), **OWN | {"tempo": "quick", "each": "soon", "bank": "-3"})
    assert match.tempo == "quick"
