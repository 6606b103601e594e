"""In tests, an undefined variable in a board's template is an error."""

from __future__ import annotations

from typing import Any

from jinja2 import ChainableUndefined, Undefined, UndefinedError
from jinja2.utils import missing


class Misspelt(ChainableUndefined):
    """An undefined value; attributes of `none` and items beyond a row's end are allowed."""

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: Any = None,
        exc: type[Exception] = UndefinedError,
    ) -> None:
        super().__init__(hint, obj, name, UndefinedError)
        if isinstance(name, str) and not (obj is None or isinstance(obj, Undefined)):
            raise AssertionError(self._undefined_message)
