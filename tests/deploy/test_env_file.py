"""One settings file has the same meaning for systemd, compose, a shell and `deploy/nightcap`.

A sender such as `Nightcap <…>` is no syntax error in any of them.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.env_file import parse
from tests.deploy.files import DEPLOY, ROOT, uncommented

SYSTEMD = next(Path("/usr/lib").glob("*/systemd/libsystemd-shared-*.so"), None)
HOSTILE = {
    "SENDER": "Nightcap <nightcap@cards.example>",
    "MAIL": "smtps://me:pa&ss;w$ord#1@mail.example",
    "PRICE": "5 $HOME ${HOME} $(id) `id`",
    "QUOTES": 'she said "yes"',
    "APOSTROPHE": "O'Brien <o@brien.example>",
    "HASH": "a #b",
    "BACK": "a\\b\\n",
    "STARS": "* ? [a] {a,b} ~ ! | ( )",
    "EQUALS": "a=b=c",
    "BLANKS": "  a  b  ",
    "NOTHING": "",
    "WORDS": "Schlafmütze für zwei",
}


def spelt(value: str) -> str:
    """Return a value in the notation that .env.example describes."""
    return f'"{value}"' if "'" in value else f"'{value}'"


def by_shell(shell: str) -> Callable[[Path], dict[str, str]]:
    """Return the settings as a shell that sources the file sees them."""

    def read(path: Path) -> dict[str, str]:
        script = f'set -a && . "$1" && exec {sys.executable} -c "$2"'
        told = "import json, os; print(json.dumps(dict(os.environ)))"
        done = subprocess.run(
            [shell, "-c", script, shell, path, told],
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=True,
        )
        return dict(json.loads(done.stdout))

    return read


def by_systemd(path: Path) -> dict[str, str]:
    """Return the settings as systemd's own library reads them for `EnvironmentFile=`."""
    pairs = ctypes.POINTER(ctypes.c_char_p)()
    library = ctypes.CDLL(str(SYSTEMD))
    assert library.load_env_file_pairs(None, str(path).encode(), ctypes.byref(pairs)) == 0
    words: list[str] = []
    # A file without a setting results in a null pointer.
    while ctypes.cast(pairs, ctypes.c_void_p).value and (word := pairs[len(words)]) is not None:
        words.append(word.decode())
    return dict(zip(words[::2], words[1::2], strict=True))


def by_compose(path: Path) -> dict[str, str]:
    """Return the settings as docker compose 2 reads an `.env`, by the rules of its documentation.

    In single quotes all is literal; in double quotes and without any, `$` and `\\` are not. Without
    quotes a `#` begins a comment.
    """
    found = {}
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, value = line.partition("=")
        if value.startswith("'"):
            assert value.endswith("'")
            assert not re.search(r"\\'", value), "compose reads this quote as part of the value"
            found[name] = value[1:-1]
        else:
            assert value.startswith('"'), "# and $ are special without quotes"
            assert not set(value[1:-1]) & set('"$\\'), "these characters are special there"
            found[name] = value[1:-1]
    return found


def by_us(path: Path) -> dict[str, str]:
    """Return the settings as `deploy/nightcap` reads them."""
    return parse(path.read_text())


needs_systemd = pytest.mark.skipif(SYSTEMD is None, reason="needs systemd's library")
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
READERS = [
    pytest.param(by_us, id="nightcap"),
    pytest.param(by_compose, id="compose"),
    pytest.param(by_shell("sh"), id="sh"),
    pytest.param(by_shell("bash"), id="bash", marks=needs_bash),
    pytest.param(by_systemd, id="systemd", marks=needs_systemd),
]


@pytest.mark.parametrize("read", READERS)
def test_hostile_values_are_read_alike(
    read: Callable[[Path], dict[str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "env"
    path.write_text("".join(f"{name}={spelt(value)}\n" for name, value in HOSTILE.items()))
    found = read(path)
    assert {name: found.get(name) for name in HOSTILE} == HOSTILE


@pytest.mark.parametrize("read", READERS)
def test_the_example_is_read_alike(read: Callable[[Path], dict[str, str]], tmp_path: Path) -> None:
    path = tmp_path / "env"
    path.write_text(uncommented(".env.example"))
    lines = re.findall(r"^([A-Z][A-Z_]*)='([^']*)'$", path.read_text(), re.MULTILINE)
    wanted = dict(lines)
    assert len(wanted) > 30
    assert wanted["NIGHTCAP_EMAIL_FROM"] == "Nightcap <nightcap@localhost>"
    found = read(path)
    assert {name: found.get(name) for name in wanted} == wanted


@needs_systemd
def test_a_setting_means_to_us_what_it_means_to_systemd(tmp_path: Path) -> None:
    """Files from before the quotes in the example keep their meaning."""
    luck = random.Random(20261126)
    path = tmp_path / "env"
    refused = 0
    for _ in range(3000):
        value = "".join(luck.choices(["a", " ", "\t", "'", '"', "\\", "\n", "$", "#", "="], k=6))
        # Older versions of systemd treat a backslash at the end of a comment differently.
        path.write_text(f"A={value}\nB=1\n".replace("#", "a#"))
        try:
            ours = by_us(path)
        except ValueError:
            refused += 1
            continue
        assert ours == by_systemd(path), repr(value)
    assert 0 < refused < 1500


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A='b\n", "line 1 has a quote that is not closed: A."),
        ("A=b\nexport C=d\n", "line 2 sets 'export C', which is not a valid name."),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        parse(text)


def nightcap(*argv: str, file: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Return a host's command, as the pages have it."""
    bare = {"PATH": os.environ["PATH"], "HOME": "/"}
    return subprocess.run(
        [DEPLOY / "nightcap", *argv],
        cwd="/",
        env=bare | {"NIGHTCAP_ENV_FILE": file} | more,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_has_the_settings_of_the_file(tmp_path: Path) -> None:
    given = {
        "NIGHTCAP_SITE": "https://cards.example",
        "NIGHTCAP_SECRET_KEY": "$" * 60,
        "NIGHTCAP_EMAIL_URL": "smtp://mail.example",
        "NIGHTCAP_EMAIL_FROM": "O'Brien <o@brien.example>",
        "DATABASE_URL": "postgresql://me:s3cr%24t@db.example:5433/cards",
        "REDIS_URL": "redis://valkey.example/0",
    }
    path = tmp_path / "env"
    path.write_text("".join(f"{name}={spelt(value)}\n" for name, value in given.items()))
    script = (
        "from django.conf import settings as s;"
        "print(s.DEFAULT_FROM_EMAIL, s.SECRET_KEY, s.DATABASES['default']['PASSWORD'], sep='|')"
    )
    told = nightcap("shell", "-v0", "-c", script, file=str(path), NIGHTCAP_SECRET_KEY="x" * 50)
    assert told.stdout == f"O'Brien <o@brien.example>|{'$' * 60}|s3cr$t\n", told.stderr
    assert told.stderr == "Database: cards at db.example:5433.\n"


def test_a_file_that_is_missing_or_names_no_database_is_told(tmp_path: Path) -> None:
    """The error is one sentence."""
    told = nightcap("verify_matches", file="/nowhere/env")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == (
        "The settings file /nowhere/env cannot be read: No such file or directory.\n"
    )
    path = tmp_path / "env"
    path.write_text("NIGHTCAP_SITE='https://cards.example'\n")
    told = nightcap("verify_matches", file=str(path), NIGHTCAP_VAR=str(tmp_path / "var"))
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == f"{path} does not set DATABASE_URL.\n"
    assert not (tmp_path / "var").exists()


def test_the_host_s_pages_source_no_file_and_go_by_the_command() -> None:
    for name in ("hosting.md", "without-compose.md", "runbook.md"):
        text = (ROOT / "docs" / name).read_text()
        assert not re.search(r"set -a|(?:^|&& )\. /etc|source /etc", text, re.MULTILINE), name
        assert "PYTHONPATH=platform .venv/bin/python" not in text, name
