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
from jinja2 import ChainableUndefined, Environment, Undefined, nodes
from jinja2.meta import find_undeclared_variables

NUMBER = "number"
"""The name that a fragment for one of several seats or places is given: it reads only that item."""
ABSENT = ChainableUndefined()
"""Marks a name that the context lacks, and its attributes: a template may set it itself."""


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
    found = set(_reads(template, game, set()))
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


def in_context(
    reads: tuple[Read, ...], values: tuple[Any, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a context with only these values and the `given` ones."""
    context: dict[str, Any] = {}
    for (name, attribute, by), value in zip(reads, values, strict=True):
        if value is ABSENT:
            continue
        if not attribute:
            context[name] = value
        elif isinstance(value, Undefined):  # of None
            context.setdefault(name, None)
        else:
            base = context[name] = context.get(name) or SimpleNamespace()
            setattr(base, attribute, value if by is None else {by: value})
    return {**context, **given}


def environment() -> Environment:
    """Return the environment of the boards' templates."""
    engine: Any = engines["jinja2"]
    environment: Environment = engine.env
    return environment


def parsed(template: str) -> nodes.Template:
    """Return the tree of a template."""
    jinja = environment()
    assert jinja.loader is not None
    source, _, _ = jinja.loader.get_source(jinja, template)
    return jinja.parse(source, template)


def _reads(template: str, game: str, met: set[str]) -> Iterator[Read]:
    if template in met:
        return
    met.add(template)
    tree = parsed(template)
    # Without its own variables and the globals of every template.
    asked = find_undeclared_variables(tree) - environment().globals.keys()
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
        yield from _reads(named(other.template, game, template), game, met)


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
