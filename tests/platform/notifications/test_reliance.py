"""Who relies on something is told when it changes: the table of it is whole, and each row is shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from leagues import news_text
from leagues.models import News
from notifications.models import Kind
from notifications.reliance import NOBODY, TELLS, WATCHED

SHOWN = {
    "agreed": "leagues/test_told.py::test_who_proposed_hears_when_all_have_agreed",
    "arrange": "leagues/test_news.py::test_players_are_told_by_mail_once_and_in_their_time",
    "begun": "leagues/test_news.py::test_players_are_told_by_mail_once_and_in_their_time",
    "called_off": "leagues/test_told.py::test_other_dates_and_a_season_called_off_are_told_to_all_who_signed_up",
    "corrected": "leagues/test_told.py::test_a_decision_about_a_match_that_was_played_says_who_and_what_was_before",
    "dates": "leagues/test_told.py::test_other_dates_and_a_season_called_off_are_told_to_all_who_signed_up",
    "decided": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "decision": "court/test_told.py::test_a_decision_about_somebody_says_nothing_of_itself_on_the_way",
    "ended": "leagues/test_told.py::test_a_season_that_is_ended_early_tells_how_its_matches_were_decided",
    "followed": "leagues/test_told.py::test_a_drop_out_is_told_to_the_table_the_organiser_and_who_waits",
    "friend": "friends/test_friends.py::test_one_asks_and_the_other_agrees",
    "league": "leagues/test_invitations.py::test_who_is_invited_by_name_is_told_once_and_accepts_or_declines",
    "moved": "leagues/test_told.py::test_another_time_says_that_the_one_agreed_on_falls",
    "open": "leagues/test_seasons.py::test_who_played_is_signed_up_for_the_next_season_and_may_withdraw",
    "overdue": "leagues/test_told.py::test_nobody_is_asked_for_an_appointment_twice_at_once",
    "place": "leagues/test_told.py::test_a_drop_out_is_told_to_the_table_the_organiser_and_who_waits",
    "proposed": "leagues/test_told.py::test_who_proposed_hears_when_all_have_agreed",
    "reopened": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "replaced": "leagues/test_told.py::test_a_drop_out_is_told_to_the_table_the_organiser_and_who_waits",
    "ruling": "court/test_told.py::test_all_for_whom_a_match_counts_otherwise_learn_of_the_ruling",
    "seat": "notifications/test_seats.py::test_a_rematch_keeps_the_seats_of_the_others_and_tells_them",
    "soon": "leagues/test_told.py::test_the_reminder_names_the_time_that_was_agreed_on",
    "stays": "leagues/test_seasons.py::test_who_played_is_signed_up_for_the_next_season_and_may_withdraw",
    "taken_out": "leagues/test_told.py::test_who_is_taken_out_is_told_why_and_by_whom",
    "vacated": "leagues/test_told.py::test_the_organiser_hears_of_an_account_that_is_gone_and_that_nobody_follows",
    "voided": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "wiped": "leagues/test_told.py::test_a_drop_out_is_told_to_the_table_the_organiser_and_who_waits",
    "withdrawn": "leagues/test_told.py::test_a_withdrawn_appointment_is_told_to_all_others_each_time",
    "wrote": "leagues/test_thread.py::test_what_one_writes_the_other_reads_at_once_and_is_told",
}
"""By which test each kind is shown to reach whom the table names."""
TESTS = Path(__file__).parent.parent


def verbs() -> Iterator[str]:
    """The public functions of the services of `WATCHED` that begin a transaction, whole or in part: what
    changes things."""
    for package in WATCHED:
        place = settings.PLATFORM / package.replace(".", "/")
        files = [place.with_suffix(".py")] if not place.is_dir() else sorted(place.rglob("*.py"))
        for file in files:
            module = ".".join(file.relative_to(settings.PLATFORM).with_suffix("").parts)
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    marks = [ast.unparse(one) for one in node.decorator_list]
                    within = {
                        ast.unparse(one) for one in ast.walk(node) if isinstance(one, ast.withitem)
                    }
                    if "transaction.atomic" in marks or "transaction.atomic()" in within:
                        yield f"{module}.{node.name}"


def test_each_verb_says_whom_it_tells_or_why_nobody() -> None:
    """A new verb fails here until somebody has thought of who relies on what it changes."""
    told = {one.verb for one in TELLS}
    assert not told & NOBODY.keys()
    assert sorted(told | NOBODY.keys()) == sorted(verbs())
    assert all(one.whom and one.by for one in TELLS)
    assert all(reason.endswith(".") for reason in NOBODY.values())


def test_each_kind_of_news_is_told_by_a_verb() -> None:
    kinds = {kind for one in TELLS for kind in one.by}
    assert kinds <= {*News.Kind.values, *Kind.values}
    assert kinds >= set(News.Kind.values)
    assert kinds == SHOWN.keys()
    assert news_text.SENTENCES.keys() == set(News.Kind.values)


@pytest.mark.parametrize("kind", SHOWN)
def test_each_kind_is_shown_to_reach_whom_it_concerns(kind: str) -> None:
    file, _, name = SHOWN[kind].partition("::")
    assert f"def {name}(" in (TESTS / file).read_text()
