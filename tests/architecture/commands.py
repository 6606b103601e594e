"""`make commands`: write docs/commands.md from the help of `manage.py` and of the Makefile."""

from __future__ import annotations

import os
import re
from argparse import Action
from dataclasses import dataclass
from textwrap import wrap

import django
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandParser

from config.local.installation import ROOT

WIDTH = 118
"""The longest line of text, in characters."""
PAGE = ROOT / "docs" / "commands.md"
INTRODUCTION = """\
# Commands

<!-- `make commands` writes this page from the help texts. Change those, and the page follows. -->

`make TARGET` installs what it needs, and then does its task. `manage.py COMMAND` works with the database of the
installation in which you call it. The call depends on how Nightcap is installed:

| installation | call |
|---|---|
| a checkout | `.venv/bin/python manage.py COMMAND` |
| compose | `docker compose exec web python manage.py COMMAND`, in `deploy` |
| systemd | `nightcap COMMAND`, as root |

In a checkout, run `make run` once. After that, commands work whether the server runs or not. Each command prints the
database that it uses. `NIGHTCAP_VAR` names another folder for the data. If that folder has no database, a command
creates an empty database. Then run `manage.py prepare`. Django's own commands, such as `createsuperuser`, are also
available: `manage.py help` lists them.
"""


@dataclass(frozen=True)
class Group:
    """A chapter of the page: targets of make, then commands of `manage.py`, by name."""

    title: str
    about: str = ""
    targets: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


GROUPS = (
    Group("Run", targets=("run", "setup"), commands=("prepare", "version")),
    Group(
        "Develop",
        targets=(
            *("setup-dev", "check", "test", "layout", "messages", "commands", "playthroughs"),
            *("spoken", "screenshot", "screenshots", "lock", "vendor", "help"),
        ),
        commands=("start_game", "messages", "check_templates", "simulate", "arena"),
    ),
    Group(
        "Back up and restore",
        "[Backups](hosting.md#backups) explains how to keep copies and how to try them.",
        commands=("backup", "restore"),
    ),
    Group(
        "Matches",
        "[How to check a round](verify.md) explains commitments and seeds.",
        commands=("verify_matches", "verify_round", "publish_rules", "rebuild_ratings"),
    ),
    Group(
        "Leagues",
        "Both commands are for trials. Use a separate database: name an empty folder in `NIGHTCAP_VAR` and run `manage.py prepare` first.",
        commands=("simulate_league", "hurry_league"),
    ),
    Group("Words", commands=("publish_words",)),
    Group(
        "Staff",
        "[The staff](hosting.md#the-staff) explains roles and second factors.",
        commands=("reset_second_factor",),
    ),
    Group(
        "Releases",
        "[tools/README.md](../tools/README.md) says what each measurement covers and how long it takes.",
        targets=("release", "soak", "chaos", "leaks", "fuzz", "roll", "busy", "bench"),
        commands=("check_upgrade",),
    ),
)
"""Every target and every command, each once: `test_commands.py` fails for a missing one."""

_TARGET = re.compile(r"^([a-z-]+):[^#\n]*## (.+)$", re.MULTILINE)


def main() -> None:
    """Write the page."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_check")
    django.setup()
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The text of docs/commands.md."""
    return "\n".join([INTRODUCTION, *(_chapter(group) for group in GROUPS)])


def targets() -> dict[str, str]:
    """The help line of each target of the Makefile."""
    return dict(_TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))


def own_commands() -> set[str]:
    """The names of the commands in `platform/*/management/commands`."""
    found = (ROOT / "platform").glob("*/management/commands/*.py")
    return {path.stem for path in found} - {"__init__"}


def _chapter(group: Group) -> str:
    lines = [f"## {group.title}", ""]
    if group.about:
        lines += [*wrap(group.about, WIDTH), ""]
    if group.targets:
        told = targets()
        lines += ["| target | purpose |", "|---|---|"]
        lines += [f"| `make {name}` | {_sentence(told[name])} |" for name in group.targets]
        lines.append("")
    for name in group.commands:
        lines += _command(name)
    return "\n".join(lines)


def _command(name: str) -> list[str]:
    app = get_commands()[name]
    assert isinstance(app, str), name
    command = load_command_class(app, name)
    arguments = _own_arguments(command)
    told = [option for one in arguments for option in one.option_strings]
    arguments = [one for one in arguments if "--json" not in one.option_strings]
    as_json = " `--json` prints the result as JSON." if "--json" in told else ""
    lines = [f"### {name}", "", *wrap(command.help + as_json, WIDTH), ""]
    if arguments:
        lines += ["| argument | meaning |", "|---|---|"]
        lines += [f"| {_written(one)} | {_meaning(one)} |" for one in arguments]
        lines.append("")
    return lines


def _own_arguments(command: BaseCommand) -> list[Action]:
    """The arguments that the command itself adds, without those of every command."""
    parser = CommandParser()
    command.add_arguments(parser)
    return [action for action in parser._actions if action.dest != "help"]


def _written(action: Action) -> str:
    if not action.option_strings:
        return f"`{action.dest}`"
    name = action.option_strings[0]
    if action.nargs == 0:
        return f"`{name}`"
    if action.choices:
        return f"`{name}` " + ", ".join(f"`{choice}`" for choice in action.choices)
    return f"`{name} {action.metavar or action.dest.upper()}`"


def _meaning(action: Action) -> str:
    return _sentence(action.help or "") + (
        " Required." if action.required and action.option_strings else ""
    )


def _sentence(text: str) -> str:
    """A help text as a sentence of its own."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


if __name__ == "__main__":
    main()
