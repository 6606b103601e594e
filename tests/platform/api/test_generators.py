"""The OpenAPI description works with client generators.

`tests/browser/test_generated_clients.py` runs three of them, and plays a match with their clients.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api import schema
from api.play import messages

OLD_SHAPES = {"FixtureAnswer": {"due", "settled"}}
"""Deprecated times in the form of text: kept for existing programs, beside those of the usual form.
"""


def parts(found: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object of a document, with its path."""
    if isinstance(found, dict):
        yield path, found
        for name, part in found.items():
            yield from parts(part, f"{path}/{name}")
    elif isinstance(found, list):
        for number, part in enumerate(found):
            yield from parts(part, f"{path}/{number}")


def test_no_array_is_of_a_kind_that_generators_refuse() -> None:
    """`items: false` beside `prefixItems` stops one generator; arrays without `items` make it lose
    whole types.
    """
    for name, document in {"openapi": schema.openapi(), "socket": messages.schema()}.items():
        for path, part in parts(document):
            if part.get("type") == "array":
                assert isinstance(part.get("items"), dict), f"{name}{path}"
                assert "prefixItems" not in part, f"{name}{path}"


def test_every_time_has_the_same_shape() -> None:
    """A time is a `Moment`; only the deprecated times are text."""
    components = schema.openapi()["components"]["schemas"]
    answers = {name: one for name, one in components.items() if name not in {"Dates", "OtherDates"}}
    assert set(answers["Moment"]["properties"]) == {"iso", "ms"}
    for path, part in parts(answers):
        assert part.get("format") != "date-time", path
    for name, fields in OLD_SHAPES.items():
        for field in fields:
            assert f"{field}_at" in components[name]["required"], field
            assert components[name]["properties"][field]["deprecated"] is True
