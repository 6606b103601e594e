"""What the templates of a table need and Django does not bring: seats, twins, words in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import mark_safe

register = template.Library()
T = TypeVar("T")


@register.filter
def at(values: Sequence[Any], index: int | str | None) -> Any:
    """The value with this index: `names|at:seat`; nothing for no index (templates have "" for it)."""
    return values[index] if isinstance(index, int) else ""


@register.filter
def signed(points: int) -> str:
    """Points as one writes them: a loss with a minus sign, which is wider than a hyphen."""
    return str(points).replace("-", "\u2212")


@register.filter
def around(seats: Sequence[T], you: int | None) -> Sequence[T]:
    """The others as they sit, from your left on; all of them for a spectator."""
    return seats if you is None else [*seats[you + 1 :], *seats[:you]]


@register.filter
def by_place(seats: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The seats as they ended, the best first."""
    return sorted(seats, key=lambda seat: (seat["place"] or 0, seat["number"]))


@register.filter
def aimed_at(attack: Any, seat: int) -> Any:
    """The attack if this seat is its victim: what concerns one place changes no other part."""
    return attack if attack is not None and attack.victim == seat else None


@register.filter
def held_by(thing: Any, seat: int) -> Any:
    """The thing if it is this seat's, else None."""
    return thing if thing is not None and thing.seat == seat else None


@register.filter
def is_same(value: Any, other: Any) -> bool:
    """Whether the two are the same, as an argument for a part."""
    return bool(value == other)


@register.filter
def twins(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card with its number among its like: ids that tell twins apart on the page only."""
    met: Counter[str] = Counter()
    for card in cards:
        met[card] += 1
        yield card, met[card]


@register.filter
def next_twin(cards: Sequence[str], card: str) -> int:
    """The number that one more card of this kind would have."""
    return list(cards).count(card) + 1


@register.filter
def times(count: int) -> range:
    """Something to loop over so many times."""
    return range(count)


@register.filter
def left_after(goal: int, have: Sequence[Any]) -> range:
    """As many as are still missing."""
    return range(max(0, goal - len(have)))


@register.filter
def holds(values: Collection[Any], value: Any) -> bool:
    """Whether the value is among these, as an argument for a part."""
    return value in (values or ())


@register.filter
def containing(combinations: Sequence[Any], card: str) -> Sequence[Any]:
    """Those of these combinations that have this card among their `cards`."""
    return tuple(one for one in combinations or () if card in one.cards)


@register.filter
def is_there(value: Any) -> bool:
    """Whether there is something, as an argument for a part."""
    return value is not None


class CaptureNode(template.Node):
    """Keeps what is rendered inside as a variable."""

    def __init__(self, nodes: NodeList, name: str) -> None:
        self.nodes = nodes
        self.name = name

    def render(self, context: Context) -> str:
        # Already escaped where it was rendered; stripping makes a plain string of it again.
        context[self.name] = mark_safe(self.nodes.render(context).strip())
        return ""


@register.tag
def capture(parser: Parser, token: Token) -> CaptureNode:
    """`{% capture queen %}{% include … %}{% endcapture %}`: for use inside a translated sentence."""
    words = token.split_contents()
    if len(words) != 2:
        raise template.TemplateSyntaxError("capture takes one name")
    nodes = parser.parse(("endcapture",))
    parser.delete_first_token()
    return CaptureNode(nodes, words[1])
