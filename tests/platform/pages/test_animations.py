"""No animation lasts longer than five seconds, except progress indicators.

Permanent movement distracts beside text, and keeps a phone busy.
Source: WCAG 2.2, 2.2.2 Pause, Stop, Hide.
"""

from __future__ import annotations

import re

from tests.architecture.test_walls import ROOT

LONGEST_MS = 5_000
RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
ANIMATION = re.compile(r"\banimation:\s*([^;}]+)")
TIME = re.compile(r"([\d.]+)(ms|s)\b")


def milliseconds(animation: str) -> float:
    """Return the total duration of an animation."""
    number, unit = TIME.findall(animation)[0]
    times = re.search(r"\s(\d+)(?:\s|$)", animation)
    once = float(number) * (1 if unit == "ms" else 1_000)
    return float("inf") if "infinite" in animation else once * int(times[1] if times else 1)


def test_nothing_moves_for_long_unless_it_is_on_its_way() -> None:
    found, long = 0, []
    for folder in ("platform", "templates"):
        for path in sorted((ROOT / folder).rglob("*.css")):
            css = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            for selector, body in RULE.findall(css):
                for animation in ANIMATION.findall(body):
                    if TIME.search(animation) is None:
                        continue
                    found += 1
                    if milliseconds(animation) > LONGEST_MS and "aria-busy" not in selector:
                        long.append(f"{path.relative_to(ROOT)}: {selector.strip()}: {animation}")
    assert found > 10
    assert not long, "\n".join(long)
