"""A private match that is over is shared by its players, each by a link of their own."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services import access
from matches.actors import Person
from matches.models import Match, Seat
from matches.requests import Saying
from matches.services import talk
from matches.services.rounds import finish
from matches.table.lookup import load_table
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.matches.test_reading import as_user, page, step_url, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def private():
    """A private match of Alice and Bob that is over, with something said."""
    match = dealt(person("Alice"), person("Bob"))
    table = load_table(match.pk)
    alice = person_called("Alice")
    talk.post_message(table, Person(alice.pk, alice.epoch), Saying(text="Between us", key="one"))
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def person_called(name: str):
    return Seat.objects.get(user__name=name).user


def share(match: Match, name: str) -> str:
    """The path of the link that this player makes."""
    answer = as_user(person_called(name)).post(reverse("matches:share_replay", args=[match.pk]))
    assert answer.status_code == 302
    return reverse("matches:open_replay", args=[match.seats.get(user__name=name).replay])


def test_whoever_has_the_link_reads_it_but_not_what_was_said(private):
    stranger = Client()
    assert told(stranger, step_url(private, 0)) == (404, "no_match")
    link = share(private, "Alice")
    opened = stranger.get(link)
    assert (opened.status_code, opened["location"]) == (302, step_url(private, 0, "spectator"))
    last = private.rounds.get().version
    for step in (0, last // 2, last):
        html = page(stranger, private, step, "all")
        assert "Between us" not in html
        assert "Back to the table" not in html
        assert 'id="replay"' not in html
    assert "Between us" in page(as_user(person_called("Bob")), private, 0, "all")
    assert stranger.get(reverse("matches:moves_text", args=[private.pk, 1])).status_code == 200
    assert stranger.get(reverse("matches:verify_shuffle", args=[private.pk, 1])).status_code == 200
    assert stranger.get(reverse("matches:table", args=[private.pk])).status_code == 404


def test_a_link_is_its_makers_and_can_be_taken_back(private):
    alices, bobs = share(private, "Alice"), share(private, "Bob")
    assert alices != bobs
    assert share(private, "Alice") == alices
    html = page(as_user(person_called("Alice")), private, 0)
    assert f"http://testserver{alices}" in html
    assert bobs not in html
    assert "Also shared by Bob" in html
    reader = Client()
    reader.get(alices)
    stop = reverse("matches:stop_sharing_replay", args=[private.pk])
    assert as_user(person_called("Alice")).post(stop).status_code == 302
    assert reader.get(alices).status_code == 404
    assert told(reader, step_url(private, 0)) == (404, "no_match")
    reader.get(bobs)
    assert page(reader, private, 0, "spectator")


def test_a_link_of_somebody_who_may_not_come_in_leads_nowhere(private):
    link = share(private, "Alice")
    reader = Client()
    reader.get(link)
    access.ban_user(person_called("Alice"))
    assert reader.get(link).status_code == 404
    assert told(reader, step_url(private, 0)) == (404, "no_match")


def test_only_players_share_and_only_what_is_over(private):
    public, stranger = dealt(person("Fay"), person("Gil"), public=True), as_user(person("Carl"))
    for match, refusal in ((private, (404, "no_match")), (public, (403, "not_a_player"))):
        address = reverse("matches:share_replay", args=[match.pk])
        answer = stranger.post(address, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == refusal
    running = dealt(person("Dora"), person("Emil"))
    address = reverse("matches:share_replay", args=[running.pk])
    answer = as_user(running.seats.get(number=0).user).post(
        address, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    assert not running.seats.exclude(replay=None).exists()
