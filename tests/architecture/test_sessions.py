"""A browser's session is changed in one way, in which two tabs undo nothing of each other.

What was read from it, grown and written back lost what another tab added in between: a guest at the
same device had a seat, and no device. So nobody writes a session but by `change_session`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.architecture.test_walls import PLATFORM, forbid, modules, name_of, tree

WRITING = {"update", "setdefault", "pop", "save", "clear", "change"}

MAY = {
    "platform/accounts/sessions.py: session.change": "is `change_session`",
    "platform/accounts/sessions.py: session.update": "a session that has just begun",
    "platform/accounts/sessions.py: request.session[SHUT_OUT]": "one number, which grows by nothing",
}
"""What writes there all the same, and why that loses nothing."""


def writes(path: Path) -> Iterator[str]:
    """Where a module writes into a session, by whatever name it has it."""
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
    assert found >= MAY.keys(), "a reason that nobody needs any more"
    forbid(
        lambda path: [one for one in writes(path) if f"{name_of(path)}: {one}" not in MAY], known
    )


def test_sessions_are_kept_by_the_store_that_merges() -> None:
    assert settings.SESSION_ENGINE == "accounts.session_store"
