"""A release that cannot continue with a database reports it before it starts."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.kernel import registry
from matches.engine import catalogue
from matches.models import Match, Outbox, Seat
from tests.platform.matches.cast import act, dealt, person, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Return a running match."""
    match = dealt(person("Alice"), person("Bob"))
    act(match)
    return match


@pytest.fixture(autouse=True)
def _rules_are_read_anew() -> Any:
    catalogue.rules_of.cache_clear()
    yield
    catalogue.rules_of.cache_clear()


def refused(*argv: str) -> str:
    """Return the reason why the check, and therefore the start, is refused."""
    catalogue.rules_of.cache_clear()  # the code of a new release has no cache of earlier rules
    with pytest.raises(CommandError) as why:
        call_command("check_upgrade", *argv, stdout=StringIO(), stderr=StringIO())
    with pytest.raises(CommandError):
        call_command("prepare", only="data", stdout=StringIO())
    return str(why.value)


def test_code_that_knows_everything_may_go_on(match: Match) -> None:
    out = StringIO()
    call_command("check_upgrade", "--json", stdout=out, stderr=StringIO())
    assert json.loads(out.getvalue()) == {"rounds": 1, "unknown": [], "differing": {}}
    out = StringIO()
    call_command("prepare", only="data", json=True, stdout=out, stderr=StringIO())
    assert json.loads(out.getvalue())["running matches"] == "1 rounds replayed"


def test_a_game_that_is_gone_is_named(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    left = {slug: game for slug, game in registry.games().items() if slug != match.game}
    monkeypatch.setattr(registry, "games", lambda: left)
    why = refused()
    assert f"rules version {match.rules}: unknown_game" in why
    assert f"matches of {match.game} with the tempo {match.tempo!r}: unknown_game" in why
    assert f"round 1 of match {match.pk}" in why


def test_a_revision_that_is_gone_is_named(match: Match) -> None:
    _unguarded("UPDATE matches_rulesversion SET revision = 99")
    assert f"rules version {match.rules}: this code no longer has revision 99" in refused()


def test_an_option_that_is_gone_is_named(match: Match) -> None:
    _unguarded("""UPDATE matches_rulesversion SET options = '{"of_old": true}'""")
    assert f"rules version {match.rules}: unknown_option" in refused()


def test_data_that_is_gone_is_named(match: Match) -> None:
    _unguarded(f"UPDATE matches_rulesversion SET data = '{'0' * 64}'")
    assert "0000" in refused()


def test_tempos_bots_and_tasks_that_are_gone_are_named(match: Match) -> None:
    Match.objects.update(tempo="of_old")
    Seat.objects.filter(number=0).update(stand_in="clever")
    Seat.objects.filter(number=1).update(user=None, bot="cunning")
    Outbox.objects.create(kind="polish", round=match.rounds.get(), version=1, due_ms=0)
    why = refused()
    for name in ("tempo 'of_old'", "level 'clever'", "level 'cunning'", "kind 'polish'"):
        assert name in why
    Match.objects.update(status=Match.Status.FINISHED)  # a match that is over no longer uses them
    assert "of_old" not in _unknown()
    assert "cunning" not in _unknown()


def _unknown() -> str:
    try:
        call_command("check_upgrade", stdout=StringIO(), stderr=StringIO())
    except CommandError as why:
        return str(why)
    return ""


def test_rules_that_play_it_otherwise_are_named(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.get(match.game)
    meant = type(game).apply

    def otherwise(*arguments: Any) -> Any:
        step = meant(*arguments)
        return type(step)(step.state, step.events[:-1])

    monkeypatch.setattr(type(game), "apply", staticmethod(otherwise))
    assert f"round 1 of match {match.pk} ({match.rules}): the events of move 1 differ" in refused()


def test_rules_that_break_on_it_are_named(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> Any:
        raise KeyError("dragon")

    monkeypatch.setattr(type(registry.get(match.game)), "apply", staticmethod(broken))
    why = refused()
    assert "it cannot be replayed: KeyError: 'dragon'" in why


def test_only_running_matches_hold_a_start_up(match: Match) -> None:
    play_out(match)
    Match.objects.update(status=Match.Status.FINISHED)
    _unguarded("UPDATE matches_round SET drawn = drawn + 1")
    call_command("check_upgrade", "--running", stdout=StringIO(), stderr=StringIO())
    call_command("prepare", only="data", stdout=StringIO())
    with pytest.raises(CommandError, match="drew"):
        call_command("check_upgrade", stdout=StringIO(), stderr=StringIO())


def test_a_host_may_start_it_even_so(match: Match) -> None:
    _unguarded("UPDATE matches_round SET drawn = drawn + 1")
    refused("--running")
    call_command("prepare", only="data", unchecked=True, stdout=StringIO())


def test_tables_of_an_older_release_are_no_riddle(match: Match) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notifications'")
    with pytest.raises(CommandError, match="The database has not the tables of this code"):
        call_command("check_upgrade", stdout=StringIO(), stderr=StringIO())


def _unguarded(change: str) -> None:
    """Change rows that the database itself protects."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(change)
        cursor.execute("SET LOCAL session_replication_role = origin")
