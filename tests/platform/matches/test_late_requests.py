"""A request of one round is never carried out in a later one, in any game and by any entry point."""

from __future__ import annotations

from itertools import islice

import pytest

from accounts.models import User
from bots.lab.simulation import BEGIN_MS
from core import clock
from games.kernel import registry
from matches.services.clock import pause
from tests.platform.matches.cast import dealt, fresh_key, person, stored
from tests.platform.matches.two_rounds import (
    Asked,
    Noted,
    anew,
    begin_first,
    deal_second,
    longest,
    play_out,
    until_tempting,
)

pytestmark = pytest.mark.django_db

SITUATIONS = 10
"""Number of situations of the second round in which requests of the first are sent again."""
MOST = 6
"""Number of requests of a kind to try in a situation."""


def first_round(game: str) -> Noted:
    with clock.stopped(BEGIN_MS):
        people = [person(name) for name in ("Alice", "Bob", "Carla")]
        match = dealt(*people, game=game, target=longest(game))
    return play_out(begin_first(match))


def answers_the_same(second: Noted, asked: Asked) -> bool:
    """Return whether a repeated request gets its old answer, and whether its key allows no other."""
    done = second.ask(asked)
    other = second.ask(anew(asked, action={"type": "another"}))
    key_reused = other.refusal is not None and other.refusal.code == "key_reused"
    return done.refusal is None and done.repeated and key_reused


def is_stale(second: Noted, asked: Asked) -> bool:
    """Return whether a request is refused as stale."""
    done = second.ask(asked)
    return done.refusal is not None and done.refusal.code == "stale"


@pytest.mark.parametrize("game", registry.games())
def test_a_request_of_an_earlier_round_is_not_carried_out(game: str) -> None:
    """A late request of an earlier round is not carried out.

    Before, a doubt that a program sent again doubted another player's word in the next round. So
    did one that a browser without a network had stored and never sent.
    """
    first = first_round(game)
    second = deal_second(first)
    tempted = 0
    for _ in range(SITUATIONS):
        before, version = stored(first.match), second.load()[0].version
        sent = [*islice(second.tempting(first.sent), MOST), *first.sent[-MOST:]]
        for asked in sent:
            for seen in (asked.request.seen, version, None):
                assert answers_the_same(second, anew(asked, seen=seen))
        unsent = list(islice(second.tempting(first.unsent), MOST))
        tempted += sum(one.names_situation for one in unsent)
        for asked in (*unsent, *first.unsent[-MOST:]):
            for seen in (asked.request.seen, 0, None):
                assert is_stale(second, anew(asked, seen=seen))
        assert stored(first.match) == before
        if not second.go_on():
            break
    # The game would have allowed some of these; only the version that they name makes them stale.
    assert tempted or not any(one.names_situation for one in first.unsent)


def test_between_two_rounds_the_first_is_still_answered() -> None:
    """A retry after the announcement of the next round gets its old answer.

    Before, it was refused because no cards were dealt.
    """
    first = first_round("daumen_drauf")
    before = stored(first.match)
    for asked in first.sent:
        assert answers_the_same(first, asked)
    never = first.ask(anew(first.unsent[-1], key=fresh_key()))
    assert never.refusal is not None
    assert never.refusal.code == "not_dealt"
    assert stored(first.match) == before


def test_a_changed_table_makes_no_late_request_new() -> None:
    """Changes of the table count in versions too, but a version of the first round stays too low.

    A player who loads the page again may act.
    """
    first = first_round("schlafmuetzen")
    second = deal_second(first)
    late = until_tempting(second, first.unsent)
    with clock.stopped(second.at_ms):
        for name in ("Alice", "Bob"):
            pause.agree_to_pause(first.match.pk, User.objects.get(name=name))
            pause.decline_pause(first.match.pk, User.objects.get(name=name))
    assert is_stale(second, late)
    done = second.ask(anew(late, seen=second.load()[0].shown_version(late.seat)))
    assert (done.refusal, done.repeated) == (None, False)
