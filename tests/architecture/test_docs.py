"""The names in the READMEs, CONTRIBUTING and docs/ exist: settings, metrics, commands, files.

These tests find a page that still contains a name from before a renaming.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from clubs.routing import websocket_urlpatterns as of_clubs
from config import database
from config.celery import HEARTBEAT_LASTS
from config.local.installation import ROOT
from config.serving import in_turn
from leagues.web.routing import websocket_urlpatterns as of_leagues
from lobby.routing import websocket_urlpatterns as of_lobby
from matches.engine.clocks import SILENCE_MS
from matches.services.clock import downtime
from matches.store import backlog
from matches.web.routing import websocket_urlpatterns as of_matches
from notifications.services import deliver
from operations import health, pool_watch
from pages.routing import websocket_urlpatterns as of_pages
from tests.architecture import docs
from tests.architecture.docs import OF_HOSTS, PAGES
from tests.deploy import files
from tests.platform.access import matrix

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
each_page_of_hosts = pytest.mark.parametrize("page", OF_HOSTS, ids=lambda page: page.name)

SETTING = re.compile(r"\bNIGHTCAP_[A-Z_]*[A-Z]\b")
OF_READERS = {"NIGHTCAP_TOKEN"}
"""Variables of examples, which our code does not read."""
METRIC = re.compile(r"\bnightcap_[a-z]+(?:_[a-z]+)*\b")
FILE = re.compile(
    r"(?:[\w.*-]|<\w+>)+(?:/(?:[\w.*-]|<\w+>)*)+|[\w*-]+\.(?:py|md|html|yaml|sh|toml)"
)
OF_A_CHECKOUT = ("var/", ".venv/", "certificates/", "deploy/certificates/")
"""Folders that programs create, and that are not in the repository."""
ELSEWHERE = {"application/x-ndjson", "job/prepare", "nightcap/deploy"}
"""Names that look like files of the repository but are none."""
COMMAND = re.compile(r"(?:manage\.py|^nightcap|&& nightcap) ([a-z]\w*)([^&|;]*)")
OF_SUPERVISOR = ("help", "run")
MADE = re.compile(r"(?:^|&& |=\w+ )make ([a-z-]+)")
COMPOSE = re.compile(r"docker compose (\w+)([^&|;<>]*)")
UNIT = re.compile(r"systemctl (?:start|stop|restart|enable --now) ([^&|;]+)")
ADDRESS = re.compile(r"/(?:[\w<>{}-]+/)*(?:[\w<>{}.-]+)?")
OF_A_MACHINE = (
    "",
    "backups",
    "dev",
    "etc",
    "nightcap",
    "path",
    "root",
    "run",
    "srv",
    "static",
    "tmp",
    "usr",
    "var",
)
"""Beginnings of file paths that are not addresses of pages."""
AFTER_ANOTHER = ("/schema",)
"""Further parts of an address that the page named before."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize("page", docs.LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in docs.links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in docs.anchors(target), link


@each_page
def test_every_setting_is_read_by_something(page: Path) -> None:
    scripts = [ROOT / "manage.py", ROOT / "deploy" / "nightcap"]
    scripts += [path for path in (ROOT / "deploy").iterdir() if path.suffix in (".py", ".sh")]
    known = {name for script in scripts for name in SETTING.findall(script.read_text())}
    known |= {*files.example(), *files.environment("front")}
    assert set(SETTING.findall(page.read_text())) - OF_READERS <= known


@each_page_of_hosts
def test_every_metric_is_told(page: Path) -> None:
    told = "".join(
        path.read_text() for path in (ROOT / "platform/operations/monitoring").glob("*.py")
    )
    for name in METRIC.findall(page.read_text()):
        assert f'"{name}"' in told, name


@each_page
def test_every_file_is_there(page: Path) -> None:
    tests = [word.split("::") for word in docs.words(page) if "::" in word]
    for path, name in tests:
        assert f"def {name}(" in (ROOT / path).read_text(), name
    named = {word.partition("::")[0].rstrip(".,:") for word in docs.words(page)} - ELSEWHERE
    named = {word for word in named if FILE.fullmatch(word) and not word.startswith(OF_A_CHECKOUT)}
    assert [word for word in sorted(named) if not docs.is_there(word)] == []


@each_page
def test_every_name_is_one_of_the_code(page: Path) -> None:
    named = [name for name in docs.names(page) if not docs.is_there(name)]
    parts = {part for name in named for part in name.split(".")}
    assert sorted(parts - docs.words_of_code()) == []


@each_page
def test_every_module_that_is_run_is_one(page: Path) -> None:
    for line in docs.code(page):
        for module in re.findall(r"-m ((?:tests|tools|config)[.\w]*)", line):
            assert find_spec(module), module


@cache
def options(name: str) -> set[str]:
    """Return the options of a command."""
    given = get_commands()[name]
    command = given if isinstance(given, BaseCommand) else load_command_class(given, name)
    parser = command.create_parser("manage.py", name)
    return {option for action in parser._actions for option in action.option_strings}


@each_page
def test_every_command_is_one_and_has_these_options(page: Path) -> None:
    named = [found for line in docs.code(page) for found in COMMAND.findall(line)]
    for name, rest in named:
        if (
            name not in OF_SUPERVISOR and page.name != "verify.md"
        ):  # the name occurs in messages there
            assert name in get_commands(), name
            assert set(re.findall(r"--[a-z][a-z-]*", rest)) <= options(name), (name, rest)


@each_page
def test_every_target_of_make_is_one(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    named = [found for line in docs.code(page) for found in MADE.findall(line)]
    assert set(named) <= targets


def services_of(verb: str, rest: str) -> list[str]:
    """Yield the services that a compose command names."""
    rest = re.sub(r"--(?:since|tail|name) \S+", "", rest)
    words = [word for word in rest.split() if not word.startswith("-")]
    if verb in ("exec", "run"):
        return words[:1]
    if verb == "cp":
        return [words[0].partition(":")[0]]
    return words


@each_page_of_hosts
def test_every_service_of_compose_is_one(page: Path) -> None:
    there = set(files.compose()["services"])
    for line in docs.code(page):
        for verb, rest in COMPOSE.findall(line):
            assert set(services_of(verb, rest)) <= there | {"COMMAND"}, line


@each_page_of_hosts
def test_every_unit_of_systemd_is_one(page: Path) -> None:
    there = {path.name for path in (ROOT / "deploy" / "systemd").iterdir()}
    for line in docs.code(page):
        for named in UNIT.findall(line):
            for unit in named.split():
                if unit.startswith("nightcap"):
                    one = re.sub(r"@\w*", "@", unit)
                    assert {one, f"{one}.service"} & there, line


def test_the_index_lists_each_page_of_docs() -> None:
    index = ROOT / "docs" / "README.md"
    listed = [link.partition("#")[0] for link in docs.links(index)]
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {index.name}
    assert sorted(pages - set(listed)) == []


def test_the_readme_of_the_tools_has_each_of_them() -> None:
    told = (ROOT / "tools" / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(
        r"^([a-z]+):[^#\n]*##[^\n]*\n(?:\t.*\n)*?.*-m tools\.", makefile, re.MULTILINE
    )
    assert len(targets) >= 6
    assert [target for target in targets if f"`make {target}`" not in told] == []
    folders = [path.parent.name for path in (ROOT / "tools").glob("*/__init__.py")]
    assert [folder for folder in folders if f"`{folder}/`" not in told] == []


def rows(page: Path, heading: str) -> list[str]:
    """Return the first cells of the tables below a heading, without the header rows."""
    chapter = (
        page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    )
    cells = re.findall(r"^\| ([^|]+?) \|", chapter, re.MULTILINE)
    return sorted(cell for cell in cells if cell not in ("package", "npm package"))


DEPENDENCIES = ROOT / "docs" / "dependencies.md"


def required(name: str) -> list[str]:
    """Return the packages in a requirements file."""
    return re.findall(r"^([\w-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)


def test_each_package_that_runs_nightcap_has_its_reason() -> None:
    assert rows(DEPENDENCIES, "To run") == sorted(required("requirements.txt"))


def test_each_package_of_development_has_its_reason() -> None:
    package = json.loads((ROOT / "deploy" / "npm" / "package.json").read_text(encoding="utf-8"))
    of_python = [name for name in required("requirements-dev.txt") if not name.startswith("-")]
    assert rows(DEPENDENCIES, "To develop") == sorted([*of_python, *package["devDependencies"]])


def test_each_vendored_package_has_its_reason() -> None:
    fetched = re.findall(r'"(@?[\w./-]+)@\d', (ROOT / "deploy" / "vendor.py").read_text("utf-8"))
    assert len(fetched) == 3
    assert rows(DEPENDENCIES, "Vendored") == sorted(fetched)


@cache
def addresses() -> frozenset[str]:
    """Return every address of a page, with `*` for its parameters."""
    return frozenset(_addresses(get_resolver(), "/"))


def _addresses(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        here = before + re.sub(r"<(?!path:)[^>]+>", "*", str(pattern.pattern))
        if isinstance(pattern, URLPattern):
            yield here
        else:
            yield from _addresses(pattern, here)


def leads_somewhere(address: str) -> bool:
    """Return whether this is the address of a page, or a further part of one."""
    if address.startswith("/admin/"):
        return bool(resolve(address).url_name)
    asked = re.sub(r"<\w+>|\{\w+\}", "*", address)
    if asked in AFTER_ANOTHER:
        return any(one.endswith(asked) for one in addresses())
    patterns = (re.escape(one).replace(r"\*", "[^/]+") for one in addresses())
    return any(re.fullmatch(pattern, asked) for pattern in patterns)


@each_page
def test_every_address_leads_to_a_page(page: Path) -> None:
    named = {word.rstrip(".,:") for word in docs.words(page) if ADDRESS.fullmatch(word)}
    named = {word for word in named if word.split("/")[1] not in OF_A_MACHINE}
    assert [word for word in sorted(named) if not leads_somewhere(word)] == []


def test_what_readyz_looks_for_is_told_to_hosts() -> None:
    hosting, runbook = (page.read_text() for page in (OF_HOSTS[0], OF_HOSTS[2]))
    for name in (*health.CHECKS, "busy"):
        assert f"`{name}`" in hosting, name
        assert f"`{name}`" in runbook, name


def test_what_the_runbook_quotes_is_what_the_log_says() -> None:
    """The runbook quotes log messages exactly, so that a host finds them by search."""
    code = "".join(path.read_text() for path in (ROOT / "platform").rglob("*.py"))
    said = " ".join(re.sub(r"['\"]\s*f?['\"]", "", code).split())
    told = " ".join(docs.prose(OF_HOSTS[2]).split())
    quoted = re.findall(r"[\"`]([A-Z][a-z]* [a-z][^\"`…]{20,}?)(?: …)?[\"`]", told)
    assert len(quoted) >= 4
    assert [sentence for sentence in quoted if sentence not in said] == []


def minutes(seconds: float) -> str:
    """Return whole minutes, in words."""
    return NUMBERS[int(seconds // 60)]


def of_nginx(pattern: str) -> str:
    """Return a number in nginx's configuration."""
    folder = ROOT / "deploy" / "nginx"
    (found,) = re.findall(pattern, "".join(path.read_text() for path in folder.iterdir()))
    return str(found)


SOCKETS = of_nginx(r"limit_conn sockets (\d+);")
SLOWLY = of_nginx(r"client_header_timeout (\d+)s;")
OF_PAGES = [*of_matches, *of_lobby, *of_leagues, *of_clubs, *of_pages]
TOLD = {
    "hosting.md": [
        f"at most {SOCKETS} sockets open at a time",
        f"{SLOWLY} seconds to send its request header",
        f"`writes` at most once in {NUMBERS[int(health.LASTS['writes'])]} seconds",
        f"none of its connections for {minutes(pool_watch.LOST_S)} minutes",
        f"only when none has come back for {pool_watch.LOST_UNBOUNDED_S / 60:.0f} minutes",
        f"({database.STATEMENT_S} s for a statement, {database.LOCK_S} s for a lock)",
        f"is more than {NUMBERS[backlog.BUSY_MS // 1000]} seconds late",
        f"have worked within {HEARTBEAT_LASTS} seconds",
        f"missing for more than {SILENCE_MS // 1000} seconds",
        f"sends a heartbeat every {NUMBERS[downtime.HEARTBEAT_MS // 1000]} seconds",
        f"the stored deadlines, {downtime.BATCH} matches a second",
        f"tried {NUMBERS[len(deliver.BACKOFF_MS)]} times more within nine hours",
        f"when {NUMBERS[deliver.MOST_FAILURES]} notices in a row have failed",
    ],
    "runbook.md": [
        f"has sent no heartbeat for {HEARTBEAT_LASTS} seconds",
        f"A statement of a page may take {database.STATEMENT_S} s and wait {database.LOCK_S} s",
        f"nothing gave them back for {minutes(pool_watch.LOST_S)} minutes",
        f"switches off a channel that failed {NUMBERS[deliver.MOST_FAILURES]} times in a row",
    ],
    "reliability.md": [
        f"requests all {len(matrix.read())} addresses",
        f"The {NUMBERS[len(OF_PAGES)]} sockets of pages",
        f"counts as [downtime](hosting.md#downtime) only after {SILENCE_MS // 1000} seconds",
        f"waits {SLOWLY} s, and lets one address open {SOCKETS} sockets",
        f"a page says 503 after {NUMBERS[database.POOL_S]} seconds",
    ],
    "threats.md": [
        f"{SOCKETS} sockets an address, 30 messages a second each",
        f"{SLOWLY} s for a request",
        "forty requests at a time",
        "four requests of a network",
    ],
}


@pytest.mark.parametrize("name", TOLD)
def test_a_number_that_a_page_tells_is_that_of_the_code(name: str) -> None:
    told = " ".join((ROOT / "docs" / name).read_text().split())
    for sentence in TOLD[name]:
        assert sentence in told, sentence


def test_numbers_that_are_told_in_words() -> None:
    assert (in_turn.AT_ONCE, in_turn.OF_A_NETWORK) == (40, 4), "in threats.md"
    assert sum(deliver.BACKOFF_MS) < 9 * 60 * deliver.MINUTE_MS, "nine hours, in hosting.md"
