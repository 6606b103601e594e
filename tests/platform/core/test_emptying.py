"""Data that a test commits is gone for the next one, and data of migrations is kept."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from accounts.models import User
from matches.models import Match, Move
from tests.platform.matches.cast import act, dealt, person

pytestmark = pytest.mark.django_db(transaction=True)


def tables() -> dict[str, int]:
    """Return the number of rows in each table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found


@pytest.mark.parametrize("time", [1, 2])
def test_each_begins_as_after_migrating(time: int) -> None:
    filled = {table for table, rows in tables().items() if rows}
    assert filled == {
        "auth_group",
        "auth_group_permissions",
        "auth_permission",
        "django_content_type",
        "django_migrations",
    }
    assert Group.objects.filter(permissions__isnull=False).exists()
    assert ContentType.objects.get_for_model(Match).model_class() is Match
    with connection.cursor() as cursor:
        cursor.execute("SHOW session_replication_role")
        assert cursor.fetchone() == ("origin",)
    # Rows with foreign keys, and some that a trigger protects from deletion.
    act(dealt(person("Anna"), person("Ben")))
    Group.objects.all().delete()
    ContentType.objects.all().delete()
    assert User.objects.count() == 2
    assert Move.objects.exists()
