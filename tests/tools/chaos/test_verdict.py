"""Each check finds its kind of fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.boards import still
from tools.chaos import verdict
from tools.chaos.crowd import difference, differs
from tools.chaos.verdict import Note

MOVES = [["m", 0, "chaos-0"], ["m", 1, "chaos-0"], ["m", 0, "chaos-1"], ["m", 2, "bot-4"]]


def test_an_acknowledged_move_that_no_log_has_is_lost() -> None:
    kept = Note("m", 0, ["chaos-0", "chaos-1"])
    assert verdict.lost([kept], MOVES) == []
    assert verdict.lost([kept, Note("m", 1, ["chaos-1"])], MOVES) == ["m seat 1 chaos-1"]
    assert verdict.lost([Note("other", 0, ["chaos-0"])], MOVES) == ["other seat 0 chaos-0"]


def test_a_request_that_was_carried_out_twice_is_doubled() -> None:
    assert verdict.doubled(MOVES) == []
    assert verdict.doubled([*MOVES, ["m", 0, "chaos-1"]]) == ["m seat 0 chaos-1"]
    # A bot's key names the situation, which exists in each round.
    assert verdict.doubled([*MOVES, ["m", 2, "bot-4"]]) == []


def _at(at: int, waits_for: list[int], *overdue: str) -> dict[str, Any]:
    return {"at": [1, at], "waits_for": waits_for, "overdue": list(overdue)}


def test_a_match_that_waits_and_does_not_move_is_stuck() -> None:
    before = {"m": _at(7, [0])}
    assert verdict.stuck(before, {"m": _at(8, [1])}) == []
    assert verdict.stuck(before, {"m": _at(7, [])}) == []
    assert verdict.stuck(before, {"m": _at(7, [0])}) == ["m: waits for seats [0]"]
    assert verdict.stuck(before, {"m": _at(8, [], "turn")}) == ["m: overdue turn"]


def test_a_notice_that_was_sent_and_never_came_is_missing() -> None:
    sent = [[1, "sent", "turn", 5], [2, "sent", "ended", 5], [3, "skipped", "turn", 6]]
    assert verdict.undelivered(sent, {"5": 2}) == []
    assert verdict.undelivered(sent, {"5": 1}) == ["user 5: 2 sent, 1 received"]
    assert verdict.undelivered([[4, "failed", "turn", 5]], {}) == ["delivery 4 of turn failed"]


def test_everything_that_is_wrong_has_its_name() -> None:
    noted = {
        "people": [{"match": "m", "user": 5, "acknowledged": {"chaos-9": 1.0}}],
        "came": {},
        "broken": {"closed 1012": 3, "closed 4401": 1},
    }
    facts = {
        "seats": {"m/5": 0},
        "moves": [*MOVES, MOVES[0]],
        "differing": ["round 1: the states differ"],
        "missed": [["m", 0, False, "turn"], ["m", 2, True, "turn"]],
        "untold": ["m 5"],
        "deliveries": [],
    }
    found = verdict.wrong(noted, facts)
    assert {name: len(each) for name, each in found.items()} == {
        "acknowledged moves lost": 1,
        "moves doubled": 1,
        "logs that differ from the snapshot": 1,
        "people's time charged": 1,
        "bots' time charged": 1,
        "notices missing": 1,
        "people sent away": 1,
    }
    goals = verdict.goals({name: len(each) for name, each in found.items()})
    assert not any(goal.met for goal in goals)


def test_recovery_lasts_from_a_faults_end_to_the_next_yes() -> None:
    times = {"m": [1.0, 5.0, 9.0], "n": [2.0, 8.5]}
    assert verdict.recovery([4.0, 6.0], times) == [1.0, 2.5, 3.0, 4.5]
    assert verdict.recovery([20.0], times) == []


def test_a_deadline_may_be_off_by_a_silence_and_no_more() -> None:
    shown = '<p data-deadline="[12,5,100000]">x</p>'
    assert differs(shown, shown.replace("100000", "115000")) == ""
    assert differs(shown, shown.replace("100000", "115001")) == "a deadline is off by 15001 ms"
    assert "instead of" in differs(shown, shown.replace("x", "y"))


def test_a_page_is_what_its_frames_add_up_to() -> None:
    board = '<div id="board"><p id="a">1</p><p id="b">2</p></div>'
    frames: list[dict[str, Any]] = [{"content": board}, {"fragments": {"a": '<p id="a">3</p>'}}]
    now = board.replace("1", "3")
    assert difference(frames, now, now) == ""
    assert difference(frames, board, now) == ""
    assert "instead of" in (difference(frames[:1], now, now) or "")
    refused = board.replace("<div ", '<div data-refused="too_late" ')
    assert difference([{"content": refused}], board, board) is None


def test_errors_are_counted_by_what_they_say_and_where(tmp_path: Path) -> None:
    traceback = 'Traceback\n  File "a.py", line 3, in b\nKeyError: 1'
    lines = [{"level": "ERROR", "traceback": traceback}, {"level": "WARNING", "message": "late"}]
    log = tmp_path / "web.log"
    log.write_text("\n".join(["no JSON", *map(json.dumps, lines)]))
    assert dict(verdict.errors([log, log])) == {'KeyError: 1 File "a.py", line 3, in b': 2}


def test_failures_of_nginx_are_counted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    said = [
        {"at": "2026-01-02T10:11:12+00:00", "status": each, "web": "w"} for each in (502, 101, 502)
    ]
    log.write_text("\n".join(map(json.dumps, said)))
    assert dict(verdict.failures(log)) == {"502 at 10:11 from w": 2}


def test_boards_are_compared_without_what_is_fleeting() -> None:
    one = '<p data-deadline="[12,5,10]" id="burn-words">5 s</p><i data-moment="">gone</i><b data-here>x</b>'
    other = '<p data-deadline="[7,5,10]" id="burn-words">3 s</p><b>x</b>'
    assert still(one) == still(other)
    assert still(one) != still(other.replace(">x<", ">y<"))
