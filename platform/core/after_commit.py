"""Actions after a commit, whose failure does not fail the committed request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call this once the current transaction is committed; log its exceptions."""

    # Django logs the function's name, and a partial has none.
    @wraps(function)
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)
