"""The arbiter: sees nothing before taking over, all hands then, and the table is told."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.urls import reverse

from core.refusals import Refused
from games.kernel import registry
from matches.engine import catalogue
from matches.engine.view import reveal_all
from matches.services.absence import arbitrate
from matches.services.absence.departure import come_back, leave_match
from matches.services.rounds import finish, start
from matches.services.seating import tables
from matches.store.load_match import load_table
from moderation.models import AuditEntry
from tests.platform.accounts.cast import alice, bob, browser
from tests.platform.matches.cast import dealt, person, play_out, take_over
from tests.platform.moderation.staff import max_, mona

pytestmark = pytest.mark.django_db(transaction=True)


def test_before_taking_over_staff_sees_what_everybody_sees() -> None:
    match = dealt(alice(), bob())
    page = browser(mona())
    address = reverse("moderation:arbiter", args=[match.pk])
    shown = page.get(address).content.decode()
    assert 'id="board"' not in shown
    assert "Take over" in shown
    private = page.get(reverse("matches:table", args=[match.pk]))
    assert private.status_code == HTTPStatus.NOT_FOUND
    unsaid = page.post(address, {"take": "on", "words": " "})
    assert unsaid.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not match.arbiters.exists()
    assert not AuditEntry.objects.exists()


def test_the_table_is_told_and_the_log_has_it() -> None:
    anna, ben, judge = alice(), bob(), mona()
    match = dealt(anna, ben)
    before = load_table(match.pk).shown_version(None)
    page, address = browser(judge), reverse("moderation:arbiter", args=[match.pk])
    page.post(address, {"take": "on", "words": "Bob is said to show cards."})
    page.post(address, {"take": "on", "words": "Once more."})
    assert match.arbiters.count() == 1
    assert load_table(match.pk).shown_version(None) == before + 1
    for user in (anna, ben):
        shown = browser(user).get(reverse("matches:table", args=[match.pk])).content.decode()
        assert "Mona, a staff member, sees all hands of this match" in shown
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.app, entry.verb) == (judge, "matches", "arbitrate")
    assert entry.target == f"matches.match:{match.pk}"
    assert entry.facts == {"reason": "Bob is said to show cards."}
    shown = page.get(address).content.decode()
    assert 'id="board"' in shown
    # Others of the staff see nothing by it.
    other = browser(max_()).get(address).content.decode()
    assert 'id="board"' not in other
    page.post(address, {"give_back": "on"})
    assert 'id="board"' not in page.get(address).content.decode()
    shown = browser(anna).get(reverse("matches:table", args=[match.pk])).content.decode()
    assert "Mona, a staff member, has seen all hands of this match" in shown
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["arbitrate", "arbitrate-end"]


@pytest.mark.parametrize("game", registry.games())
def test_all_hands_are_to_be_seen_in_every_game(game: str) -> None:
    anna, judge = alice(), mona()
    least = catalogue.game_of(game).meta.seats[0]
    match = tables.open_match(
        anna,
        game,
        seats=max(least, 2),
        bots=[catalogue.game_of(game).meta.levels[0].slug] * (max(least, 2) - 1),
    )
    start.get_ready(match.pk, anna)
    arbitrate.take_over(match.pk, judge, "to see that it can be seen")
    page = browser(judge).get(reverse("moderation:arbiter", args=[match.pk]))
    assert page.status_code == HTTPStatus.OK
    live = load_table(match.pk).live
    assert live is not None
    assert reveal_all(live)
    assert 'form="play"' not in page.content.decode()


def test_who_sits_there_or_sat_there_does_not_arbitrate() -> None:
    judge, other = mona(), max_()
    match = dealt(judge, alice())
    with pytest.raises(Refused, match="sat_there"):
        arbitrate.take_over(match.pk, judge, "because")
    leave_match(match.pk, judge)
    with pytest.raises(Refused, match="sat_there"):
        arbitrate.take_over(match.pk, judge, "because")
    assert browser(judge).get(reverse("moderation:arbiter", args=[match.pk])).status_code == 403
    # And who arbitrated does not sit down.
    arbitrate.take_over(match.pk, other, "because")
    with pytest.raises(Refused, match="has_arbitrated"):
        take_over(match, 0, other)
    eve = person("Eve")
    take_over(match, 0, eve)
    # Nor does somebody who played on for a while.
    come_back(match.pk, judge)
    assert arbitrate.has_sat(match, eve)


def test_a_match_that_does_not_run_needs_no_arbiter() -> None:
    match, judge = dealt(alice(), bob()), mona()
    arbitrate.take_over(match.pk, judge, "because")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    assert not arbitrate.is_arbiter(match.pk, judge)
    page = browser(judge).get(reverse("moderation:arbiter", args=[match.pk]))
    assert "is not running" in page.content.decode()
