"""The statistics of shared matches find collusion, and find nothing in random results."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from django.urls import reverse

from accounts.models import User
from core import clock
from matches.models import Departure, Match, Seat
from matches.services.rules_versions import version_for_table
from moderation.staff.collusion_stats import LEAST, SeatedResult, pair_stats, pair_stats_of
from tests.platform.accounts.cast import alice, bob, browser
from tests.platform.matches.cast import GAME, person
from tests.platform.moderation.staff import mona

ANNA, BEN, EVE, CARL, DORA = 1, 2, 3, 4, 5


def by_luck(dice: random.Random, people: list[int]) -> SeatedResult:
    places = list(range(1, len(people) + 1))
    dice.shuffle(places)
    return SeatedResult(places, people)


def test_who_always_wins_beside_somebody_stands_first() -> None:
    dice = random.Random(8)
    rows = [by_luck(dice, dice.sample([BEN, EVE, CARL, DORA], 3)) for _ in range(40)]
    rows += [SeatedResult((1, 2, 3, 4), (BEN, EVE, CARL, ANNA)) for _ in range(12)]
    found = pair_stats(rows, BEN)
    assert found[0].other == ANNA
    assert found[0].shared == 12
    assert (found[0].with_other, found[0].ahead_of_other) == (1, 1)
    assert found[0].percents[0] == 100
    assert found[0].one_in > 1_000


def test_luck_alone_is_unlikely_about_as_often_as_it_says() -> None:
    dice = random.Random(1)
    unlikely = total = 0
    for _ in range(200):
        rows = [by_luck(dice, dice.sample([ANNA, BEN, EVE, CARL, DORA], 4)) for _ in range(40)]
        chances = [favour.by_chance for favour in pair_stats(rows, BEN)]
        unlikely += sum(chance < 0.05 for chance in chances)
        total += len(chances)
    assert total > 500
    assert Fraction(unlikely, total) < Fraction(8, 100)


def test_too_little_says_nothing() -> None:
    few = [SeatedResult((1, 2, 3), (BEN, EVE, ANNA))] * (LEAST - 1)
    enough = [SeatedResult((1, 2, 3), (BEN, EVE, CARL))] * LEAST
    assert ANNA not in {favour.other for favour in pair_stats(few + enough, BEN)}
    # Two players alone at a table cannot collude, and bots do not count.
    pairs = [SeatedResult((1, 2), (BEN, ANNA))] * 20
    assert pair_stats(pairs, BEN) == []
    assert pair_stats([SeatedResult((1, 2, 3), (BEN, None, None))] * 20, BEN) == []


def test_ties_count_half() -> None:
    rows = [SeatedResult((1, 1, 1), (BEN, EVE, ANNA))] * LEAST
    rows += [SeatedResult((1, 1, 1), (BEN, EVE, CARL))] * LEAST
    found = {favour.other: favour for favour in pair_stats(rows, BEN)}
    assert found[ANNA].with_other == found[ANNA].without == found[ANNA].ahead_of_other == 0.5
    assert found[ANNA].by_chance == 1


def finished(places: list[int], *people: User) -> Match:
    """Store a counting match of these people, by seat."""
    match = Match.objects.create(
        game=GAME,
        rules=version_for_table(GAME),
        tempo="live",
        pace={},
        status=Match.Status.FINISHED,
        finished_at=clock.now(),
        standing={},
        result={"places": places, "totals": places},
    )
    for number, user in enumerate(people):
        Seat.objects.create(match=match, number=number, user=user, dealt_to=user)
    return match


@pytest.mark.django_db
def test_a_substitute_sits_beside_the_others_as_well() -> None:
    """A substitute who sat down for an absent player, and lost on purpose, is in the statistics."""
    anna, ben, eve, carl = alice(), bob(), person("Eve"), person("Carl")
    for _ in range(LEAST):
        match = finished([1, 3, 2], ben, eve, carl)
        Departure.objects.create(
            match=match, seat=1, user=eve, followed_by=anna, why="left", at=clock.now()
        )
        finished([3, 1, 2], ben, eve, carl)
    beside = dict(pair_stats_of(ben))
    assert (beside[anna].shared, beside[anna].with_other, beside[anna].without) == (LEAST, 1, 0)
    theirs = dict(pair_stats_of(anna))
    assert theirs == {}  # no comparison: they have no other matches
    # Two players who held the same seat, one after the other, did not share a table.
    assert anna not in {user for user, _ in pair_stats_of(eve)}


@pytest.mark.django_db
def test_the_page_of_a_person_says_it_and_decides_nothing() -> None:
    anna, ben, eve, carl = alice(), bob(), person("Eve"), person("Carl")
    for _ in range(LEAST):
        finished([1, 2, 3], ben, anna, eve)
        finished([3, 1, 2], ben, eve, carl)
    page = browser(mona()).get(reverse("moderation:person", args=[ben.pk])).content.decode()
    table = page.split('id="pairs"')[1].split("</table>")[0]
    rows = {name: table.split(f">{name}</a>")[1].split("</tr>")[0] for name in ("Alice", "Carl")}
    assert rows["Alice"].count("100 %") == 2
    assert ">0 %<" in rows["Alice"]
    assert rows["Carl"].count(">0 %<") == 2
    assert "This proves nothing by itself" in page
    assert not ben.sanctions.exists()
