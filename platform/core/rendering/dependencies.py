"""The values that a board's template reads of its context, found in the template itself.

A fragment whose template is one `{{ kept("…", place=observation.places[number]) }}` reads the
arguments of this call. Any other template reads names: `{{ observation.hand }}` the attribute
`hand` of `observation`, `{{ observation.places[number] }}` one of its places, and `{{ names }}` all
of `names`. Included and extended templates count; imported ones see no context. So a fragment's
dependencies are never declared, and never missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from django.template import engines
from jinja2 import ChainableUndefined, Environment, Undefined, nodes
from jinja2.meta import find_undeclared_variables
from jinja2.visitor import NodeTransformer

NUMBER = "number"
"""The name that a fragment for one of several seats or places is given: it reads only that item."""
_RESULT = "result"
_ABSENT = ChainableUndefined()
"""Marks a name that the context lacks, and its attributes: a template may set it itself."""

Reader: TypeAlias = Callable[[object], tuple[Any, ...]]
"""Reads some values of a context."""


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
    found = set(_reads(_environment(), template, game, set()))
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


class Reading:
    """Collects what several templates read of a context, to compile it to one function."""

    def __init__(self) -> None:
        self._environment = _environment()
        self._before: dict[str, nodes.Stmt] = {}
        """The imports and sets of the templates, by the name of their value; equal ones once."""
        self._values: list[nodes.Expr] = []

    def add_name(self, name: str) -> None:
        """Read one name of the context."""
        self._values.append(nodes.Name(name, "load"))

    def add_reads(self, reads: Sequence[Read]) -> None:
        """Read a tuple of these values; their keys are `bound`."""
        self._values.append(nodes.Tuple([_expression_of(one) for one in reads], "load"))

    def add_call(self, template: str, given: Mapping[str, Any]) -> bool:
        """Read what a template reads that is one call of `kept`; otherwise return False.

        Its value is a tuple: the template to draw, and the names and values of the arguments. A
        choice (`kept(…) if … else kept(…)`) is one call, too; without `else` its value may be ().
        `given`: constants for the template, which may also set names and import macros.
        """
        said = _Known({name: nodes.Const(value) for name, value in given.items()})
        shown: list[nodes.Node] = []
        before = dict(self._before)
        for node in _parsed(self._environment, template).body:
            match node:
                case nodes.FromImport(template=nodes.Const(value=lender), names=lent):
                    for one in lent:
                        name, alias = one if isinstance(one, tuple) else (one, one)
                        own = re.sub(r"\W", "_", f"{lender} {name}")
                        before[own] = nodes.FromImport(node.template, [(name, own)], False)
                        said.known[alias] = nodes.Name(own, "load")
                case nodes.Assign(target=nodes.Name(name=str(name)), node=value):
                    said.known[name] = _set_once(before, said.visit(value))
                case nodes.Output(nodes=parts):
                    shown += [said.visit(part) for part in parts if not _is_blank(part)]
                case _:
                    return False
        call = _call(shown[0]) if len(shown) == 1 else None
        if call is None:
            return False
        self._before = before
        self._values.append(call)
        return True

    def compile(self) -> Reader:
        """Return the function that reads all of it, in the order in which it was added."""
        result = nodes.Assign(nodes.Name(_RESULT, "store"), nodes.Tuple(self._values, "load"))
        tree = nodes.Template([*self._before.values(), result], lineno=1)
        tree.set_lineno(1, override=True)
        tree.set_environment(self._environment)
        names = tuple(find_undeclared_variables(tree) - self._environment.globals.keys())
        template: Any = self._environment.from_string(tree)

        def read(context: object) -> tuple[Any, ...]:
            known = {name: getattr(context, name, _ABSENT) for name in names}
            evaluated = template.new_context(known)
            for _ in template.root_render_func(evaluated):
                pass
            found: tuple[Any, ...] = evaluated.vars[_RESULT]
            return found

        return read


def in_context(
    reads: tuple[Read, ...], values: tuple[Any, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a context with only these values and the `given` ones."""
    context: dict[str, Any] = {}
    for (name, attribute, by), value in zip(reads, values, strict=True):
        if value is _ABSENT:
            continue
        if not attribute:
            context[name] = value
        elif isinstance(value, Undefined):  # of None
            context.setdefault(name, None)
        else:
            base = context[name] = context.get(name) or SimpleNamespace()
            setattr(base, attribute, value if by is None else {by: value})
    return {**context, **given}


def _environment() -> Environment:
    engine: Any = engines["jinja2"]
    environment: Environment = engine.env
    return environment


def _parsed(environment: Environment, template: str) -> nodes.Template:
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, template)
    return environment.parse(source, template)


class _Known(NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, known: dict[str, nodes.Expr]) -> None:
        self.known = known

    def visit_Name(self, name: nodes.Name) -> nodes.Expr:
        return self.known.get(name.name, name)


def _set_once(before: dict[str, nodes.Stmt], value: nodes.Expr) -> nodes.Name:
    """Set a name to this value, unless one has it already; return the name."""
    for name, known in before.items():
        if isinstance(known, nodes.Assign) and known.node == value:
            return nodes.Name(name, "load")
    name = f"set_{len(before)}"
    before[name] = nodes.Assign(nodes.Name(name, "store"), value)
    return nodes.Name(name, "load")


def _expression_of(read: Read) -> nodes.Expr:
    found: nodes.Expr = nodes.Name(read.name, "load")
    if read.attribute:
        found = nodes.Getattr(found, read.attribute, "load")
    return found if read.by is None else nodes.Getitem(found, nodes.Const(read.by), "load")


def _is_blank(part: nodes.Node) -> bool:
    return isinstance(part, nodes.TemplateData) and not part.data.strip()


def _call(said: nodes.Node | None) -> nodes.Expr | None:
    """Return an expression for the template, the names and the values of a call of `kept`."""
    match said:
        case nodes.Call(node=nodes.Name(name="kept"), args=[template], kwargs=arguments):
            names = nodes.Const(tuple(argument.key for argument in arguments))
            values = nodes.Tuple([argument.value for argument in arguments], "load")
            return nodes.Tuple([template, names, values], "load")
        case nodes.CondExpr(test=test, expr1=one, expr2=other):
            first, second = _call(one), nodes.Const(()) if other is None else _call(other)
            return first and second and nodes.CondExpr(test, first, second)
    return None


def _reads(environment: Environment, template: str, game: str, met: set[str]) -> Iterator[Read]:
    if template in met:
        return
    met.add(template)
    tree = _parsed(environment, template)
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
