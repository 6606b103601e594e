"""A user can follow a player from table to table, if the player allows it and has not blocked the
user.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from matches.models import Match
from tests.platform.matches.cast import dealt, opened, person, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("Alice")


def follow(client: Client | None = None) -> Any:
    return (client or Client()).get(reverse("pages:follow", args=["Alice"]))


def test_a_follower_goes_to_the_newest_public_table(alice: User) -> None:
    waiting = follow().content.decode()
    assert "Alice is not at a public table right now." in waiting
    assert 'http-equiv="refresh"' in waiting
    dealt(alice, person("Bob"))
    assert follow().status_code == 200  # that one is private
    first = dealt(alice, person("Carl"), public=True)
    assert follow()["location"] == reverse("matches:table", args=[first.pk])
    second = opened(alice, bots=1, public=True)
    assert follow()["location"] == reverse("matches:table", args=[second.pk])


def test_a_result_leads_spectators_on(alice: User) -> None:
    match = dealt(alice, bots=1, public=True)
    address = reverse("matches:table", args=[match.pk])
    follows = reverse("pages:follow", args=["Alice"])
    assert follows not in Client().get(address).content.decode()
    play_out(match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    html = Client().get(address).content.decode()
    assert html.count(follows) == 1  # and no user follows a bot
    player = Client()
    player.force_login(alice)
    assert follows not in player.get(address).content.decode()


def test_nobody_is_followed_against_their_will(alice: User) -> None:
    """A person whom they blocked cannot follow them either."""
    dealt(alice, person("Bob"), public=True)
    carl = person("Carl")
    Block.objects.create(user=alice, blocked=carl)
    blocked = Client()
    blocked.force_login(carl)
    assert "Alice is not at a public table right now." in follow(blocked).content.decode()
    alice.hides_presence = True
    alice.save()
    html = follow().content.decode()
    assert "Alice does not want to be followed." in html
    assert "refresh" not in html
    profile = Client().get(reverse("pages:person", args=["Alice"])).content.decode()
    assert reverse("pages:follow", args=["Alice"]) not in profile
    assert Client().get(reverse("pages:follow", args=["Nobody"])).status_code == 404
