"""The players of a private match that is over share it, each by a link of their own."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import revoke_access
from matches.actors import Person
from matches.models import Match, Seat
from matches.requests import Saying
from matches.services import talk
from matches.services.rounds import finish
from matches.store.load_match import load_table
from tests.platform.matches.cast import dealt, person, play_out
from tests.platform.matches.test_reading import as_user, page, step_url, told
from tests.sure import sure

pytestmark = pytest.mark.django_db


@pytest.fixture
def private() -> Match:
    """Return a private match of Alice and Bob that is over, with a chat message."""
    match = dealt(person("Alice"), person("Bob"))
    table = load_table(match.pk)
    alice = person_called("Alice")
    talk.post_message(table, Person(alice.pk, alice.epoch), Saying(text="Between us", key="one"))
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def person_called(name: str) -> User:
    return sure(Seat.objects.get(user__name=name).user)


def share(match: Match, name: str) -> str:
    """Return the path of the link that this player makes."""
    answer = as_user(person_called(name)).post(reverse("matches:share_replay", args=[match.pk]))
    assert answer.status_code == 302
    return reverse("matches:open_replay", args=[match.seats.get(user__name=name).replay])


def shared(link: str, rest: str = "steps/0") -> str:
    """Return the path of a page of the first round, under this link."""
    return f"{link}rounds/1/{rest}"


def test_a_reader_with_the_link_reads_the_round_but_not_the_chat(private: Match) -> None:
    stranger = Client()
    assert told(stranger, step_url(private, 0)) == (404, "no_match")
    link = share(private, "Alice")
    opened = stranger.get(link)
    assert (opened.status_code, opened["location"]) == (302, shared(link) + "?view=spectator")
    last = private.rounds.get().version
    for step in (0, last // 2, last):
        html = stranger.get(shared(link, f"steps/{step}?view=all")).content.decode()
        assert "Between us" not in html
        assert "Back to the table" not in html
        assert 'id="replay"' not in html
    assert "Between us" in page(as_user(person_called("Bob")), private, 0, "all")
    assert stranger.get(reverse("matches:table", args=[private.pk])).status_code == 404


def test_every_page_of_a_shared_replay_has_a_shareable_address(private: Match) -> None:
    """You can pass on the address of every page of a shared replay.

    Before, a cookie admitted the first reader. The address in their browser admitted no other
    reader, and no link preview.
    """
    link = share(private, "Alice")
    found, seen = [shared(link, "steps/1?view=all")], set()
    while found:
        address = found.pop()
        if address in seen or ("/steps/" in address and "/steps/1" not in address):
            continue
        seen.add(address)
        answer = Client().get(address)  # a new browser without cookies
        assert answer.status_code == 200, address
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert not answer.cookies.keys() & {"sessionid"}
        if "html" in answer["Content-Type"]:
            html = unescape(answer.content.decode())
            assert f"/matches/{private.pk}" not in html
            found += re.findall(rf'href="({link}[^"#]+)"', html)
    pages = {address.partition("?")[0].removeprefix(link) for address in seen}
    assert pages >= {f"rounds/1/{rest}" for rest in ("verify", "moves.txt", "moves.json")}
    assert "no-store" in Client().get(shared(link, "moves.json"))["Cache-Control"]


def test_a_preview_says_which_game_and_who_played(private: Match) -> None:
    link = share(private, "Alice")
    html = Client().get(link, follow=True).content.decode()
    assert '<meta property="og:title" content="Replay · Sleeping Queens">' in html
    assert '<meta property="og:description" content="Alice, Bob · Round 1, move 0">' in html


def test_who_came_by_a_link_asks_the_bot_and_plays_on(private: Match) -> None:
    link = share(private, "Alice")
    reader = Client()
    assert reader.post(shared(link, "steps/1/advice")).status_code == 302
    assert reader.get(shared(link, "steps/1/advice")).status_code == 200
    step = reader.get(shared(link, "steps/1?view=all")).content.decode()
    assert f'action="{shared(link, "steps/1/play-on")}"' in step
    level = re.findall(r'<option value="(\w+)"', step)[0]
    begun = reader.post(shared(link, "steps/1/play-on"), {"seat": "0", "level": level})
    assert begun.status_code == 302
    # The new match links back to the step, but its page does not pass the link on.
    html = reader.get(begun["location"]).content.decode()
    assert step_url(private, 1) in html
    assert link not in html
    assert reader.get(step_url(private, 1, "all")).status_code == 200


def test_a_link_opens_no_other_match_and_no_other_round(private: Match) -> None:
    link = share(private, "Alice")
    assert Client().get(f"{link}rounds/2/steps/0").status_code == 404
    assert Client().get(shared(link, "steps/99999")).status_code == 404
    assert Client().get(shared("/replays/nothing/")).status_code == 404


def test_a_link_is_its_makers_and_can_be_taken_back(private: Match) -> None:
    alices, bobs = share(private, "Alice"), share(private, "Bob")
    assert alices != bobs
    assert share(private, "Alice") == alices
    html = page(as_user(person_called("Alice")), private, 0)
    assert f"http://testserver{alices}" in html
    assert bobs not in html
    assert "Also shared by Bob" in html
    reader = Client()
    assert reader.get(shared(alices)).status_code == 200
    stop = reverse("matches:stop_sharing_replay", args=[private.pk])
    assert as_user(person_called("Alice")).post(stop).status_code == 302
    for dead in (alices, shared(alices), shared(alices, "moves.txt"), shared(alices, "verify")):
        assert told(reader, dead) == (404, "not_found")
    assert reader.get(shared(bobs)).status_code == 200


def test_a_link_of_somebody_who_may_not_come_in_leads_nowhere(private: Match) -> None:
    link = share(private, "Alice")
    reader = Client()
    assert reader.get(shared(link)).status_code == 200
    revoke_access.ban_user(person_called("Alice"))
    assert told(reader, link) == (404, "not_found")
    assert told(reader, shared(link)) == (404, "not_found")


def test_only_players_share_and_only_what_is_over(private: Match) -> None:
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
