"""Views of lessons and examples: an ordinary table where a script decides what comes next."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import get_random_string
from msgspec.structs import replace

from core.http import action, page, wants_part
from core.refusals import Refused, refused, status
from core.rendering import cache, fragments
from games.kernel import session
from games.kernel.contract import Action, Refusal
from games.kernel.lessons import LEARNER
from lessons.finished_lessons import finish_lesson
from lessons.staging import Staged, sentence_of, stage_lesson
from matches.engine.live_round import LiveRound
from matches.present import board
from matches.present.board_context import BoardContext, LessonStep
from matches.present.previews import game_preview
from matches.requests import parse_action_request
from matches.web.views.table import fields_of

NEXT = "next"
"""The value of the button that lets the other seats play on."""


@page
def lesson_page(request: HttpRequest, game: str, example: str = "") -> HttpResponse:
    """Show a lesson, or this example of the rules, at one of its steps.

    Raises:
        Http404: no such game or example.
    """
    wanted = request.GET.get("step", "0")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else 0
    return _page(request, _stage_asked(request, game, number, example))


@action
def play_step(request: HttpRequest, game: str, example: str = "") -> HttpResponse:
    """Take the script's next step. Return the table after it, or the reason for a refusal.

    Raises:
        Http404: no such game or example.
    """
    asked = parse_action_request(fields_of(request))
    now = _stage_asked(request, game, asked.seen or 0, example)
    refusal = None if asked.picks is None else _why_not(now, tuple(sorted(asked.picks)))
    if refusal is None and asked.picks is not None:
        now = _stage_asked(request, game, now.number + 1, example)
    if now.next is None and now.example is None:
        finish_lesson(request.session, now.table.meta.slug)
    code = 200 if refusal is None else status(refusal)
    if wants_part(request):
        with cache.rendering_in(translation.get_language() or ""):
            drawn = fragments.draw(board.BOARD, _context(now, refusal))
        return HttpResponse(drawn.html, status=code)
    if refusal is not None:
        return _page(request, now, refusal, code)
    return redirect(f"{_address(now)}?step={now.number}")


def _address(now: Staged, *, play: bool = False) -> str:
    """Return the address of a page that shows the lesson, or of the one that plays it."""
    slug = now.table.meta.slug
    if now.example is not None:
        return reverse(
            f"lessons:{'play_example' if play else 'example'}", args=[slug, now.example.name]
        )
    return reverse(f"lessons:{'play' if play else 'lesson'}", args=[slug])


def _why_not(now: Staged, picks: tuple[str, ...]) -> Refusal | None:
    """Return why this action is not the next step; None if it is."""
    if now.next is None:
        return refused("not_the_lesson").refusal
    if not now.is_learners:
        return None if picks == (NEXT,) else refused("not_the_lesson").refusal
    live = now.table.live
    assert live is not None
    try:
        wanted = live.read_action(LEARNER, None, picks)
    except Refused as error:
        return error.refusal
    expected = live.read_action(LEARNER, None, now.next.moves[0].picks)
    if _selected_for(live, wanted) == _selected_for(live, expected):
        return None
    # The sentence of a rule teaches more than the hint that the script expects another action.
    forbidden = session.why_not(live.game, live.rules, live.state, LEARNER, wanted, live.at_ms)
    return forbidden or refused("not_the_lesson").refusal


def _selected_for(live: LiveRound, action: Action) -> list[str]:
    """Return the picks that select this action, in lower case."""
    return [pick.casefold() for pick in live.game.selection_of(action)]


def _stage_asked(request: HttpRequest, game: str, number: int, example: str) -> Staged:
    name = request.user.name if request.user.is_authenticated else ""
    try:
        return stage_lesson(game, number, name, example)
    except Refused as missing:
        raise Http404 from missing


def _page(
    request: HttpRequest, now: Staged, refusal: Refusal | None = None, code: int = 200
) -> HttpResponse:
    shown = _context(now, refusal)
    context = board.for_page(shown) | {
        "board": fragments.draw(board.BOARD, shown).html,
        "key": get_random_string(22),
        "preview": game_preview(request, now.table.meta),
        "play": _address(now, play=True),
        "example": now.example,
    }
    return render(request, "lessons/lesson.html", context, status=code)


def _back(now: Staged) -> tuple[str, str] | None:
    """Return an example's address of the step before ("" at the first), and the address of its
    clause.
    """
    if now.example is None:
        return None
    rules = reverse("pages:rules", args=[now.table.meta.slug])
    before = f"{_address(now)}?step={now.number - 1}" if now.number else ""
    return before, f"{rules}#{now.example.clause}"


def _context(now: Staged, refusal: Refusal | None) -> BoardContext:
    """Return the templates' context: a board as at any table, without clocks or undo."""
    shown = board.context(now.table, LEARNER, user_id=None, refusal=refusal)
    if not now.is_learners:
        shown = replace(shown, offers=(), offered=frozenset(), called=False, is_turn=False)
    return replace(
        shown,
        lesson=LessonStep(
            words=sentence_of(now, shown.names),
            is_learners=now.is_learners,
            is_over=now.next is None,
            done=now.number,
            steps=len(now.lesson.steps),
            back=_back(now),
        ),
        deadlines=(),
        clock=None,
        table=replace(shown.table, may_leave=False, contests=False),
        take_back=None,
        may_pause=False,
        orders=(),
        order=None,
    )
