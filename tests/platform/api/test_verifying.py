"""A round is verified with only the data of the server and the text of docs/verify.md."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import registry
from matches.models import Match
from matches.services.rounds import finish
from tests.games.kernel.deals_by_page import DEALS, Row, Served, blocks
from tests.platform.api.programs import Program
from tests.platform.matches.cast import dealt, person, play_out

pytestmark = pytest.mark.django_db


MOVES = 12
"""The number of moves after which the table ends a round."""


def the_pages_code() -> dict[str, Any]:
    """Return the names that the first Python block on the page defines."""
    names: dict[str, Any] = {}
    exec(blocks("python")[0], names)
    return names


def played(slug: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a public match with a finished, short round: only the deal counts here."""
    game = registry.get(slug)
    monkeypatch.setattr(game, "meta", replace(game.meta, max_moves=MOVES))
    least, _ = game.meta.seats
    match = dealt(person("Alice"), bots=least - 1, game=slug, public=True)
    play_out(match)
    finish.finish_round(match.rounds.get(number=1).pk)
    return match


@pytest.mark.parametrize("slug", DEALS)
def test_the_deal_of_a_match_is_redone_from_outside(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Wortspiel's cards and the number of draws are part of the API."""
    match, program, names = played(slug, monkeypatch), Program(), the_pages_code()
    address = f"matches/{match.pk}/rounds/1"
    told = program.read(address)
    proof, seed = told["proof"], bytes.fromhex(told["proof"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == names["commitment"](seed) == proof["commitment"]
    usual = {one["name"]: one["choices"][0] for one in program.read(f"games/{slug}")["options"]}
    rules = program.read(f"rules/{told['rules']}")
    served = Served(
        seats=len(proof["nonces"]),
        start=told["start"],
        options=usual | rules["options"],
        data=program.read(f"rules/{told['rules']}/data"),
    )
    row = Row(names, names["round_key"](seed, proof["nonces"]))
    first, zones = DEALS[slug](row, served)
    lay = program.read(f"{address}/steps/0", view="all")["zones"]
    for zone, cards in zones.items():
        assert lay[zone] == cards, zone
    assert row.drawn <= proof["draws"] == match.rounds.get(number=1).drawn
    (deal, *_) = told["moves"]
    firsts = {
        value
        for event in deal["events"]
        for value in event["data"].values()
        if isinstance(value, int)
    }
    assert first in firsts
    page = program.client.get(f"/matches/{match.pk}/rounds/1/moves.json").json()
    assert page["draws"] == proof["draws"]
