"""`{% part %}` and `{% pieces %}`: see `core.parts`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token, Variable, token_kwargs
from django.template.context import Context

from core import parts

register = template.Library()


class PartNode(template.Node):
    """A template of its own that sees only what it is given."""

    def __init__(self, name: FilterExpression, values: dict[str, FilterExpression]) -> None:
        self.name = name
        self.names = tuple(values)
        self.values = [_reader(value) for value in values.values()]

    def render(self, context: Context) -> str:
        values = tuple([read(context) for read in self.values])
        return parts.part(self.name.resolve(context), self.names, values)


def _reader(value: FilterExpression) -> Callable[[Context], Any]:
    """How to read a value: `table.seats` by attributes alone, all else as Django would.

    Boards are mostly parts that are kept already; looking up their values is what they cost.
    """
    variable = value.var
    if value.filters or not isinstance(variable, Variable) or variable.translate:
        return value.resolve
    if not variable.lookups or variable.literal is not None:
        return value.resolve
    name, *path = variable.lookups

    def read(context: Context) -> Any:
        try:
            found = context[name]
            for bit in path:
                found = found[bit] if type(found) is dict else getattr(found, bit)
        except (KeyError, AttributeError):
            return value.resolve(context)
        return found

    return read


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """`{% part "games/x/pile.html" with top=o.top count=o.count %}`."""
    _, name, *words = token.split_contents()
    pairs = words[1:]
    values = token_kwargs(list(pairs), parser)
    if words and (words[0] != "with" or len(values) != len(pairs)):
        raise template.TemplateSyntaxError("part takes a template, `with`, and name=value pairs")
    return PartNode(parser.compile_filter(name), values)


class PiecesNode(template.Node):
    """HTML that was rendered elsewhere and is kept there."""

    def __init__(self, pieces: FilterExpression) -> None:
        self.pieces = pieces

    def render(self, context: Context) -> str:
        return "".join([parts.apart(piece) for piece in self.pieces.resolve(context)])


@register.tag
def pieces(parser: Parser, token: Token) -> PiecesNode:
    """`{% pieces rows %}`: each of these, rendered elsewhere and kept there, as a part of its own."""
    words = token.split_contents()
    if len(words) != 2:
        raise template.TemplateSyntaxError("pieces takes one list")
    return PiecesNode(parser.compile_filter(words[1]))
