"""A short run of the proof for every game, and proof that a leak on any channel is found."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from accounts.export_parts import PARTS
from bots.lab.simulation import SimulationPlan
from core.rendering.fragments import Board
from games.kernel import registry
from games.kernel.contract import Order
from matches.admin.rounds import RoundAdmin
from matches.engine.view import information_for
from matches.models import Round
from matches.present import board
from matches.web.views import table as table_views
from notifications import message_text
from pages import own_matches
from tools.leaks import channels, proof, timing
from tools.leaks.house import AT_ONE_DEVICE
from tools.leaks.proof import prove
from tools.leaks.tally import Tally

pytestmark = pytest.mark.django_db
POSITIONS = 5
GAME = "sleeping_queens"


def run(slug: str = GAME, *, seats: int = 3, number: int = 1, most: int = 4) -> Tally:
    plan = SimulationPlan(slug, seats, ("easy", "normal"), f"{slug} test {number}", 3)
    return prove(plan, number, most=most, timed=False)


@pytest.mark.parametrize("slug", registry.games())
def test_nobody_learns_more_than_their_seat_may_know(slug: str) -> None:
    tally = run(slug, number=0, most=POSITIONS)  # a league's match
    assert tally.found == tally.stuck == []
    assert tally.positions > POSITIONS / 2
    assert tally.different > tally.positions / 2
    compared = {channel.partition(":")[0] for channel in tally.counts}
    assert {"page", "refusal", "sockets of lists"} <= compared


@pytest.mark.parametrize("slug", registry.games())
def test_a_device_that_is_handed_round_tells_nothing_of_one_hand(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While all cards are covered, its lists, pushes and sockets never contain the owner's hand."""
    with only(monkeypatch, proof.SHARED):
        tally = run(slug, number=AT_ONE_DEVICE, most=9)
    assert tally.found == tally.stuck == []
    assert tally.counts[proof.SHARED].pairs > 20


def secret() -> str:
    """Return a secret of the state."""
    state = Round.objects.latest("pk").state
    return hashlib.sha256(state.encode()).hexdigest()[:8]


@contextmanager
def only(monkeypatch: pytest.MonkeyPatch, *wanted: str) -> Iterator[None]:
    """Restrict the requests to these channels."""
    asks = proof._Shown._asks

    def some(*given: Any) -> Iterator[proof.Ask]:
        return (ask for ask in asks(*given) if ask.channel in wanted)

    with monkeypatch.context() as patch:
        patch.setattr(proof._Shown, "_asks", some)
        yield


def in_a_page(patch: pytest.MonkeyPatch) -> None:
    """Leak by a header whose length depends on the hand."""
    real = table_views.table_page

    def page(*given: Any, **named: Any) -> Any:
        answer = real(*given, **named)
        answer["X-Padding"] = "x" * (int(secret(), 16) % 50)
        return answer

    patch.setattr(table_views, "table_page", page)


def on_a_board(patch: pytest.MonkeyPatch) -> None:
    """Leak by a comment in the board, drawn from the state."""
    real = board.Drawing.draw

    def drawn(*given: Any, **named: Any) -> Board:
        found = real(*given, **named)
        first, *rest = found.skeleton.texts
        texts = (f"{first}<!-- {secret()} -->", *rest)
        return replace(found, skeleton=found.skeleton._replace(texts=texts))

    patch.setattr(board.Drawing, "draw", drawn)


def in_a_notice(patch: pytest.MonkeyPatch) -> None:
    """Leak by an email."""
    real = message_text.message_of

    def said(*given: Any) -> Any:
        message = real(*given)
        message.lines.append(secret())
        return message

    patch.setattr(message_text, "message_of", said)


def in_the_admin(patch: pytest.MonkeyPatch) -> None:
    """Leak by the seed of a running round in the admin."""
    patch.setattr(RoundAdmin, "running_fields", ("seed_hex",))
    pages = channels.in_the_admin
    patch.setattr(
        channels, "in_the_admin", lambda match: [one for one in pages(match) if "/round/" in one]
    )


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Leak by the sentence of a refusal, which depends on the hand."""
    patch.setattr(table_views, "sentence", lambda refusal: f"No, {secret()}.")


def in_own_data(patch: pytest.MonkeyPatch) -> None:
    """Leak by an export with more data."""
    patch.setitem(PARTS, "secrets", lambda user: secret())


def in_a_position(patch: pytest.MonkeyPatch) -> None:
    """Leak by an impossible action in the position, which depends on the hand."""

    def informed(*given: Any) -> Any:
        seen = information_for(*given)
        return msgspec.structs.replace(seen, offers=(*seen.offers, Order(secret(), "")))

    patch.setattr("api.play.position.information_for", informed)


def in_a_list(patch: pytest.MonkeyPatch) -> None:
    """Leak by the links of a list."""
    real = own_matches.matches_context
    patch.setattr(
        own_matches, "matches_context", lambda *given: real(*given) | {"shown_query": secret()}
    )


@pytest.mark.parametrize(
    ("plant", "channel"),
    [
        (in_a_list, proof.SHARED),
        (in_a_page, "page"),
        (on_a_board, "socket"),
        (on_a_board, "push"),
        (in_a_notice, "notices"),
        (in_the_admin, "admin"),
        (in_a_refusal, "refusal"),
        (in_own_data, "own data"),
        (in_a_position, "position"),
    ],
)
def test_a_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], channel: str
) -> None:
    plant(monkeypatch)
    with only(monkeypatch, channel):
        for number in range(1, 12):
            tally = run(number=number, most=16)
            if tally.found:
                return
    raise AssertionError(f"the leak was not found: {tally.counts}")


def test_a_time_that_tells_is_found_and_one_that_does_not_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = table_views.table_page

    def slow(*given: Any, **named: Any) -> Any:
        time.sleep(int(secret(), 16) % 8 * 0.004)
        return real(*given, **named)

    monkeypatch.setattr(table_views, "table_page", slow)
    monkeypatch.setattr(proof, "TIMED_EACH", 1)
    fours: list[timing.Four] = []
    with only(monkeypatch, "page"):
        # On a busy machine the test needs more of them.
        for number in range(1, 24):
            plan = SimulationPlan(GAME, 2, ("easy", "normal"), f"slow {number}", 1)
            fours += prove(plan, number, most=6).times["page"].wall
            if timing.verdict("page", "wall", fours, timing.ALPHA).p < timing.ALPHA:
                break
    assert len(timing.holm([timing.verdict("page", "wall", fours, timing.ALPHA)])) == 1
    luck = random.Random(1)
    shuffled = [shuffle(four, luck) for four in fours]
    assert timing.holm([timing.verdict("page", "wall", shuffled, timing.ALPHA)]) == []


def shuffle(four: timing.Four, luck: random.Random) -> timing.Four:
    a, b, c, d = luck.sample(four, 4)
    return a, b, c, d


def test_the_chance_of_so_many_is_the_binomial_one() -> None:
    assert timing.chance_of(0, 5) == 1
    assert timing.chance_of(5, 5) == pytest.approx(3**-5)
    assert timing.chance_of(4, 5) == pytest.approx(3**-5 + 5 * 2 * 3**-5)
    # Above 2,000 tries the normal distribution replaces it: the result is between its neighbours.
    below, above = timing.chance_of(721, 2_000), timing.chance_of(720, 2_000)
    assert below < timing.chance_of(721, 2_001) < above


def test_noise_alone_fails_no_more_often_than_it_may() -> None:
    luck = random.Random(2)
    wrong = 0
    for _ in range(200):
        fours = [four(luck, 0.0) for _ in range(60)]
        wrong += timing.verdict("page", "wall", fours, 0.05).p < 0.05
    assert wrong <= 20
    told = [four(luck, 3.0) for _ in range(200)]
    verdict = timing.verdict("page", "wall", told, timing.ALPHA)
    assert verdict.p < timing.ALPHA
    noise = timing.verdict("page", "wall", [four(luck, 0.0) for _ in range(400)], timing.ALPHA)
    assert 0.5 <= noise.finds_ms <= 5


def four(luck: random.Random, apart: float) -> timing.Four:
    """Return four times with long tails; those of one round are sometimes later by this much."""
    a, b, c, d = (luck.lognormvariate(1, 0.3) for _ in range(4))
    late = apart * luck.choice((0, 1, -1))
    return a + late, b + late, c, d
