"""The page with the best bot's answer at a step of a finished round."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from bots import advice, limits, tasks
from core import rate_limits
from core.http import form_page, wants_part
from matches.present import reading
from matches.web.access import readable_table


@form_page
def advice_page(request: HttpRequest, match_id: uuid.UUID, number: int, step: int) -> HttpResponse:
    """Ask the bot (POST), then show its progress and its answer: a page, or a part of one.

    Raises:
        Refused: `rate_limited`, and those of `readable_table`, `reading.finished` and
        `advice.question_at`.
    """
    table = readable_table(request, match_id, number)
    round_ = reading.finished(match_id, number)
    asked = advice.question_at(table, round_, step)
    is_part = wants_part(request)
    if request.method == "POST" and asked is not None:
        _ask(request, asked)
    if request.method == "POST" and not is_part:
        return redirect(request.path)
    context = {
        "table": table,
        "step": step,
        "is_part": is_part,
        "asked": asked,
        "advice": asked and advice.read_advice(asked),
        "pending": asked and advice.is_pending(asked),
    }
    return render(request, f"bots/{'_advice' if is_part else 'advice'}.html", context)


def _ask(request: HttpRequest, asked: advice.AdviceQuestion) -> None:
    """Send the question to a worker, unless it is answered or in progress."""
    if not advice.note_question(asked):
        return
    counter = limits.ADVICE.counter(rate_limits.client_network(request))
    if not rate_limits.take_attempts(counter):
        advice.forget_question(asked)
        raise rate_limits.too_often(counter)
    tasks.think_about_step.delay(asked.round_id, asked.number)
