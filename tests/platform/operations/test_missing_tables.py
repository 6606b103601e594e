"""On a database before `prepare`, every command ends with one sentence, never with a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.local.installation import ROOT
from core.migration_state import NOT_SET_UP
from tests.platform.operations.backups import in_database

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = {
    "backup": ["FOLDER"],
    "check_upgrade": [],
    "hurry_league": ["spring"],
    "publish_rules": [],
    "publish_words": [],
    "rebuild_ratings": [],
    "reset_second_factor": ["Mona"],
    "simulate": ["--rounds", "1"],
    "simulate_league": [],
    "verify_matches": [],
    "verify_round": ["1"],
}
"""The arguments of each of our commands that needs data in the database."""
NEED_NONE = {"arena", "check_templates", "messages", "prepare", "restore", "start_game", "version"}
"""Commands that need no data, or create it."""
SCRIPT = """
import io, json
from contextlib import redirect_stderr, redirect_stdout
from django.core.management import CommandError, call_command
from operations.missing_tables import saying_what_is_unprepared
said = {}
for name, argv in json.loads('%s').items():
    try:
        with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
            with saying_what_is_unprepared():
                call_command(name, *argv)
    except (CommandError, SystemExit) as end:
        said[name] = str(end)
    except Exception as wrong:
        said[name] = repr(wrong)
print(json.dumps(said))
"""


def test_every_command_is_asked() -> None:
    ours = {name for name, app in get_commands().items() if (ROOT / "platform" / app).is_dir()}
    assert ours == {*ASKED, *NEED_NONE}


def test_a_command_says_that_the_database_is_not_set_up(elsewhere: str, tmp_path: Path) -> None:
    """The error is one sentence."""
    asked = ASKED | {"backup": [str(tmp_path)]}
    told = in_database(elsewhere, "shell", "-v0", "-c", SCRIPT % json.dumps(asked))
    said = json.loads(told.stdout)
    assert said.pop("check_upgrade").startswith("The database has not the tables of this code")
    assert said == dict.fromkeys(said, NOT_SET_UP)
    assert set(said) == set(ASKED) - {"check_upgrade"}


@pytest.mark.parametrize(
    "argv",
    [["verify_matches"], ["createsuperuser", "--noinput", "--name", "Mona"]],
    ids=lambda argv: argv[0],
)
def test_so_do_those_that_a_host_calls(argv: list[str], elsewhere: str) -> None:
    told = in_database(elsewhere, *argv)
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == NOT_SET_UP
    assert "Traceback" not in told.stderr


def test_what_is_wrong_with_our_own_code_keeps_its_traceback(elsewhere: str) -> None:
    of_the_tests = elsewhere.removesuffix("_restored")  # which is set up
    script = (
        "from django.db import connection; connection.cursor().execute('SELECT * FROM nowhere')"
    )
    told = in_database(of_the_tests, "shell", "-v0", "-c", script)
    assert "Traceback" in told.stderr
    assert NOT_SET_UP not in told.stderr
