"""A browser's session changes only by `change_session`, so that two tabs never undo each other's
changes.

Reading the session, changing it and writing it back would lose a change by another tab in between:
a guest at a shared device had a seat, but no device.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.architecture.test_walls import PLATFORM, forbid, modules, name_of, tree

WRITING = {"update", "setdefault", "pop", "save", "clear", "change"}

MAY = {
    "platform/accounts/sessions.py: session.change": "it is `change_session`",
    "platform/accounts/sessions.py: session.update": "the session is new",
    "platform/accounts/sessions.py: request.session[SHUT_OUT]": "it sets one number that does not depend on the old one",
}
"""Other code that writes a session, with the reason why it loses nothing."""


def writes(path: Path) -> Iterator[str]:
    """Yield the places where a module writes into a session, under any name of the variable."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            session, written = node.value, ast.unparse(node)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in WRITING
        ):
            session, written = node.func.value, ast.unparse(node.func)
        else:
            continue
        name = session.attr if isinstance(session, ast.Attribute) else ast.unparse(session)
        if name == "session":
            yield written


def test_sessions_are_changed_in_one_way() -> None:
    known = [path for path in modules(PLATFORM) if path.name != "session_store.py"]
    found = {f"{name_of(path)}: {one}" for path in known for one in writes(path)}
    assert found >= MAY.keys(), "Remove the entries of `MAY` that no longer exist."
    forbid(
        lambda path: [one for one in writes(path) if f"{name_of(path)}: {one}" not in MAY],
        known,
        "Change a session with `change_session` of `accounts.sessions`.",
    )


def test_sessions_are_kept_by_the_store_that_merges() -> None:
    assert settings.SESSION_ENGINE == "accounts.session_store"
