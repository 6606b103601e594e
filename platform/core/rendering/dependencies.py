"""The values that a board's template reads of its context, found in the template itself.

`{{ observation.hand }}` reads the attribute `hand` of `observation`, `{{ observation.places[number]
}}` one of its places, and `{{ names }}` all of `names`. Included and extended templates count;
imported ones see no context. So a fragment's dependencies are never declared, and never missing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.template import engines
from jinja2 import Environment, nodes
from jinja2.meta import find_undeclared_variables

NUMBER = "number"
"""The name that a fragment for one of several seats or places is given: it reads only that item."""
_ABSENT = object()
"""Marks a name that the context lacks."""
_OF_NONE = object()
"""Marks an attribute of a name that is None."""


class Read(NamedTuple):
    """A name of the context, or one attribute of it, or one item of that attribute.

    `by`: the name of the key in a template, and the key itself once it is known (`bound`).
    """

    name: str
    attribute: str = ""
    by: Hashable = None

    def __str__(self) -> str:
        attribute = f".{self.attribute}" if self.attribute else ""
        return f"{self.name}{attribute}" + ("" if self.by is None else f"[{self.by}]")


@cache
def reads_of(template: str, game: str) -> tuple[Read, ...]:
    """Return the reads of this template in the context of a board of this game.

    `game`: the folder of the game's templates, "games/…/".

    Raises:
        TypeError: the name of an included template is unknown before it is rendered.
    """
    engine: Any = engines["jinja2"]
    found = set(_reads(engine.env, template, game, set()))
    needed = (
        read
        for read in found
        if not any(
            whole in found and whole != read
            for whole in (Read(read.name), Read(read.name, read.attribute))
        )
    )
    return tuple(sorted(needed, key=str))


def bound(reads: tuple[Read, ...], given: Mapping[str, Any]) -> tuple[Read, ...]:
    """Return the reads that remain if these values are given."""
    return tuple(
        read if read.by is None else read._replace(by=given[str(read.by)])
        for read in reads
        if read.name not in given
    )


def read_values(reads: tuple[Read, ...], context: object) -> tuple[Any, ...]:
    """Return the values of these reads in a context, for `in_context`. Keys are `bound`."""
    values = []
    for name, attribute, by in reads:
        value: Any = getattr(context, name, _ABSENT)
        if attribute and value is not _ABSENT:
            if value is None:
                value = _OF_NONE
            else:
                is_dict = isinstance(value, dict)
                value = (
                    value.get(attribute, _ABSENT) if is_dict else getattr(value, attribute, _ABSENT)
                )
                if by is not None:
                    value = value[by]
        values.append(value)
    return tuple(values)


def in_context(
    reads: tuple[Read, ...], values: tuple[Any, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a context with only these values and the `given` ones."""
    context: dict[str, Any] = {}
    for (name, attribute, by), value in zip(reads, values, strict=True):
        if value is _ABSENT:
            continue
        if value is _OF_NONE:
            context[name] = None
        elif not attribute:
            context[name] = value
        else:
            base = context.setdefault(name, SimpleNamespace())
            setattr(base, attribute, value if by is None else {by: value})
    return {**context, **given}


def _reads(environment: Environment, template: str, game: str, met: set[str]) -> Iterator[Read]:
    if template in met:
        return
    met.add(template)
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, template)
    tree = environment.parse(source, template)
    # Without its own variables and the globals of every template.
    asked = find_undeclared_variables(tree) - environment.globals.keys()
    attributes = {
        getting.node: getting
        for getting in tree.find_all(nodes.Getattr)
        if isinstance(getting.node, nodes.Name)
    }
    places = {
        item.node: item.arg.name
        for item in tree.find_all(nodes.Getitem)
        if isinstance(item.arg, nodes.Name) and item.arg.name == NUMBER
    }
    for name in tree.find_all(nodes.Name):
        if name.ctx == "load" and name.name in asked:
            getting = attributes.get(name)
            if getting is None:
                yield Read(name.name)
            else:
                yield Read(name.name, getting.attr, places.get(getting))
    others: Any = tree.find_all((nodes.Include, nodes.Extends))
    for other in others:
        yield from _reads(environment, named(other.template, game, template), game, met)


def named(said: nodes.Expr, game: str, where: str) -> str:
    """Return the name of a template, built of constants, `game` and `fragments`."""
    match said:
        case nodes.Const(value=str(text)):
            return text
        case nodes.Name(name="game"):
            return game
        case nodes.Name(name="fragments"):
            return f"{game}fragments/"
        case nodes.Concat(nodes=fragments):
            return "".join(named(fragment, game, where) for fragment in fragments)
    raise TypeError(
        f"{where} includes a template whose name is not made of constants, `game` and `fragments`"
    )
