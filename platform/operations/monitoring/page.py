"""The administrators' page: the health of the server, its queues, failures, load and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext as now
from django.utils.translation import pgettext

from accounts.staff import staff_page
from core import clock
from core.charts import Chart, ChartFrame, Plot, round_levels
from core.http import page
from lobby.open_tables import tempo_names
from matches.engine import catalogue
from matches.models import Match, Move
from notifications.models import Channel, Delivery
from operations.health import check_all
from operations.monitoring.measures import Measures, measure

AGAIN_S = 20
HOUR_MS = 3_600_000
HOURS = 24
MOST_MOVES = 100_000
"""Moves counted at most, the newest first; a busy server shows less than a day."""
FRAME = ChartFrame(width=640, height=240, left=64, right=14, top=14, bottom=38)


@page
@staff_page("moderation.see_audit")
def server_page(request: HttpRequest) -> HttpResponse:
    """Show the state of the server from the same metrics as Prometheus; the page reloads itself."""
    checks, measures = check_all(), measure()
    hours = _moves_by_hour()
    context = {
        "again_s": AGAIN_S,
        "well": all(checks.values()),
        "busy": measures.backlog.busy,
        "checks": [(_check_name(name), found) for name, found in checks.items()],
        "measures": measures,
        "heartbeats": [
            (_part_name(part), age_ms // 1000) for part, age_ms in measures.heartbeats.items()
        ],
        "late": [
            (_("Bot moves and auto-play"), measures.backlog.turns),
            (_("Deadlines"), measures.backlog.deadlines),
            (_("Other table tasks"), measures.backlog.others),
        ],
        "queues": [(_queue_name(name), count) for name, count in measures.queues.items()],
        "deliveries": [
            (Channel.Medium(medium).label, Delivery.Status(status).label, count)
            for (medium, status), count in sorted(measures.deliveries.items())
        ],
        "games": _by_game(measures),
        "hours": hours,
        "chart": _chart(hours) if any(hours) else None,
    }
    return render(request, "monitoring/server.html", context)


def _check_name(name: str) -> str:
    names = {
        "database": _("Database"),
        "writes": _("Database can be written to"),
        "schema": _("Database keys and indexes"),
        "valkey": "Valkey",
        "migrations": _("Migrations"),
        "workers": _("Workers"),
        "bots": _("Bot workers"),
    }
    return names[name]


def _part_name(part: str) -> str:
    names = {"web": _("Web processes"), "worker": _("Workers"), "beat": "beat"}
    return names[part]


def _queue_name(name: str) -> str:
    names = {
        "celery": _("Table tasks"),
        "bots": _("Bots that think"),
        "slow": _("Slow tasks, such as notices"),
    }
    return names[name]


def _by_game(measures: Measures) -> list[tuple[str, str, int]]:
    """Return the running matches by game and tempo with their number, the largest first."""
    titles = {meta.slug: now(meta.title) for meta in catalogue.metas()}
    found: list[tuple[str, str, int]] = []
    for (status, game, tempo), count in measures.matches.items():
        if status == Match.Status.RUNNING:
            label = now(tempo_names(game).get(tempo, tempo))
            found.append((titles.get(game, game), label, count))
    return sorted(found, key=lambda line: -line[2])


def _moves_by_hour() -> list[int]:
    """Return the number of moves in each of the last hours, oldest first."""
    this_hour = clock.now_ms() // HOUR_MS
    newest = Move.objects.filter(at_ms__gte=(this_hour - HOURS) * HOUR_MS).order_by("-pk")
    times = newest.values_list("at_ms", flat=True)[:MOST_MOVES]
    counts = Counter(at_ms // HOUR_MS for at_ms in times)
    return [counts[hour] for hour in range(this_hour - HOURS, this_hour)]


def _chart(hours: Sequence[int]) -> Chart:
    levels = round_levels(0, max(hours))
    plot = Plot(FRAME, last=len(hours) - 1, low=0, high=levels[-1])
    ago = [
        (step, pgettext("so long ago", "%(n)s h") % {"n": step - HOURS})
        for step in (0, HOURS // 2, HOURS - 1)
    ]
    return Chart(FRAME, plot.curve(hours), plot.levels(levels), plot.marks(ago))
