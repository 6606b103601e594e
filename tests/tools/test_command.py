"""Long commands end properly: with a table, JSON, an exit code, and nothing left behind."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tools import command
from tools.command import Impossible, Screen
from tools.goals import Found, Goal

ROOT = Path(__file__).resolve().parents[2]
FOREVER = """
import sys, time
from tools import command
def work(wanted, screen):
    try:
        print("begun", flush=True)
        time.sleep(60)
    finally:
        time.sleep(0.2)
        print("closed", flush=True)
sys.exit(command.run(command.parser("forever", None).parse_args([]), work))
"""


def _found(lost: int) -> Found:
    return Found({"lost": lost}, [Goal("moves lost", lost, 0, "")])


def _run(lost: int, to: str | None = None, *, strict: bool = True) -> int:
    before = [signal.getsignal(sig) for sig in command.ENDINGS]
    try:
        return command.run(Namespace(json=to), lambda *_: _found(lost), strict=strict)
    finally:
        for sig, handler in zip(command.ENDINGS, before, strict=True):
            signal.signal(sig, handler)


def test_a_missed_goal_is_a_failure_where_it_must_not_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _run(0) == 0
    assert capsys.readouterr().out.rstrip().endswith("met")
    assert _run(2) == 1
    assert capsys.readouterr().out.rstrip().endswith("MISSED")
    assert _run(2, strict=False) == 0


def test_json_holds_what_was_found_and_the_goals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(2, str(tmp_path / "found.json"))
    told = json.loads((tmp_path / "found.json").read_text())
    assert told["lost"] == 2
    assert told["goals"][0]["met"] is False
    capsys.readouterr()
    _run(2, command.STDOUT)
    assert json.loads(capsys.readouterr().out) == told


def test_what_is_impossible_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    def work(wanted: Namespace, screen: Screen) -> Found:
        raise Impossible("There is no Node here.")

    assert command.run(Namespace(json=None), work) == 1
    assert capsys.readouterr().err == "There is no Node here.\n"


def test_ctrl_c_closes_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FOREVER],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "closed\n", "Stopped.\n")


def test_progress_is_a_line_that_changes_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    screen = Screen(terminal)
    screen.progress(1, 2_000, "moves")
    screen.progress(2, 2_000, "moves")
    screen.say("done")
    assert terminal.getvalue().endswith("\r\x1b[K2 of 2,000 moves\ndone\n")
    elsewhere = io.StringIO()
    Screen(elsewhere).progress(1, 2)
    assert elsewhere.getvalue() == ""
