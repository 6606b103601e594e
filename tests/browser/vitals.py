"""Web Vitals of pages: layout shifts, and the delay of answers."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page

WATCH = """(() => {
    window.vitals = { shifts: [], events: [] };
    const watch = (type, options, note) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
    const inLog = (node) => node?.parentElement?.closest(".log") && "log";
    const called = (node) => node?.id || node?.className || inLog(node) || node?.nodeName || "";
    watch("layout-shift", {}, ({ value, startTime, hadRecentInput, sources }) => {
        const what = sources.map(({ node, previousRect: { x, y }, currentRect: to }) =>
            `${called(node)} ${x | 0},${y | 0} to ${to.x | 0},${to.y | 0}`);
        if (!hadRecentInput) window.vitals.shifts.push({ value, at: startTime, what });
    });
    watch("event", { durationThreshold: 16 }, ({ interactionId, name, duration, target }) => {
        if (interactionId) window.vitals.events.push({ id: interactionId, name, duration, what: called(target) });
    });
})()"""
TAKE = "which => window.vitals[which].splice(0)"
GAP_MS, WINDOW_MS = 1_000, 5_000
"""Shifts form one window while their gaps and its whole length are at most this long, in
milliseconds.
"""


@dataclass(frozen=True, slots=True)
class Shift:
    """A layout shift: its score, its time, and the moved elements."""

    value: float
    at: float
    what: list[str]


@dataclass(frozen=True, slots=True)
class Interaction:
    """A click, a tap or a key: the time until the next frame showed the effect."""

    ms: float
    name: str
    what: str


def watch(context: BrowserContext) -> None:
    """Record the vitals of all pages that this context opens from now on."""
    context.add_init_script(WATCH)


def shifts(page: Page) -> list[Shift]:
    """Return the shifts since the last call, except those shortly after an input."""
    return [Shift(**found) for found in page.evaluate(TAKE, "shifts")]


def cumulative(found: list[Shift]) -> float:
    """Return the Cumulative Layout Shift: the sum of the worst window."""
    worst = total = 0.0
    begun = last = float("-inf")
    for shift in found:
        if shift.at - last > GAP_MS or shift.at - begun > WINDOW_MS:
            begun, total = shift.at, 0.0
        last = shift.at
        total += shift.value
        worst = max(worst, total)
    return worst


def interactions(page: Page) -> list[Interaction]:
    """Return the interactions since the last call, each with its slowest event."""
    slowest: dict[int, Interaction] = {}
    for found in page.evaluate(TAKE, "events"):
        known = slowest.get(found["id"])
        if known is None or known.ms < found["duration"]:
            slowest[found["id"]] = Interaction(found["duration"], found["name"], found["what"])
    return list(slowest.values())
