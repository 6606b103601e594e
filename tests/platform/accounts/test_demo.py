"""Demo accounts have random passwords in a private file, the same after every start."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.contrib.auth import authenticate

from accounts.demo import create_demo_accounts
from accounts.models import User

pytestmark = pytest.mark.django_db


def test_two_players_and_an_administrator(tmp_path: Path) -> None:
    accounts = create_demo_accounts(tmp_path / "var" / "demo-accounts")
    users = [authenticate(username=name, password=password) for name, password in accounts]
    assert [(u.is_staff, u.is_superuser) for u in users if isinstance(u, User)] == [
        (False, False),
        (False, False),
        (True, True),
    ]
    assert len({password for _, password in accounts}) == 3
    assert all(len(password) >= 12 for _, password in accounts)


def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    create_demo_accounts(tmp_path / "demo")
    assert stat.S_IMODE((tmp_path / "demo").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]


def test_a_second_start_changes_nothing(tmp_path: Path) -> None:
    first = create_demo_accounts(tmp_path / "demo")
    before = list(User.objects.order_by("pk").values_list("pk", "password", "epoch"))
    assert create_demo_accounts(tmp_path / "demo") == first
    assert list(User.objects.order_by("pk").values_list("pk", "password", "epoch")) == before


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"Lotte": 7}', '{"Lotte": ""}', "\ufeff\x00"])
def test_a_damaged_file_is_made_anew_and_its_passwords_work(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "demo"
    create_demo_accounts(path)
    path.write_text(damage, encoding="utf-8")
    accounts = create_demo_accounts(path)
    assert all(authenticate(username=name, password=word) for name, word in accounts)
    assert create_demo_accounts(path) == accounts


def test_a_database_made_anew_gets_the_passwords_of_the_file(tmp_path: Path) -> None:
    accounts = create_demo_accounts(tmp_path / "demo")
    User.objects.all().delete()
    assert create_demo_accounts(tmp_path / "demo") == accounts
    assert all(authenticate(username=name, password=word) for name, word in accounts)
