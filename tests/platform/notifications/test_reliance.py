"""People who rely on a fact get a notice of its change: the table is complete, and each row has a
test.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from leagues.models import News
from leagues.services import news_text
from notifications.models import Kind
from notifications.reliance import NOBODY, TELLS, UNWATCHED, WATCHED

SHOWN = {
    "agreed": "leagues/test_told.py::test_who_proposed_hears_when_all_have_agreed",
    "arrange": "leagues/test_news.py::test_players_are_told_by_mail_once_and_in_their_time",
    "begun": "leagues/test_news.py::test_players_are_told_by_mail_once_and_in_their_time",
    "called_off": "leagues/test_told.py::test_all_who_signed_up_hear_of_other_dates",
    "club": "clubs/test_joining.py::test_a_request_is_answered_by_an_officer_and_told",
    "corrected": "leagues/test_told.py::test_a_decision_about_a_played_match_says_what_was_before",
    "dates": "leagues/test_told.py::test_all_who_signed_up_hear_of_other_dates",
    "decided": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "decision": "court/test_told.py::test_a_decision_says_nothing_of_itself_on_the_way",
    "ended": "leagues/test_told.py::test_a_season_ended_early_tells_how_matches_were_decided",
    "followed": "leagues/test_told.py::test_a_drop_out_is_told_to_all_whom_it_concerns",
    "friend": "friends/test_friends.py::test_one_asks_and_the_other_agrees",
    "league": "leagues/test_invitations.py::test_an_invitation_by_name_is_told_once",
    "moved": "leagues/test_told.py::test_another_time_says_that_the_one_agreed_on_falls",
    "open": "leagues/test_seasons.py::test_players_are_signed_up_for_the_next_season",
    "overdue": "leagues/test_told.py::test_nobody_is_asked_for_an_appointment_twice_at_once",
    "place": "leagues/test_told.py::test_a_drop_out_is_told_to_all_whom_it_concerns",
    "proposed": "leagues/test_told.py::test_who_proposed_hears_when_all_have_agreed",
    "reopened": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "replaced": "leagues/test_told.py::test_a_drop_out_is_told_to_all_whom_it_concerns",
    "ruling": "court/test_told.py::test_all_whose_result_changes_learn_of_the_ruling",
    "seat": "notifications/test_seats.py::test_a_rematch_keeps_the_seats_of_the_others_and_tells_them",
    "soon": "leagues/test_told.py::test_the_reminder_names_the_time_that_was_agreed_on",
    "stays": "leagues/test_seasons.py::test_players_are_signed_up_for_the_next_season",
    "taken_out": "leagues/test_told.py::test_who_is_taken_out_is_told_why_and_by_whom",
    "vacated": "leagues/test_told.py::test_the_organiser_hears_of_an_account_that_is_gone",
    "voided": "leagues/test_told.py::test_a_decision_about_a_match_that_was_not_played_is_told",
    "wiped": "leagues/test_told.py::test_a_drop_out_is_told_to_all_whom_it_concerns",
    "withdrawn": "leagues/test_told.py::test_a_withdrawn_appointment_is_told_to_all_others_each_time",
    "wrote": "leagues/test_thread.py::test_what_one_writes_the_other_reads_at_once_and_is_told",
}
"""The test that shows for each kind that it reaches the recipients in the table."""
TESTS = Path(__file__).parent.parent


WRITES = {
    "save", "update", "create", "delete", "bulk_create", "bulk_update", "get_or_create",
    "update_or_create", "save_unless_taken", "execute", "executemany",
}  # fmt: skip
"""Calls that write a row: of Django, of a cursor, and of `core.save_unless_taken`."""


class Services:
    """The functions of all services, and those that write a row, directly or indirectly.

    `only`: sources by the name of a module, instead of the real ones.
    """

    def __init__(self, only: dict[str, str] | None = None) -> None:
        sources = dict(_sources()) if only is None else only
        self.modules = {name: ast.parse(text) for name, text in sources.items()}
        self.functions = {
            f"{module}.{node.name}": node
            for module, parsed in self.modules.items()
            for node in parsed.body
            if isinstance(node, ast.FunctionDef)
        }
        calls = {name: set(self._calls(name)) for name in self.functions}
        writing = {name for name, node in self.functions.items() if _writes(node)}
        while more := {name for name in calls if name not in writing and calls[name] & writing}:
            writing |= more
        self.verbs = {name for name in writing if not name.rpartition(".")[2].startswith("_")}

    def _calls(self, name: str) -> Iterator[str]:
        """Return the functions of services that this one calls, by the names in its module."""
        module = name.rpartition(".")[0]
        known = {"": ""}
        for node in self.modules[module].body:
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                known |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            elif isinstance(node, ast.FunctionDef):
                known[node.name] = f"{module}.{node.name}"
        for part in ast.walk(self.functions[name]):
            if isinstance(part, ast.Name | ast.Attribute):
                head, dot, rest = ast.unparse(part).partition(".")
                if (called := f"{known.get(head, '')}{dot}{rest}") in self.functions:
                    yield called


def _sources() -> Iterator[tuple[str, str]]:
    for file in sorted(settings.PLATFORM.rglob("*.py")):
        parts = file.relative_to(settings.PLATFORM).with_suffix("").parts
        if "services" in parts[:-1] and parts[-1] != "__init__":
            yield ".".join(parts), file.read_text()


def _writes(node: ast.FunctionDef) -> bool:
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            name = ast.unparse(call.func).rpartition(".")[2]
            if name in WRITES:
                return True
    return False


def _is_in(name: str, places: Iterable[str]) -> bool:
    return any(f"{name}.".startswith(f"{place}.") for place in places)


def verbs() -> set[str]:
    """Return the verbs of `WATCHED`: functions that change something there, with or without a
    transaction.
    """
    return {name for name in Services().verbs if _is_in(name, WATCHED)}


def test_a_verb_is_found_by_what_it_comes_to_write() -> None:
    """A verb is found by the writes that it causes, even through a helper and without a decorator."""
    found = Services(
        {
            "a.services.one": "from a.services import two\n"
            "def plain(row):\n    row.save()\n"
            "def by_another():\n    two.helps()\n"
            "def reads(row):\n    return two.looks(row)\n",
            "a.services.two": "def helps():\n    _part()\n"
            "def _part():\n    Row.objects.filter(x=1).update(y=2)\n"
            "def looks(row):\n    return row.x\n",
        }
    )
    assert found.verbs == {
        "a.services.one.plain",
        "a.services.one.by_another",
        "a.services.two.helps",
    }


def test_each_service_is_watched_or_has_a_reason() -> None:
    modules = Services().modules
    places = (*WATCHED, *UNWATCHED)
    assert [name for name in modules if not _is_in(name, places)] == []
    assert [one for one in places if not any(_is_in(name, (one,)) for name in modules)] == []
    assert all(reason.endswith(".") for reason in UNWATCHED.values())


def test_each_verb_says_whom_it_tells_or_why_nobody() -> None:
    """If a new verb fails here, list the people to notify, or the reason for none, in
    `notifications.reliance`.
    """
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
