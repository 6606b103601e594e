"""Boards made of fragments: each is an element with an id, drawn again only when its values have
changed.

A board's template is its skeleton, and includes fragments: `{{ fragment("hand", game ~
"hand.html") }}`. A fragment is drawn from the values that its template reads of the board's context
(`core.rendering.reading`), and equal values make the same HTML for every viewer. One compiled
function reads the values of all fragments. If a template is one `kept(…)`, its values are the
arguments of this call, and only the template that it names is rendered. A page gets a board once,
then the fragments that changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from core.rendering import cache
from core.rendering.delta import text_delta
from core.rendering.dependencies import Read, bound, in_context, reads_of
from core.rendering.reading import Reader, Reading

Kind: TypeAlias = Literal["fragments", "attributes", "lines", "data"]
Given: TypeAlias = tuple[tuple[str, Any], ...]

HTML: tuple[Kind, ...] = ("fragments", "attributes")
"""The kinds of parts that are HTML."""
KEPT = 20_000
"""The most hashes of HTML that a process caches."""
PRESENCE = re.compile(r" data-here|data-watching.*?</p>", re.DOTALL)
"""The parts of the HTML that show who has the page open: another message updates them."""
_START_TAG = re.compile(r"<\w+\s(.*)></\w+>", re.DOTALL)
GAP = mark_safe("\x00")
"""Marks the place of a fragment in a skeleton; no template and no escaped text contains it."""


class Context(Protocol):
    """The context of a board: its attributes are the names that templates read."""

    @property
    def game(self) -> str:
        """The folder of the game's templates."""


class Fragment(NamedTuple):
    """A place in a skeleton, by the id of its element.

    `kind`:

    * "fragments": a whole element.
    * "attributes": the attributes of an element; the template is an empty element with them.
    * "lines": the lines of an element; they are removed at the beginning and added at the end.
    * "data": a value for an attribute of the page.

    Lines and data are the context's value by the name `template`. `given`: constants beside the
    context. `wrapped`: an empty element is put around the template's output, which may be empty.
    `timed`: it also changes with time alone, which causes no update.
    """

    id: str
    template: str
    given: Given
    kind: Kind
    wrapped: bool
    timed: bool


class Skeleton(NamedTuple):
    """The texts of a board around its fragments: one more text than fragments."""

    texts: tuple[str, ...]
    fragments: tuple[Fragment, ...]


class Plan(NamedTuple):
    """How the fragments of a skeleton are drawn.

    `read`: returns the values of each fragment. `reads`: by fragment, the names of its values; None
    if its template is one call of `kept`.
    """

    read: Reader
    reads: tuple[tuple[Read, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a page shows it; `shown`: in the order of the skeleton's fragments."""

    skeleton: Skeleton
    shown: tuple[Any, ...]
    """HTML, lines or data."""
    plan: Plan
    values: tuple[Any, ...]
    """The values that each fragment has read."""
    look: int
    """The sum of the hashes of what does not change with time."""

    @property
    def html(self) -> SafeString:
        """The whole board."""
        pieces = [self.skeleton.texts[0]]
        texts = self.skeleton.texts[1:]
        for fragment, shown, text in zip(self.skeleton.fragments, self.shown, texts, strict=True):
            if fragment.kind == "data":
                pieces.append(escape(json.dumps(shown, separators=(",", ":"))))
            elif fragment.kind == "lines":
                pieces += shown
            else:
                pieces.append(shown)
            pieces.append(text)
        return mark_safe("".join(pieces))  # escaped where each was rendered

    @property
    def mark(self) -> str:
        """A hash of the board's appearance. It ignores time, lines, data and presence."""
        return f"{self.look % (1 << 64):x}"


class Page(NamedTuple):
    """The board that a page shows."""

    board: Board | None = None
    """None: it shows none, or an unknown one."""
    texts: frozenset[str] = frozenset()
    """The ids of the parts whose HTML the page has received, so that a delta can change it."""

    def update(self, board: Board) -> tuple[dict[str, Any], Page]:
        """Return the changes for the page, and the page after them: the whole `content`, or the
        changed parts by id.

        They are grouped by `Fragment.kind`. Lines: the number to remove at the beginning, and the
        new ones. Other parts: their HTML, or the delta to it. A change by time alone is none.
        """
        before = self.board
        if before is None or before.skeleton != board.skeleton:
            return {"content": board.html}, Page(board)
        changed: dict[str, dict[str, Any]] = {}
        texts = set(self.texts)
        is_news = False
        for fragment, old, new in zip(
            board.skeleton.fragments, before.shown, board.shown, strict=True
        ):
            if old is new or old == new:
                continue
            is_news = is_news or not fragment.timed
            changed.setdefault(fragment.kind, {})[fragment.id] = self._change(fragment, old, new)
            if fragment.kind in HTML:
                texts.add(fragment.id)
        return (changed, Page(board, frozenset(texts))) if is_news else ({}, self)

    def _change(self, fragment: Fragment, old: Any, new: Any) -> Any:
        if fragment.kind == "lines":
            return _added(old, new)
        return text_delta(old, new) if fragment.id in self.texts else new


def _added(before: Sequence[str], after: Sequence[str]) -> list[int | str]:
    """Return the number of lines that were removed at the beginning, and the new ones."""
    for gone in range(len(before) + 1):
        kept = len(before) - gone
        if before[gone:] == after[:kept]:
            return [gone, *after[kept:]]
    raise AssertionError("unreachable: an empty list matches any beginning")


@lru_cache(maxsize=KEPT)
def _mark(html: str) -> int:
    lasting = PRESENCE.sub("", html)
    return int.from_bytes(blake2b(lasting.encode(), digest_size=8).digest())


_collected: ContextVar[list[Fragment] | None] = ContextVar("fragments", default=None)


def fragment(
    id: str,
    template: str,
    /,
    *,
    kind: Kind = "fragments",
    wrapped: bool = False,
    timed: bool = False,
    **given: Any,
) -> str:
    """Include a fragment here, in the template of a skeleton.

    Raises:
        RuntimeError: this is no skeleton; fragments cannot be nested.
    """
    collected = _collected.get()
    if collected is None:
        raise RuntimeError(f"the fragment {id} is not in a skeleton")
    collected.append(Fragment(id, template, tuple(given.items()), kind, wrapped, timed))
    return GAP


def draw(template: str, context: Context, before: Board | None = None) -> Board:
    """Draw a board by the template of its skeleton.

    `before`: another board, whose fragments with the same values are reused. Templates read texts,
    numbers, None, and tuples and frozen values of them: a value without a hash is rendered each
    time, with a warning (`cache.NotKept`).
    """
    game = context.game
    reads, read = _reads(template, game)
    (read_of_skeleton,) = read(context)
    skeleton = cache.render_once(_skeleton, template, reads, read_of_skeleton)
    # A skeleton is cached by its language, too.
    old = before if before is not None and before.skeleton is skeleton else None
    plan = _plan(skeleton.fragments, game) if old is None else old.plan
    values = plan.read(context)
    shown: list[Any] = []
    look = sum(map(_mark, skeleton.texts)) if old is None else old.look
    for index, (one, read_now) in enumerate(zip(skeleton.fragments, values, strict=True)):
        if old is not None and old.values[index] == read_now:
            shown.append(old.shown[index])
            continue
        shown.append(_shown(one, plan.reads[index], read_now))
        if one.kind in HTML and not one.timed:
            look += _mark(shown[index]) - (0 if old is None else _mark(old.shown[index]))
    return Board(skeleton, tuple(shown), plan, values, look)


def _shown(fragment: Fragment, reads: tuple[Read, ...] | None, values: Any) -> Any:
    """Return the HTML of a fragment with these values, or its lines or data."""
    if fragment.kind in ("lines", "data"):
        return values
    if reads is not None:
        return cache.render_once(_fragment, fragment.template, reads, values, fragment)
    template, names, arguments = values or ("", (), ())
    # A safe string equals an unsafe one, and 1 equals True; their renderings may differ.
    more = (fragment, *map(type, arguments))
    return cache.render_once(_called, template, names, arguments, more)


@lru_cache(maxsize=1_000)
def _reads(template: str, game: str) -> tuple[tuple[Read, ...], Reader]:
    """Return the reads of a template, and the function that reads them."""
    reads, reading = reads_of(template, game), Reading()
    reading.add_reads(reads)
    return reads, reading.compile()


@lru_cache(maxsize=1_000)
def _plan(fragments: tuple[Fragment, ...], game: str) -> Plan:
    """Return how these fragments are drawn."""
    reading = Reading()
    of_fragments: list[tuple[Read, ...] | None] = []
    for one in fragments:
        reads: tuple[Read, ...] | None = None
        if one.kind in ("lines", "data"):
            reading.add_name(one.template)
        elif not reading.add_call(one.template, dict(one.given)):
            reads = bound(reads_of(one.template, game), dict(one.given))
            reading.add_reads(reads)
        of_fragments.append(reads)
    return Plan(reading.compile(), tuple(of_fragments))


def _skeleton(template: str, reads: tuple[Read, ...], values: tuple[Any, ...], _: None) -> Skeleton:
    collected: list[Fragment] = []
    token = _collected.set(collected)
    try:
        page = cache.render(template, in_context(reads, values, {}))
    finally:
        _collected.reset(token)
    return Skeleton(tuple(page.split(GAP)), tuple(collected))


def _fragment(
    template: str, reads: tuple[Read, ...], values: tuple[Any, ...], fragment: Fragment
) -> str:
    return _element(
        fragment, cache.render(template, in_context(reads, values, dict(fragment.given)))
    )


def _called(
    template: str, names: tuple[str, ...], values: tuple[Any, ...], more: tuple[Any, ...]
) -> str:
    # Fragments of several places share a rendering, each in its own element.
    return _element(more[0], cache.rendered(template, names, values) if template else "")


def _element(fragment: Fragment, rendered: str) -> str:
    html = rendered.strip()
    if fragment.kind == "attributes":
        return " ".join(_START_TAG.fullmatch(html)[1].split())  # type: ignore[index]  # one start tag
    return f'<div class="contents" id="{fragment.id}">{html}</div>' if fragment.wrapped else html
