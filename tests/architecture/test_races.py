"""Concurrent requests: every unique constraint has a defined answer for the second request, and
every count up to a limit holds a lock.

The database's refusal of a second row is only the last protection, and no answer to a user. So
this module lists each of our unique columns and constraints, with the test of the second request,
or with the reason why there is none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q

from tests.architecture.test_walls import PLATFORM, ROOT, forbid, modules, name_of, tree

RANDOM = "it is a long random value"
MATCH = "it is created under the lock of its match or round"
LEAGUE = "it is created under the lock of its league, season or division"
CLUB = "it is created under the lock of its club"
CASE = "it is created under the lock of its case"
WITH = "it is created once, in one transaction with its owner"
UPSERT = (
    "the second finds the row of the first: get_or_create by exactly these columns, or ON CONFLICT"
)
WORKER = "only workers create it, under an advisory lock of the game"
COMMAND = "only a host's command creates it"
ADMIN = "an administrator writes it in Django's admin, which reports a concurrent change"

RACES = "tests/platform/test_races.py"
CLUB_RACES = "tests/platform/clubs/test_races.py"
SETTLED = {
    "accounts.Block: blocked_once": UPSERT,
    "accounts.DeviceHint: one_hint_a_device": UPSERT,
    "accounts.Export: one_export_at_a_time": "tests/platform/accounts/test_parallel.py::"
    "test_trials_browsers_and_exports",
    "accounts.Export.token": RANDOM,
    "accounts.FormerName.name_key": "tests/platform/accounts/test_former_names.py::"
    "test_who_waits_for_a_name_that_is_given_up_does_not_get_it",
    "accounts.Mute: muted_once": UPSERT,
    "accounts.Restriction: one_restriction_of_a_kind": UPSERT,
    "accounts.SignIn.session_key": UPSERT,
    "accounts.User.name": "its key is then equal, too",
    "accounts.User.name_key": f"{RACES}::test_an_account_becomes_a_bot_while_its_new_name_is_taken",
    "accounts.UploadedPicture.token": RANDOM,
    "accounts.UploadedPicture.user": "it is created under the lock of its user",
    "api.Token.digest": RANDOM,
    "bots.Thought: one_thought_a_bot": UPSERT,
    "clubs.Club.invite": RANDOM,
    "clubs.Club.name_key": f"{CLUB_RACES}::test_two_clubs_by_one_address",
    "clubs.Club.slug": f"{CLUB_RACES}::test_two_clubs_by_one_address",
    "clubs.ClubLeague: one_row_a_league_of_a_club": UPSERT,
    "clubs.ClubMember: one_founder_a_club": CLUB,
    "clubs.ClubMember: one_row_a_member": f"{CLUB_RACES}::test_a_user_joins_twice_at_once",
    "clubs.ClubTable.match": WITH,
    "court.Appeal: one_appeal_a_person": "it is created under the lock of its dispute and its person",
    "court.Case.dispute": UPSERT,
    "court.Challenge.ruling": CASE,
    "court.Citation.dispute": WITH,
    "court.Dispute: one_record_a_dispute": UPSERT,
    "court.Opinion: one_opinion_a_moderator": CASE,
    "court.Party: one_party_a_place": WITH,
    "court.Ruling.correction": CASE,
    "court.Ruling.overturns": CASE,
    "court.Settlement.case": CASE,
    "court.Settlement.correction": CASE,
    "daily.Attempt: one_try_a_day": f"{RACES}::"
    "test_a_guest_signs_in_as_the_account_begins_the_daily_deal",
    "daily.Attempt.match": WITH,
    "daily.Day.date": "tests/platform/daily/test_deals.py",
    "friends.FriendLink.token": RANDOM,
    "friends.MatchChallenge.match": WITH,
    "friends.PutAway: put_away_once": UPSERT,
    "moderation.ReportedPicture.report": WITH,
    "friends.FriendLink.user": f"{RACES}::test_one_link_is_made_however_often_the_page_is_opened",
    "friends.Friendship: one_friendship_a_pair": f"{RACES}::"
    "test_two_who_ask_each_other_are_friends",
    "leagues.Division: one_division_a_tier": LEAGUE,
    "leagues.Entry: one_entry_a_bot": LEAGUE,
    "leagues.Entry: one_entry_a_person": LEAGUE,
    "leagues.Entry.replaces": LEAGUE,
    "leagues.Fixture: one_fixture_a_number": LEAGUE,
    "leagues.Fixture.match": LEAGUE,
    "leagues.Fixture.replay_of": LEAGUE,
    "leagues.FixtureSeat: one_row_a_seat_of_a_fixture": WITH,
    "leagues.FixtureSeat: one_seat_an_entry": WITH,
    "leagues.League.invite": RANDOM,
    "leagues.League.name_key": f"{RACES}::test_two_leagues_by_one_address",
    "leagues.League.slug": f"{RACES}::test_two_leagues_by_one_address",
    "leagues.LeagueGame: one_row_a_game_of_a_league": LEAGUE,
    "leagues.Member: one_membership_each": UPSERT,
    "leagues.News: league_news_once": UPSERT,
    "leagues.Season: one_season_a_number": LEAGUE,
    "leagues.Season: one_season_at_a_time": LEAGUE,
    "leagues.Season: one_season_is_planned": LEAGUE,
    "leagues.TableChange: one_change_a_number": LEAGUE,
    "matches.Arbiter: an_arbiter_once_at_a_time": MATCH,
    "matches.Correction: asked_for_once": "tests/platform/matches/test_correct.py",
    "matches.Deadline: one_row_a_deadline": MATCH,
    "matches.Departure: one_is_away_at_a_time": MATCH,
    "matches.Heartbeat.part": UPSERT,
    "matches.Match.invite": RANDOM,
    "matches.Match.rematch_of": "tests/platform/matches/test_rematch.py",
    "matches.Message: one_message_a_key": "it is created under the lock of its author, who is in the key",
    "matches.Move: one_move_a_key": MATCH,
    "matches.Move: one_move_a_number": MATCH,
    "matches.Outbox: owed_once": MATCH,
    "matches.Pause: one_pause_at_a_time": MATCH,
    "matches.Release: one_release_a_hash": COMMAND,
    "matches.Round: one_round_a_number": MATCH,
    "matches.RulesVersion: one_row_a_version": "the second publication finds it: `publish_version`",
    "matches.RulesVersion: one_version_a_combination": "the second publication finds it: `publish_version`",
    "matches.Seat: one_seat_a_number": WITH,
    "matches.Seat: one_seat_a_user": MATCH,
    "matches.Seat.invite": RANDOM,
    "matches.Seat.offer": RANDOM,
    "matches.Seat.replay": RANDOM,
    "matches.StandingOrder: one_order_a_seat": MATCH,
    "moderation.Report: one_report_a_message_and_reporter": "the second report is the first: `file_report`",
    "moderation.Report: one_report_a_source_and_reporter": "the second report is the first: `file_report`",
    "moderation.SanctionAppeal.sanction": "the second is refused: `appeal_sanction`",
    "notifications.Channel: one_channel_a_medium": UPSERT,
    "notifications.Channel: one_person_a_browser": UPSERT,
    "notifications.Delivery: one_delivery_a_channel": WITH,
    "notifications.Notice: told_once_a_situation": UPSERT,
    "ratings.Feat: one_count_a_feat": f"{RACES}::test_two_workers_count_the_feats_of_one_match",
    "ratings.Rating: one_rating_a_bot": WORKER,
    "ratings.Rating: one_rating_a_person": WORKER,
    "ratings.RatingChange: one_change_a_seat": WORKER,
    "ratings.StaleSince.game": UPSERT,
    "texts.Text: one_text_a_language": ADMIN,
}
"""By model and constraint or column: the test of two concurrent requests, or the reason why the
second needs none.
"""


def our_models() -> Iterator[type[models.Model]]:
    for config in apps.get_app_configs():
        if config.path.startswith(str(settings.PLATFORM)):
            yield from config.get_models()


def unique_things(model: type[models.Model]) -> Iterator[str]:
    """Yield the unique columns and constraints of a model, by name."""
    for field in model._meta.local_fields:
        is_made_here = isinstance(field, models.AutoField | models.UUIDField)
        if field.unique and not (field.primary_key and is_made_here):
            yield f"{model._meta.label}.{field.name}"
    for one in model._meta.constraints:
        if isinstance(one, models.UniqueConstraint):
            yield f"{model._meta.label}: {one.name}"


def test_whatever_is_unique_says_what_the_second_gets() -> None:
    found = {name for model in our_models() for name in unique_things(model)}
    assert len(found) > 60
    assert found == SETTLED.keys(), (
        "Add each new unique column or constraint to `SETTLED`, with the test of two concurrent"
        " requests, or the reason why the second needs none. Remove those that are gone."
    )


def test_every_test_that_is_named_exists() -> None:
    named = {one for one in SETTLED.values() if one.startswith("tests/")}
    assert len(named) > 8
    for one in named:
        path, _, name = one.partition("::")
        assert re.search(rf"^(async )?def {name or 'test_'}", (ROOT / path).read_text(), re.M), one


def test_nobody_counts_as_somebody() -> None:
    """If null counted as a value, several forgotten people would be the same person."""
    for model in our_models():
        for one in model._meta.constraints:
            if isinstance(one, models.UniqueConstraint) and one.nulls_distinct is False:
                for name in one.fields:
                    remote = model._meta.get_field(name).remote_field
                    assert getattr(remote, "on_delete", None) is not models.SET_NULL, (one, name)


# get_or_create ------------------------------------------------------------------------------------


def makers(path: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the models that a module gets or creates a row of, and the columns of the lookup."""
    for node in ast.walk(tree(path)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"get_or_create", "update_or_create"}
        ):
            model = ast.unparse(node.func).partition(".")[0]
            by = {word.arg or "**" for word in node.keywords} - {"defaults", "create_defaults"}
            yield model, frozenset(name.removesuffix("_id") for name in by)


def conditions(condition: Q | None) -> Iterator[str]:
    """Yield the columns in a condition."""
    for child in condition.children if condition is not None else ():
        if isinstance(child, Q):
            yield from conditions(child)
        elif isinstance(child, tuple):
            yield child[0].partition("__")[0]


def looks(model: type[models.Model]) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the columns that find an existing row, with the further columns that the lookup may
    have.
    """
    for field in model._meta.local_fields:
        if field.unique:
            yield frozenset({field.name}), frozenset()
    for one in model._meta.constraints:
        if isinstance(one, models.UniqueConstraint):
            yield frozenset(one.fields), frozenset(conditions(one.condition))


def test_who_gets_or_creates_looks_by_what_is_unique() -> None:
    """Django repeats the lookup by the same columns when another request was faster, so the lookup
    must find that row.
    """
    known = {model.__name__: model for model in (*our_models(), *apps.get_models())}

    def wrong(path: Path) -> Iterator[str]:
        for name, by in makers(path):
            ways = list(looks(known[name]))
            if not any(fields and fields <= by <= fields | also for fields, also in ways):
                yield f"{name} by {', '.join(sorted(by))}"

    paths = modules(PLATFORM)
    assert sum(len(list(makers(path))) for path in paths) > 15
    advice = (
        "Look up the row by exactly the columns of a unique constraint; put others into `defaults`."
    )
    forbid(wrong, paths, advice)


# Counting -----------------------------------------------------------------------------------------

HOLDS = re.compile(r"hold_people\(|User\.objects\.select_for_update\(|\block_\w+\(")
"""A lock, but not on the counted rows: if there are no rows yet, there is nothing to lock."""
MAY_COUNT = {
    "platform/clubs/services/found_club.py: check_founds": "a page also calls it; `found_club` locks the founder",
    "platform/clubs/services/join_club.py: admit": "its callers have locked the club",
    "platform/clubs/services/lead_members.py: appoint_officer": "`_by_founder` has locked the club",
    "platform/leagues/season/access.py: check_founds": "a page also calls it; `create_league` locks the founder",
}
"""Functions that compare a count of rows with a limit without a lock, with the reason."""


def is_limit(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    # LONGEST and SHORTEST are lengths of texts.
    return name.isupper() and len(name) > 1 and not re.search("LONGEST|SHORTEST", name)


def is_count(node: ast.expr) -> bool:
    """Return whether this counts rows: `.count()`, or the length of a call's result."""
    return any(
        isinstance(one, ast.Call)
        and (
            (isinstance(one.func, ast.Attribute) and one.func.attr == "count" and not one.args)
            or (ast.unparse(one.func) == "len" and isinstance(one.args[0], ast.Call))
        )
        for one in ast.walk(node)
    )


def unheld(path: Path) -> Iterator[str]:
    """Yield the functions of a module that count rows up to a limit without a lock before it."""
    for function in ast.walk(tree(path)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        lines = ast.unparse(function).splitlines()
        for node in ast.walk(function):
            if not isinstance(node, ast.Compare):
                continue
            sides = [node.left, *node.comparators]
            if any(map(is_limit, sides)) and any(map(is_count, sides)):
                said = ast.unparse(node)
                at = next(number for number, line in enumerate(lines) if said in line)
                if not HOLDS.search("\n".join(lines[:at])):
                    yield function.name


def test_who_counts_up_to_a_limit_holds_somebody() -> None:
    paths = modules(PLATFORM)
    found = {f"{name_of(path)}: {one}" for path in paths for one in unheld(path)}
    assert found >= MAY_COUNT.keys(), "Remove the entries of `MAY_COUNT` that no longer exist."
    forbid(
        lambda path: [one for one in unheld(path) if f"{name_of(path)}: {one}" not in MAY_COUNT],
        paths,
        "Lock the person or the parent row before the count, for example with `hold_people`.",
    )


@pytest.mark.parametrize(
    ("source", "unheld_there"),
    [
        ("def f(u):\n if u.things.count() >= MOST: raise X", ["f"]),
        ("def f(u):\n if len(things_of(u)) >= limits.MOST: raise X", ["f"]),
        ("def f(u):\n hold_people(u.pk)\n if u.things.count() >= MOST: raise X", []),
        ("def f(u):\n if u.things.count() >= MOST: raise X\n hold_people(u.pk)", ["f"]),
        (
            "def f(u):\n x = Thing.objects.select_for_update()\n if x.count() >= MOST: raise X",
            ["f"],
        ),
        ("def f(text):\n if len(text) > LONGEST: raise X", []),
    ],
)
def test_the_search_finds_who_counts(tmp_path: Path, source: str, unheld_there: list[str]) -> None:
    module = tmp_path / "module.py"
    module.write_text(source)
    assert list(unheld(module)) == unheld_there
