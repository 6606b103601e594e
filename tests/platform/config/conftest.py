"""What tests of the configuration share."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.db import connection


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of an empty database on the tests' own server."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    own = connection.settings_dict
    host, user = quote(own["HOST"], safe=""), own["USER"]
    yield f"postgresql://{user}@{host}{f':{port}' if (port := own['PORT']) else ''}/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
