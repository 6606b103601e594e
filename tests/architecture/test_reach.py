"""Every entry point by which one person reaches another checks for a block between the two.

A function counts as an entry point if it notifies a person, writes a row about two people, or gives
or reserves a seat. Finding a person by a typed name counts, too. Each must call
`accounts.services.reach.apart`, directly or indirectly. Otherwise `REASONS` has the reason why not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import models

from tests.architecture.test_walls import PLATFORM, modules, tree

ASKED = "accounts.services.reach.apart"
TELLS = {"seat_kept", "befriended", "club_news", "league_news"}
"""Signals of `core.signals` by which a person, not the staff, causes a notice to another."""
FINDS = {"friend_called", "people_called"}
SEAT = {"user", "user_id", "kept_for", "kept_for_id"}
WRITES = {"create", "bulk_create", "get_or_create", "update_or_create"}

REASONS = {
    "accounts.services.blocks.block_user": "it creates the block",
    "accounts.services.blocks.transfer_guest": "it transfers the blocks themselves",
    "accounts.services.mutes.mute_user": "a mute only hides the other person's messages",
    "accounts.services.mutes.transfer_guest": "it transfers the mutes themselves",
    "friends.services.challenge._close": "the asked person answers, and `reserve_for` checked the challenge",
    "friends.services.friendship._tell": "each caller has checked",
    "leagues.web.forms.league_form.LeagueForm.clean_organisers": "a form finds the people; `change_league` checks",
    "leagues.services.notify._pass_on": "a league notifies its own players, who signed up there",
    "lobby.forms.TableForm._keep": "a form finds the person; `reserve_for` checks when the table is created",
    "matches.services.absence.departure._take_back": "the player takes back the own seat",
    "matches.services.correct._correct": "only the staff and the court correct a result",
    "matches.services.rounds.bot_takeover.note_departure": "a player left, and no other is reached",
    "matches.services.seating.reserve_seat.friend_called": "it only finds a person; each caller checks",
    "matches.services.seating.seats.free_seat": "it takes the seat away from its player",
    "matches.services.seating.tables.lay_table": "it stores seats that its callers have filled",
    "matches.services.seating.tables.new_seats": "a draw or a deal seats them, and no person chose",
    "matches.services.seating.tables.open_match": "the host takes the first seat; no other person is seated",
    "moderation.reports.services.file_report.file_report": "it reaches only the staff",
    "moderation.reports.services.file_report.flag_message": "it reaches only the staff",
    "moderation.reports.views._occasion": "a report reaches only the staff",
    "moderation.staff.views.staff_index": "the staff looks up a person",
    "moderation.sanctions.services.impose.impose_sanction": "the staff decides",
    "pages.person._person_called": "it finds a person to show; each action of the page checks",
}
"""The reason why an entry point need not check."""


@cache
def calls() -> dict[str, set[str]]:
    """Return, for each function of the platform, the full names that it calls or mentions."""
    found: dict[str, set[str]] = {}
    for path in modules(PLATFORM):
        module = module_of(path)
        known = names_of(path)
        for name, node in functions(path):
            called = set()
            for part in ast.walk(node):
                if isinstance(part, ast.Name):
                    called.add(known.get(part.id, f"{module}.{part.id}"))
                elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                    called.add(f"{known.get(part.value.id, part.value.id)}.{part.attr}")
            found[f"{module}.{name}"] = called
    return found


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PLATFORM).with_suffix("").parts)


def functions(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions and methods of a module; nested ones count as part of them."""
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{part.name}", part


def names_of(path: Path) -> dict[str, str]:
    """Return the full names of a module's imports, by the names that it uses."""
    found = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


@cache
def asks(function: str) -> bool:
    """Return whether this function calls `apart`, directly or indirectly."""
    seen, open_ = set(), [function]
    while open_:
        one = open_.pop()
        if one == ASKED:
            return True
        if one not in seen:
            seen.add(one)
            open_ += calls().get(one, ())
    return False


def about_two() -> set[str]:
    """Return the models whose rows refer to two or more people."""
    user = settings.AUTH_USER_MODEL
    return {
        model.__name__
        for model in apps.get_models()
        if (PLATFORM / model._meta.app_label).is_dir()
        and sum(
            isinstance(field, models.ForeignKey) and field.related_model._meta.label == user
            for field in model._meta.get_fields()
        )
        > 1
    }


def entry_points() -> set[str]:
    """Return the full names of all entry points by which one person reaches another."""
    pairs = about_two()
    return {
        f"{module_of(path)}.{name}"
        for path in modules(PLATFORM)
        if not path.is_relative_to(PLATFORM / "bots" / "lab")
        for name, node in functions(path)
        if any(opens(part, pairs) for part in ast.walk(node))
    }


def opens(node: ast.AST, pairs: set[str]) -> bool:
    if isinstance(node, ast.Assign):
        flat = [one for target in node.targets for one in ast.walk(target)]
        return any(
            isinstance(one, ast.Attribute)
            and one.attr in SEAT
            and isinstance(one.value, ast.Name)
            and one.value.id in {"place", "seat"}
            for one in flat
        )
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in FINDS | pairs
    if not isinstance(called, ast.Attribute):
        return False
    owner = called.value
    if called.attr == "send" and isinstance(owner, ast.Name):
        return owner.id in TELLS
    if called.attr in WRITES and isinstance(owner, ast.Attribute):
        return isinstance(owner.value, ast.Name) and owner.value.id in pairs
    return called.attr in FINDS


def test_each_entry_point_checks_for_blocks_or_states_the_reason() -> None:
    found = entry_points()
    unasked = {one for one in found if not asks(one)}
    assert unasked - REASONS.keys() == set(), (
        "These functions reach another person without a call of `apart`: call it, or give a reason in"
        " `REASONS`."
    )
    assert REASONS.keys() - unasked == set(), (
        "These functions call `apart` now, or are gone: remove them from `REASONS`."
    )


def test_the_search_finds_known_entry_points() -> None:
    """The search finds each entry point whose check was once missing."""
    assert {
        "friends.services.friendship.ask_for_friendship",
        "leagues.services.entries.invite_people.invite_person",
        "matches.services.seating.rematch._opened",
        "matches.services.seating.reserve_seat.reserve_for",
        "matches.services.seating.seats.take_seat",
    } <= entry_points()
    assert not asks("matches.services.seating.tables.open_match")


def test_nobody_else_reads_blocks() -> None:
    """Blocks are read in one place only, which also handles deleted accounts."""
    own = {"accounts.services.blocks", "accounts.services.reach", "accounts.models.__init__"}
    readers = {
        module_of(path)
        for path in modules(PLATFORM)
        if {"accounts.models.Block", "accounts.models.blocks.Block"} & set(names_of(path).values())
    }
    assert readers == own
