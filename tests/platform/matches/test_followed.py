"""A player with a substitute in their seat: what they find, read and are told, and what stays
hidden.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core import mail
from django.urls import reverse

from accounts.models import User
from core import clock
from matches.models import Match
from matches.present import listings, talk
from matches.present.match_filter import MatchFilter
from matches.services.absence import departure, tell_of_absence
from matches.services.rounds import finish
from matches.store.load_match import load_table
from notifications.models import Notice
from tests.platform.accounts.cast import browser
from tests.platform.matches.cast import act, followed, person, play_out, take_over
from tests.platform.matches.sockets import page
from tests.platform.matches.test_talk import says
from tests.platform.notifications.cast import reached_by_mail, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, dora: User) -> Match:
    """Return a match in which Dora plays on for Bob."""
    return followed(alice, bob, dora, target="rounds-1")


def to_its_end(match: Match) -> None:
    play_out(match)
    finish.finish_round(match.rounds.latest("number").pk)


def test_a_match_with_a_substitute_stays_in_its_players_list(
    match: Match, bob: User, dora: User
) -> None:
    """The player finds the match to which they may come back.

    Before, it disappeared from all lists.
    """
    (line,) = listings.mine(bob).lines
    assert (line.match, line.followed_by, line.need, line.bot_plays) == (match, "Dora", "", False)
    assert line.asked is None
    assert line.others.people == ["Alice", "Dora"]
    assert listings.waiting(bob.pk) == []
    html = browser(bob).get("/matches/").content.decode()
    assert "Dora has taken over your seat" in " ".join(html.split())
    (of_dora,) = listings.mine(dora).lines
    assert of_dora.followed_by == ""
    departure.come_back(match.pk, bob)
    (line,) = listings.mine(bob).lines
    assert line.followed_by == ""
    assert listings.mine(dora).lines == []


def test_the_list_hides_what_the_substitute_alone_knows(
    match: Match, bob: User, dora: User
) -> None:
    """The player whose seat it is reads only public facts."""
    for _ in range(40):
        (of_bob,), (of_dora,) = listings.mine(bob).lines, listings.mine(dora).lines
        everybody = listings.public_line(dora, match.pk)
        assert everybody is not None
        assert (of_bob.last, of_bob.asked) == (everybody.last, None)
        outside = listings.public_line(bob, match.pk)
        assert outside is not None
        assert outside.last == everybody.last
        if of_dora.last != everybody.last:
            return
        act(match)
    raise AssertionError("the substitute never saw more than the public")


def test_the_filter_of_the_list_finds_it_too(match: Match, bob: User) -> None:
    assert [one.match for one in listings.mine(bob, wanted=MatchFilter(person="Dora")).lines]
    assert not listings.mine(bob, wanted=MatchFilter(person="Emil")).lines


def test_a_match_that_is_over_says_in_the_history_who_played(
    match: Match, bob: User, dora: User
) -> None:
    """It is in the history of the player whose seat it was."""
    to_its_end(match)
    (line,) = listings.finished(bob).lines
    assert (line.match, line.followed_by) == (match, "Dora")
    assert (line.place, line.points, line.at is None) == (None, None, False)
    assert listings.mine(bob).lines == []
    html = " ".join(browser(bob).get("/matches/").content.decode().split())
    assert "Dora took over your seat" in html
    assert "Open the table" in html
    assert browser(bob).get(f"/matches/{match.pk}/").status_code == 200
    for result in ("won", "lost"):
        assert listings.finished(bob, wanted=MatchFilter(result=result)).lines == []
    # The start page offers a rematch only to players who can have one.
    assert listings.last_ended(bob) is None
    (ended,) = (line.ended for line in listings.mine(dora).lines)
    assert ended is not None
    assert (ended.followed_by, ended.place is None) == ("", False)


def sentences(user: User) -> list[str]:
    found = Notice.objects.filter(user=user, kind="decision").order_by("pk")
    return [one.news["sentence"] % one.news["facts"] for one in found if one.news is not None]


def test_player_and_substitute_are_told_of_each_other(
    match: Match, alice: User, bob: User, dora: User
) -> None:
    """The player is notified of a substitute; the substitute is notified that the player is back.

    Before, only the request for a substitute was announced, and a substitute lost the seat without
    notice.
    """
    said = tell_of_absence.SENTENCES
    assert sentences(bob)[-1] == said["followed"] % {"name": "Dora"}
    departure.leave_match(match.pk, dora)
    emil = person("Emil")
    take_over(match, 1, emil)
    assert sentences(bob)[-1] == said["followed"] % {"name": "Emil"}
    assert sentences(dora)[-1] == said["replaced"] % {"name": "Emil"}
    departure.come_back(match.pk, bob)
    paths = {
        one.user.name: one.news["path"]
        for one in Notice.objects.filter(kind="decision").select_related("user").order_by("pk")
        if one.news is not None
    }
    table, lists = f"/matches/{match.pk}/", "/matches/"  # a private table is no longer open to them
    assert paths == {"Bob": table, "Dora": lists, "Emil": lists}
    assert sentences(emil) == [said["relieved"] % {"name": "Bob"}]
    assert sentences(alice) == []


def test_they_are_told_that_it_is_over_and_who_played_on(
    match: Match, bob: User, settings: Any
) -> None:
    settings.CAN_MAIL = True
    reached_by_mail(bob)
    with clock.shifted(60_000):
        to_its_end(match)
    with clock.shifted(3_600_000):
        work()
    (letter,) = [one for one in mail.outbox if "is over" in one.subject]
    assert "Dora took over your seat." in letter.body
    assert "Your place" not in letter.body


def heard(match: Match, user: User) -> list[str]:
    html = browser(user).get(f"/matches/{match.pk}/").content.decode()
    return re.findall(r'said__words" dir="auto">(.*?)</span>', html)


def test_what_spectators_say_is_closed_to_who_may_come_back(
    match: Match, alice: User, bob: User, dora: User
) -> None:
    """A player who may come back does not read what spectators said of the hands.

    Before, they read it and took the seat back with this knowledge.
    """
    Match.objects.update(public=True)
    charlie = person("Charlie")
    says(match, alice, "Hello")
    says(match, charlie, "Look at her kings")
    assert heard(match, charlie) == ["Hello", "Look at her kings"]
    assert heard(match, bob) == heard(match, dora) == ["Hello"]
    says(match, bob, "I watch for a while")
    assert heard(match, bob) == ["Hello", "I watch for a while"]  # their own messages
    assert heard(match, dora) == ["Hello"]
    assert heard(match, charlie) == ["Hello", "Look at her kings", "I watch for a while"]
    table = load_table(match.pk)
    assert [one.text for one in talk.readable(table, bob.pk)] == ["Hello", "I watch for a while"]
    play_out(match)
    assert "Look at her kings" in heard(match, bob)


def test_nor_can_they_report_it_before(match: Match, bob: User) -> None:
    """The form of a report quotes the line that it reports."""
    Match.objects.update(public=True)
    charlie = person("Charlie")
    says(match, charlie, "Look at her kings")
    html = browser(person("Eve")).get(f"/matches/{match.pk}/").content.decode()
    (handle,) = re.findall(r"said=(\w+)", html)
    address = f"{reverse('moderation:file_report')}?match={match.pk}&said={handle}"
    assert "Look at her kings" in browser(person("Fritz")).get(address).content.decode()
    assert browser(bob).get(address).status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_no_push_brings_it_either() -> None:
    names = ("Alice", "Bob", "Dora", "Charlie")
    alice, bob, dora, charlie = [await database_sync_to_async(person)(name) for name in names]
    lay = database_sync_to_async(followed)
    match = await lay(alice, bob, dora, public=True, rated=False)
    async with page(match, bob) as his, page(match) as anybodys:
        await his.board(), await anybodys.board()
        await database_sync_to_async(says)(match, charlie, "Look at her kings")
        assert await anybodys.talk() == ["Look at her kings"]
        assert await his.silent()
        await database_sync_to_async(says)(match, alice, "Hello")
        assert await his.talk() == ["Hello"]
