"""Metrics that each process counts, for Prometheus.

No label contains an id or a name. Only the host may read them: the number of refusals of a kind at
a moment could reveal secrets of the reader's own table.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Histogram

MOVES: Final = Counter(
    "nightcap_moves", "Moves that were stored", ("game", "by")
)  # by: person, bot, or table where time ran out
GUARDED: Final = Counter(
    "nightcap_moves_guarded", "Moves of people that were tried without a lock", ("outcome",)
)  # outcome: written, overtaken by a change, locked (it needs the lock), unknown to the process
MOVE_SECONDS: Final = Histogram(
    "nightcap_move_seconds",
    "Time from a request to act to its answer, refused or not",
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
REFUSALS: Final = Counter("nightcap_refusals", "Actions that were refused", ("code",))
BOARDS: Final = Counter(
    "nightcap_boards", "Boards for open pages", ("fate",)
)  # fate: pushed, or skipped because the page was newer
SWEPT: Final = Counter(
    "nightcap_swept", "Overdue work that the sweep found", ("what",)
)  # what: deadlines (rounds), downtimes (matches), outbox (entries)
NOTICES: Final = Counter("nightcap_notices", "Deliveries by outcome", ("medium", "outcome"))
RESPONSES: Final = Counter("nightcap_responses", "Answers over HTTP", ("status",))  # status: 2xx …

# Begin all at 0, so that the first event is an increase.
for _status in ("2xx", "3xx", "4xx", "5xx"):
    RESPONSES.labels(_status)
REFUSALS.labels("stale")
for _outcome in ("written", "overtaken", "locked", "unknown"):
    GUARDED.labels(_outcome)
for _fate in ("pushed", "skipped"):
    BOARDS.labels(_fate)
for _what in ("deadlines", "downtimes", "outbox"):
    SWEPT.labels(_what)
