"""What each action leads to (RULES.md 4 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, SiebenschlaeferAction, TimeUp
from games.siebenschlaefer.cards import FACE_NAMED
from games.siebenschlaefer.course import Course
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.pairs import beating
from games.siebenschlaefer.state import Phase


def carry_out(course: Course, action: SiebenschlaeferAction) -> None:
    """Do a legal action of the active seat, or what the table does in its place."""
    EFFECTS[type(action)](course, action)


def lay(course: Course, action: Lay) -> None:
    """RULES.md 4.2."""
    one, other = sorted(FACE_NAMED[card] for card in action.cards)
    course.lay((one, other))


def draw_two(course: Course, action: DrawTwo) -> None:
    """RULES.md 4.3: then it may lay, or, by the option, its turn is over."""
    course.draw_two(course.active, "cannot_lay")
    if chosen(course.rules, "draw_then", "turn_ends"):
        course.pass_on()
    else:
        course.enter(Phase.AFTER_DRAW)


def pass_on(course: Course, action: Pass) -> None:
    """RULES.md 4.4."""
    course.pass_on()


def time_up(course: Course, action: TimeUp) -> None:
    """RULES.md 8.2: the table lays the lowest pair that may be laid, else draws, else passes."""
    course.public_event("timed_out", seat=course.active, kind=course.phase.value)
    pairs = beating(course.hands[course.active], course.value)
    if pairs:
        course.lay(pairs[0])
    elif course.phase is Phase.TURN:
        draw_two(course, DrawTwo())
    else:
        course.pass_on()


EFFECTS: Final[Mapping[type[Any], Callable[[Course, Any], None]]] = {
    Lay: lay,
    DrawTwo: draw_two,
    Pass: pass_on,
    TimeUp: time_up,
}
