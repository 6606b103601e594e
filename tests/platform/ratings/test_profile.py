"""The public profile of a person: the statistics of their play, and the viewers of it."""

from __future__ import annotations

import pytest

from accounts.models import User
from core import clock
from core.charts import ChartFrame, Plot, round_levels
from core.person_links import person_link
from games.kernel import registry
from matches.models import Departure, Match
from matches.services.rounds import finish
from ratings import profile as pages
from ratings.models import Feat
from ratings.personal_data import export_feats
from ratings.profile import EarnedFeat
from ratings.services import feats
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.ratings.cast import GAME, followed, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Charlie")]


def shown(of: User, to: User | None = None) -> str:
    answer = browser(to).get(f"/people/{of.name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_has_played_nothing_has_a_page(cast: list[User]) -> None:
    html = shown(cast[0])
    assert "Latest results" not in html
    assert "You and" not in html
    assert "No finished match yet." in html
    assert "How this is counted" not in html
    assert "Your results stand here after your first match." in shown(cast[0], cast[0])


def test_streaks_and_favourite_games(cast: list[User]) -> None:
    alice, bob, _ = cast
    for minute, place in enumerate([1, 1, 1, 2, 1, 1]):
        game = GAME if minute < 4 else "wortspiel"
        played([alice, bob], [place, 3 - place], minute, game=game)
    played([alice, bob], [2, 1], 9, result=None)  # void: it does not count
    profile = pages.profile_of(alice.pk, None)
    assert (profile.matches, profile.streak, profile.longest) == (6, 2, 3)
    assert [(at.meta.slug, at.matches, at.won) for at in profile.games] == [
        (GAME, 4, 3),
        ("wortspiel", 2, 2),
    ]
    page = " ".join(shown(alice).split())
    assert '2 <span class="soft small">best: 3</span>' in page
    assert "83 %" in page


def test_a_result_tells_the_streak_that_ends_with_it(cast: list[User]) -> None:
    alice, bob, _ = cast
    matches = [
        played([alice, bob], [place, 3 - place], minute) for minute, place in enumerate([2, 1, 1])
    ]
    assert pages.streak_up_to(alice.pk, matches[2].pk) == 2
    assert pages.streak_up_to(bob.pk, matches[2].pk) == 0
    assert pages.streak_up_to(alice.pk, matches[1].pk) == 0  # a newer match exists


def test_head_to_head_with_the_viewer(cast: list[User]) -> None:
    alice, bob, charlie = cast
    played([alice, bob, charlie], [1, 2, 2], 0)
    played([charlie, alice], [1, 2], 1)
    played([bob, alice], [1, 2], 2)
    duel = pages.profile_of(alice.pk, bob.pk).duel
    assert duel is not None
    assert (duel.you, duel.them, duel.level, duel.matches) == (1, 1, 0, 2)
    mirrored = pages.profile_of(bob.pk, charlie.pk).duel
    assert mirrored is not None
    assert (mirrored.you, mirrored.them, mirrored.level) == (0, 0, 1)
    assert "You and Alice" in shown(alice, bob)
    assert "You and" not in shown(alice, alice)
    assert "You and" not in shown(alice)
    assert pages.profile_of(alice.pk, person("Dora").pk).duel is None


def test_a_match_among_friends_is_named_only_to_them(cast: list[User]) -> None:
    alice, bob, charlie = cast
    secret = played([alice, bob], [1, 2], 0, public=False)
    played([alice, "easy"], [1, 2], 1)
    for viewer, knows in ((None, False), (charlie, False), (bob, True), (alice, True)):
        assert (f"/matches/{secret.pk}/" in shown(alice, viewer)) is knows
        latest = pages.profile_of(alice.pk, viewer.pk if viewer else None).latest
        assert len(latest) == 1 + knows


def test_a_substitute_has_nothing_to_do_with_it(cast: list[User]) -> None:
    alice, bob, charlie = cast
    match = played([alice, bob], [1, 2])
    match.seats.filter(number=1).update(user=charlie)
    assert pages.profile_of(charlie.pk, None).matches == 0
    assert pages.profile_of(bob.pk, None).latest[0].others == (person_link("Alice"),)


def test_where_a_substitute_sat_the_result_is_nobodys(cast: list[User]) -> None:
    """The match counts neither for a rating, nor for duels, streaks and feats of the absent player."""
    alice, bob, charlie = cast
    match = played([alice, bob], [2, 1], rated=False)
    match.seats.filter(number=1).update(user=charlie)
    Departure.objects.create(
        match=match, seat=1, user=bob, followed_by=charlie, why="left", at=clock.now()
    )
    Feat.objects.create(match=match, seat=1, name="queens_woken", count=3)
    of_bob = pages.profile_of(bob.pk, alice.pk)
    assert (of_bob.matches, of_bob.streak, of_bob.duel, of_bob.games, of_bob.latest) == (
        *(0, 0, None),
        *([], []),
    )
    assert pages.profile_of(alice.pk, bob.pk).duel is None
    assert pages.profile_of(charlie.pk, alice.pk).matches == 0
    assert export_feats(bob) == []
    # Alice played it to the end herself.
    assert (pages.profile_of(alice.pk, None).matches, len(pages._latest(alice.pk, bob.pk))) == (
        1,
        1,
    )
    # Also if the seat's player came back before the end.
    match.seats.filter(number=1).update(user=bob)
    Departure.objects.update(back_at=clock.now())
    assert pages.profile_of(bob.pk, None).matches == 0


def test_the_history_is_drawn_and_stands_beside_it_in_numbers(cast: list[User]) -> None:
    alice, bob, _ = cast
    followed(*(played([alice, bob], [1 + n % 2, 2 - n % 2], n) for n in range(12)))
    (at,) = pages.profile_of(alice.pk, None).games
    assert len(at.steps) == 12
    assert at.steps[0].change == at.steps[0].strength.shown - 1500
    assert at.standing is not None
    assert at.steps[-1].strength == at.standing.strength
    drawn = at.chart
    assert drawn is not None
    spots = [tuple(map(float, spot.split(","))) for spot in drawn.curve.points.split()]
    assert len(spots) == 12
    assert len(drawn.marks) == len({step.at.date() for step in (at.steps[0], at.steps[-1])})
    frame = drawn.frame
    for x, y in [*spots, *(tuple(map(float, spot.split(","))) for spot in drawn.band.split())]:
        assert frame.left <= x <= frame.width - frame.right
        assert frame.top <= y <= frame.height - frame.bottom
    html = shown(alice)
    assert html.count("<tr><th scope=") == 13
    for step in at.steps:
        assert f"{step.strength.shown} ± {step.strength.margin}" in html
    assert pages.draw_rating_chart(at.steps[: pages.FEWEST]) is not None
    assert pages.draw_rating_chart(at.steps[: pages.FEWEST - 1]) is None


def test_round_levels_reach_as_far_as_the_values() -> None:
    assert round_levels(1103, 1897) == (1000, 1200, 1400, 1600, 1800, 2000)
    for low in (-950, -3, 0, 7, 1480):
        for width in (0, 1, 9, 10, 99, 101, 640, 12_345):
            found = round_levels(low, low + width)
            assert found[0] <= low
            assert low + width <= found[-1]
            assert 1 <= len(found) <= 6
    plot = Plot(ChartFrame(100, 100), last=0, low=5, high=5)
    assert plot.x(0) == "50.0"


@pytest.mark.django_db(transaction=True)
def test_what_people_like_to_see_is_counted_when_a_match_is_over() -> None:
    match = dealt(person("Alice"), person("Bob"), target="rounds-1")
    feats.count_feats(match_id=match.pk)
    assert not Feat.objects.exists(), "only after the match is over"
    play_out(match)
    round_ = match.rounds.get()
    finish.finish_round(round_.pk)
    for _ in range(2):
        feats.count_feats(match_id=match.pk)
    game = registry.get(match.game)
    counted = game.feats(feats.public_events(round_), 2)
    assert sum(counted["queens_woken"]) > 0
    kept = {(f.seat, f.name): f.count for f in Feat.objects.filter(match=match)}
    assert kept == {
        (seat, name): count
        for name, counts in counted.items()
        for seat, count in enumerate(counts)
        if count
    }
    seat = match.seats.get(number=0)
    assert seat.dealt_to is not None
    (at,) = pages.profile_of(seat.dealt_to.pk, None).games
    labels = {feat.name: feat.label for feat in game.meta.feats}
    assert {feat.label: feat.count for feat in at.feats} == {
        label: counted[name][0] for name, label in labels.items()
    }
    Match.objects.filter(pk=match.pk).update(result=None)
    assert pages.profile_of(seat.dealt_to.pk, None).games == []
    html = shown(seat.dealt_to)
    assert "Queens woken" not in html


def test_what_was_taken_back_is_not_counted() -> None:
    match = dealt(person("Alice"), person("Bob"))
    round_ = match.rounds.get()
    told = [{"kind": "queen_woken", "data": {"seat": 0}, "audience": None}]
    for number, (action, events) in enumerate(
        (
            ({"type": "play_king"}, told),
            ({"type": "take_back"}, [{"kind": "taken_back", "data": {"seat": 0}}]),
            ({"type": "play_king"}, told),
        ),
        1,
    ):
        round_.moves.create(number=number, seat=0, action=action, events=events, at_ms=0)
    events = feats.public_events(round_)
    assert [event.kind for event in events].count("queen_woken") == 1
    assert "taken_back" not in [event.kind for event in events]


def test_a_medal_shows_how_often() -> None:
    medals = [EarnedFeat("Queens woken", count).medal for count in (0, 1, 9, 10, 49, 50)]
    assert medals == ["none", "copper", "copper", "silver", "silver", "gold"]
