"""Reads the values of a board's fragments from a context: one function, compiled by Jinja2.

A fragment whose template is one `{{ kept("…", place=observation.places[number]) }}` reads the
arguments of this call. Any other fragment reads the names of its template (`dependencies`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from jinja2 import nodes
from jinja2.meta import find_undeclared_variables
from jinja2.visitor import NodeTransformer

from core.rendering.dependencies import ABSENT, Read, environment, parsed

_RESULT = "result"

Reader: TypeAlias = Callable[[object], tuple[Any, ...]]
"""Reads some values of a context."""


class Reading:
    """Collects what several templates read of a context, to compile it to one function."""

    def __init__(self) -> None:
        self._before: dict[str, nodes.Stmt] = {}
        """The imports and sets of the templates, by the name of their value; equal ones once."""
        self._values: list[nodes.Expr] = []

    def add_name(self, name: str) -> None:
        """Read one name of the context."""
        self._values.append(nodes.Name(name, "load"))

    def add_reads(self, reads: Sequence[Read]) -> None:
        """Read a tuple of these values; their keys are `bound`."""
        names = nodes.Tuple([_expression_of(one) for one in reads], "load")
        self._values.append(_Sharing(self._before, {}).visit(names))

    def add_call(self, template: str, given: Mapping[str, Any]) -> bool:
        """Read what a template reads that is one call of `kept`; otherwise return False.

        Its value is a tuple: the template to draw, and the names and values of the arguments. A
        choice (`kept(…) if … else kept(…)`) is one call, too; without `else` its value may be ().
        `given`: constants for the template, which may also set names and import macros.
        """
        constants = {name: nodes.Const(value) for name, value in given.items()}
        shared = _Sharing(dict(self._before), constants)
        shown: list[nodes.Node] = []
        for node in parsed(template).body:
            match node:
                case nodes.FromImport(template=nodes.Const(value=lender), names=lent):
                    for one in lent:
                        name, alias = one if isinstance(one, tuple) else (one, one)
                        shared.known[alias] = shared.lend(lender, name)
                case nodes.Assign(target=nodes.Name(name=str(name)), node=value):
                    shared.known[name] = shared.once(shared.visit(value))
                case nodes.Output(nodes=parts):
                    shown += [shared.visit(part) for part in parts if not _is_blank(part)]
                case _:
                    return False
        call = _call(shown[0]) if len(shown) == 1 else None
        if call is None:
            return False
        self._before = shared.before
        self._values.append(call)
        return True

    def compile(self) -> Reader:
        """Return the function that reads all of it, in the order in which it was added."""
        result = nodes.Assign(nodes.Name(_RESULT, "store"), nodes.Tuple(self._values, "load"))
        tree = nodes.Template([*self._before.values(), result], lineno=1)
        tree.set_lineno(1, override=True)
        tree.set_environment(environment())
        names = tuple(find_undeclared_variables(tree) - environment().globals.keys())
        template: Any = environment().from_string(tree)

        def read(context: object) -> tuple[Any, ...]:
            known = {name: getattr(context, name, ABSENT) for name in names}
            evaluated = template.new_context(known)
            for _ in template.root_render_func(evaluated):
                pass
            found: tuple[Any, ...] = evaluated.vars[_RESULT]
            return found

        return read


class _Sharing(NodeTransformer):
    """Puts the `known` expressions in the place of names, and reads each attribute once, `before`."""

    def __init__(self, before: dict[str, nodes.Stmt], known: Mapping[str, nodes.Expr]) -> None:
        self.before = before
        self.known = dict(known)

    def visit_Name(self, name: nodes.Name) -> nodes.Expr:
        return self.known.get(name.name, name)

    def visit_Getattr(self, said: nodes.Getattr) -> nodes.Expr:
        said.node = self.visit(said.node)
        return self.once(said) if isinstance(said.node, nodes.Name) else said

    def once(self, value: nodes.Expr) -> nodes.Name:
        """Set a name to this value, unless one has it already; return the name."""
        for name, known in self.before.items():
            if isinstance(known, nodes.Assign) and known.node == value:
                return nodes.Name(name, "load")
        name = f"set_{len(self.before)}"
        self.before[name] = nodes.Assign(nodes.Name(name, "store"), value)
        return nodes.Name(name, "load")

    def lend(self, lender: str, macro: str) -> nodes.Name:
        """Import a macro from a template, under a name that tells both; return the name."""
        name = re.sub(r"\W", "_", f"{lender} {macro}")
        self.before[name] = nodes.FromImport(nodes.Const(lender), [(macro, name)], False)
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
