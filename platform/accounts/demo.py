"""Demo accounts for a new server, with random passwords in one private file."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from accounts import names
from accounts.models import User

PLAYERS = ("Lotte", "Emil")
KEEPER = "Keeper"
"""The name of the administrator."""


def create_demo_accounts(path: Path) -> list[tuple[str, str]]:
    """Create two players and an administrator with the passwords of this file; create the file if
    missing.

    Another run changes nothing: neither the file nor a password that is set already.
    """
    passwords = _read_accounts(path)
    if any(name not in passwords for name in (*PLAYERS, KEEPER)):
        passwords = {name: secrets.token_urlsafe(9) for name in (*PLAYERS, KEEPER)} | passwords
        _write_accounts(path, passwords)
    accounts = [(name, passwords[name]) for name in (*PLAYERS, KEEPER)]
    for name, password in accounts:
        _ensure(name, password)
    return accounts


def _ensure(name: str, password: str) -> None:
    user = User.objects.filter(name_key=names.key_of(name)).first()
    if user is None:
        create = User.objects.create_superuser if name == KEEPER else User.objects.create_user
        create(name, password)
    elif not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])


def _read_accounts(path: Path) -> dict[str, str]:
    """Return the accounts in the file; a damaged file counts as empty."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        name: password
        for name, password in found.items()
        if isinstance(password, str) and len(password) >= 8
    }


def _write_accounts(path: Path, passwords: dict[str, str]) -> None:
    """Replace the file atomically; only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(passwords, file, indent=2)
    fresh.replace(path)
