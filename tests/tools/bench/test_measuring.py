"""Evaluation of measurements: medians, percentiles, goals, and the time of process families."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, replace

from tests.browser.vitals import Shift, cumulative
from tools import goals
from tools.bench import cpu, memory, text
from tools.bench.parts import connecting, statements
from tools.bench.result import Result, median_of, percentile
from tools.goals import Goal

BURN = "import time\nwhile time.process_time() < 0.15: pass"
LIVES_ON = BURN + "\nprint(flush=True)\ntime.sleep(60)"
FAMILY = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {BURN!r}])
child = subprocess.Popen([sys.executable, "-c", {LIVES_ON!r}], stdout=subprocess.PIPE)
child.stdout.readline()
print(flush=True)
sys.stdin.read()
child.kill()
child.wait()
"""
"""Of two children that use 0.15 s each, one has ended and one lives on."""


def test_a_familys_time_counts_all_its_processes() -> None:
    """It counts running and ended processes."""
    with subprocess.Popen(
        [sys.executable, "-c", FAMILY], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as root:
        assert root.stdout is not None
        root.stdout.readline()
        assert cpu.seconds_of(root.pid) > 0.25  # the kernel counts each in hundredths of a second
        assert len(cpu.family(root.pid)) == 2
        (elder,) = cpu.descendants_with("time.sleep", root.pid)
        assert elder == root.pid  # its words contain its child's, and it comes first
        assert root.stdin is not None
        root.stdin.close()


SHARING = """
import os, sys
held = bytearray(os.urandom(40_000_000))
if os.fork() == 0:
    sys.stdin.read()
    os._exit(0)
print(flush=True)
os.wait()
"""
"""A child that shares forty megabytes with its parent."""


def test_memory_that_a_family_shares_counts_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SHARING], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as root:
        assert root.stdout is not None
        root.stdout.readline()
        assert 38 < memory.megabytes_of(root.pid) < 76
        assert root.stdin is not None
        root.stdin.close()
    assert memory.megabytes_of(root.pid) == 0


def test_a_meter_reads_what_was_used_since() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LIVES_ON.replace("import time", "import time; input()")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as busy:
        meter = cpu.Meter({"busy": [busy.pid], "nobody": []})
        assert busy.stdin is not None
        assert busy.stdout is not None
        busy.stdin.write(b"\n")
        busy.stdin.flush()
        busy.stdout.readline()
        read = meter.read()
        assert read["busy"] > 0.1
        assert read["nobody"] == 0
        busy.kill()


def result(number: float) -> Result:
    """Return a result with this value in every field."""
    return Result(**{field.name: number for field in fields(Result)})


def test_a_median_is_each_field_s_own() -> None:
    rounds = [result(1), replace(result(5), p50_ms=0), result(3)]
    assert median_of(rounds) == replace(result(3), p50_ms=1)
    assert median_of(rounds).server_ms == 6


def test_percentiles() -> None:
    ordered = [float(number) for number in range(1, 101)]
    assert percentile(ordered, 50) == 51
    assert percentile(ordered, 99) == 100
    assert percentile([7.0], 99) == 7
    assert percentile([], 50) == 0


def test_a_goal_is_met_from_its_own_side() -> None:
    assert Goal("moves", 1.6, 1.5, more=True).met
    assert not Goal("moves", 1.4, 1.5, more=True).met
    assert Goal("time", 1.4, 1.5).met
    header, moves, time, lost = goals.table(
        [Goal("moves", 1.4, 1.5, more=True), Goal("time", 2, 4, "ms"), Goal("lost", 1200, 0, "")]
    )
    assert "goal" in header
    assert "MISSED" in moves
    assert "≥ 1.5 x" in moves
    assert time.endswith("met")
    assert "0.50" in time
    assert lost.split() == ["lost", "1,200", "≤", "0", "MISSED"]


def test_a_table_s_columns_stand_below_each_other() -> None:
    lines = [text.header(["moves/s", "p50 ms"]), text.line("Nightcap", [1234.5, 0.25])]
    assert len({len(line) for line in lines}) == 1
    assert "1,234" in lines[1]
    assert "0.25" in lines[1]


def test_statements_are_counted_without_their_values() -> None:
    log = (
        "2026-01-01 UTC [7] LOG:  statement: BEGIN\n"
        "2026-01-01 UTC [7] LOG:  execute _pg3_1: \n\tSELECT a\n\tFROM b WHERE c = $1\n"
        "2026-01-01 UTC [7] DETAIL:  Parameters: $1 = '5'\n"
        "2026-01-01 UTC [8] LOG:  execute <unnamed>: \n\tSELECT a\n\tFROM b WHERE c = 'd'\n"
    )
    assert statements.counted(log) == {"BEGIN": 1, "SELECT a FROM b WHERE c = ?": 2}


def test_pages_come_back_as_they_say_themselves() -> None:
    config = """<meta\n  name="htmx-config"\n  content='{"ws":{"reconnectMaxDelay":8000}}'\n>"""
    assert connecting.patience_of(config) == {"delay": 0.5, "most": 8, "jitter": 0.3}
    assert connecting.patience_of("")["most"] == 60


def _shifted(*shifts: tuple[float, float]) -> list[Shift]:
    return [Shift(value, at, []) for at, value in shifts]


def test_layout_that_shifts_counts_by_its_worst_window() -> None:
    assert cumulative([]) == 0
    assert cumulative(_shifted((0, 0.25), (1_000, 0.5))) == 0.75
    # A pause of one second ends a window, and so does a length of five seconds.
    assert cumulative(_shifted((0, 0.5), (1_001, 0.25))) == 0.5
    long = _shifted(*((at, 0.125) for at in range(0, 6_000, 1_000)), (6_000, 0.5))
    assert cumulative(long) == 0.75
