"""Migrations fit the previous release: during a rollout both releases run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from tests.platform.config.migrations import problems

BASELINE = {
    "accounts": "0001_initial",
    "bots": "0001_initial",
    "court": "0001_initial",
    "leagues": "0001_initial",
    "matches": "0002_seats_of_finished_matches",
    "moderation": "0001_initial",
    "notifications": "0001_initial",
    "ratings": "0001_initial",
}
"""The newest migrations when rollouts began: no release before them has to fit."""
EXCUSED: dict[tuple[str, str], str] = {
    ("leagues", "0009_names_that_look_alike"): (
        "Old code finds a name in use by a query and never names the constraint; it writes leagues"
        " without a key, which the column allows. Leagues are few."
    ),
    ("clubs", "0003_names_that_look_alike"): (
        "Old code writes clubs without a key, which the column allows. Clubs are few."
    ),
    ("leagues", "0008_settings_at_their_fields"): (
        "The error of the constraint gets a code, which the database does not store."
    ),
    ("leagues", "0002_invite_only"): "Names are unique as before among the leagues that old code"
    " founds, which are all open; it never names the constraint, and leagues are few.",
    (
        "matches",
        "0007_ended_seats",
    ): "The trigger writes one column more, which old code does not know;"
    " the function is replaced at once, and rows are filled in by their index.",
    ("notifications", "0007_clubs_for_all"): "It only changes values that old code reads and"
    " writes in the same way; channels are few a person.",
    (
        "moderation",
        "0002_written_elsewhere",
    ): "Old code writes reports without a source, of which the"
    " constraint says nothing; reports are few.",
    (
        "notifications",
        "0003_about_others",
    ): "A webhook is one of its user as before where it is about"
    " nothing else, as all are that old code makes; it never names the constraint, and channels are few.",
    (
        "moderation",
        "0004_forgotten_reporters",
    ): "What was unique for each reporter stays so; old code"
    " never names the constraint, and reports are few.",
    (
        "matches",
        "0011_tables_of_a_move",
    ): "Its SQL only sets how PostgreSQL stores and vacuums three tables.",
    (
        "matches",
        "0012_round_rev",
    ): "Old code finds a round written once more and reads it again. The triggers lock the round after the"
    " match where old code has locked only the match; a move may then have to be repeated once.",
    ("notifications", "0002_news_of_friends"): "The check is created again with one more kind.",
    ("notifications", "0006_news_of_clubs"): "The check is created again with one more kind.",
    (
        "leagues",
        "0007_plain_english",
    ): "Only the error message of the constraint changes, which the database does not store.",
}
"""Later migrations that are exempt from the check of their operations, with the reason why they fit
both.
"""


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    return MigrationLoader(None)


def ours() -> list[str]:
    """Return the apps with our own migrations."""
    return [
        config.label
        for config in apps.get_app_configs()
        if config.path.startswith(str(settings.PLATFORM))
    ]


def since_then(loader: MigrationLoader) -> Iterator[tuple[str, str]]:
    """Return our migrations since the baseline."""
    known = {node for first in BASELINE.items() for node in loader.graph.forwards_plan(first)}
    for node in loader.graph.nodes:
        if node[0] in ours() and node not in known:
            yield node


def test_both_releases_can_live_with_every_migration(loader: MigrationLoader) -> None:
    found = [
        problem
        for node in since_then(loader)
        if node not in EXCUSED
        for problem in problems(loader.graph.nodes[node], loader.project_state(node, at_end=False))
    ]
    assert found == []


def test_each_excused_change_exists_and_is_new(loader: MigrationLoader) -> None:
    assert set(EXCUSED) <= set(since_then(loader))
    assert all(EXCUSED.values())
    assert set(BASELINE) <= set(ours())


@pytest.mark.django_db
def test_rows_of_the_baseline_fit_into_the_tables_of_today(
    loader: MigrationLoader,
) -> None:
    """The database itself checks it, independently of the migrations.

    The rows are written by the code of the baseline.
    """
    before = loader.project_state(list(BASELINE.items())).apps
    tables = _columns()
    for label in BASELINE:
        for model in before.get_app_config(label).get_models(include_auto_created=True):
            today = tables.get(model._meta.db_table, {})
            known = {field.column for field in model._meta.local_concrete_fields}
            assert known <= set(today), f"{model._meta.db_table} has lost columns"
            added = set(today) - known
            assert [name for name in added if not today[name]] == [], model._meta.db_table


def _columns() -> dict[str, dict[str, bool]]:
    """Return, by table and column, whether a row can be written without it."""
    found: dict[str, dict[str, bool]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, is_nullable = 'YES' OR column_default IS NOT NULL"
            " OR is_identity = 'YES' FROM information_schema.columns WHERE table_schema = 'public'"
        )
        for table, column, free in cursor.fetchall():
            found.setdefault(table, {})[column] = free
    return found


def before() -> ProjectState:
    """An app with one table."""
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField("name", max_length=10)),
        ("note", models.TextField()),
    ]
    state = ProjectState()
    state.add_model(ModelState("cards", "Card", fields))
    return state


def changing(*operations: Operation) -> migrations.Migration:
    """Return a migration of that app with this operation."""
    made: type[migrations.Migration] = type(
        "Migration", (migrations.Migration,), {"operations": list(operations)}
    )
    return made("0002_change", "cards")


@pytest.mark.parametrize(
    ("fits", "operation"),
    [
        (False, migrations.AddField("card", "suit", models.TextField(default=""))),
        (True, migrations.AddField("card", "suit", models.TextField(db_default=""))),
        (True, migrations.AddField("card", "suit", models.TextField(null=True))),
        (False, migrations.RemoveField("card", "note")),
        (False, migrations.RenameField("card", "note", "remark")),
        (False, migrations.RenameModel("Card", "Leaf")),
        (False, migrations.DeleteModel("Card")),
        (False, migrations.AlterModelTable("card", "leaves")),
        (False, migrations.AddIndex("card", models.Index(fields=["note"], name="by_note"))),
        (True, AddIndexConcurrently("card", models.Index(fields=["note"], name="by_note"))),
        (
            False,
            migrations.AddConstraint(
                "card", models.UniqueConstraint(fields=["name"], name="one_of_each")
            ),
        ),
        (True, migrations.AlterField("card", "note", models.TextField(null=True))),
        (True, migrations.AlterField("card", "note", models.TextField(db_default=""))),
        (False, migrations.AlterField("card", "note", models.IntegerField())),
        (True, migrations.AlterField("card", "name", models.CharField("n", max_length=10))),
        (False, migrations.AlterField("card", "name", models.CharField(max_length=5))),
        (False, migrations.RunSQL("DROP TABLE cards_card")),
        (False, migrations.RunPython(migrations.RunPython.noop)),
        (
            True,
            migrations.CreateModel("Box", [("id", models.BigAutoField(primary_key=True))]),
        ),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)
def test_each_kind_of_change_is_judged(fits: bool, operation: Operation) -> None:
    assert (list(problems(changing(operation), before())) == []) is fits


def test_what_was_not_there_before_may_be_changed_as_one_likes() -> None:
    change = changing(
        migrations.CreateModel("Box", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("box", "size", models.IntegerField(default=1)),
        migrations.AddIndex("box", models.Index(fields=["size"], name="by_size")),
    )
    assert list(problems(change, before())) == []
