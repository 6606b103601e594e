"""The files of deploy/, checked without Docker: all names exist, and nothing is left open."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.deploy import files
from tests.deploy.files import DEPLOY, ROOT, command, compose, example, filled

CONFIG = ROOT / "platform" / "config"
SERVICES: dict[str, Any] = compose()["services"]
OURS = ("backup", "beat", "bots", "slow", "prepare", "web", "worker")
TAG = re.compile(r"^[a-z/]+:\d+(\.\d+)*(-[a-z]+)*$")
FILLED_IN = {"POSTGRES_PASSWORD": "s3cret"}
OF_COMPOSE = {"COMPOSE_FILE"}
"""Names in .env for compose itself."""


def settings_read() -> dict[str, ast.expr | None]:
    """Return every variable that the settings read with `env`, with its default."""
    found: dict[str, ast.expr | None] = {}
    asked = [ast.parse(path.read_text()) for path in CONFIG.glob("*.py")]
    for node in (node for tree in asked for node in ast.walk(tree)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "env"
        ):
            name, *default = [
                *node.args,
                *(word.value for word in node.keywords if word.arg == "default"),
            ]
            assert isinstance(name, ast.Constant)
            assert isinstance(name.value, str)
            found[name.value] = default[0] if default else None
            if node.func.attr == "secret":
                found[f"{name.value}_FILE"] = None
    return found


def of_compose_files() -> set[str]:
    """Return every variable in the compose files."""
    return {
        name for path in DEPLOY.glob("compose*.yaml") for name in files.variables(path.read_text())
    }


# --- the example of an environment ----------------------------------------------------------


def test_the_example_explains_each_setting_and_no_other() -> None:
    assert set(example()) == set(settings_read()) | of_compose_files() | OF_COMPOSE


def test_each_setting_of_the_example_is_explained() -> None:
    lines = (DEPLOY / ".env.example").read_text().splitlines()
    for number, line in enumerate(lines):
        if re.match(r"#?[A-Z][A-Z_]*=", line):
            assert re.match(r"# \S.*\S", lines[number - 1]), f"add a comment above {line}"


def test_its_defaults_are_those_of_the_settings() -> None:
    shown = example()
    for name, default in settings_read().items():
        if isinstance(default, ast.Constant) and default.value != "":
            value = default.value
            words = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            assert shown[name] == words, name


def test_its_defaults_are_those_of_compose() -> None:
    shown = example()
    for path in DEPLOY.glob("compose*.yaml"):
        for name, default in re.findall(r"\$\{([A-Z_]+):-([^$}]*)\}", path.read_text()):
            assert shown[name] in ("", default), name


def test_only_what_compose_cannot_know_has_to_be_filled_in() -> None:
    lines = (DEPLOY / ".env.example").read_text().splitlines()
    given = {line.partition("=")[0] for line in lines if re.match(r"[A-Z]", line)}
    assert given == {"NIGHTCAP_SITE", "NIGHTCAP_SECRET_KEY", "POSTGRES_PASSWORD"}


# --- compose --------------------------------------------------------------------------------


def test_what_it_passes_on_are_settings_of_ours() -> None:
    for service in OURS:
        assert SERVICES[service]["env_file"] == ".env"
        assert set(SERVICES[service]["environment"]) <= set(settings_read())
    in_front = set(SERVICES["front"]["environment"])
    in_front |= set(compose("compose.tls.yaml")["services"]["front"]["environment"])
    assert in_front <= set(files.environment("front"))


def test_the_addresses_that_it_fills_in() -> None:
    given = SERVICES["web"]["environment"]
    url = filled(given["DATABASE_URL"], FILLED_IN)
    assert url == "postgresql://nightcap:s3cret@postgres/nightcap"
    assert filled(given["REDIS_URL"], {}) == "redis://valkey/0"
    assert {"postgres", "valkey"} <= set(SERVICES)
    own = {"DATABASE_URL": "postgresql://me@db.example/cards"}
    assert filled(given["DATABASE_URL"], own) == own["DATABASE_URL"]
    with pytest.raises(KeyError, match="POSTGRES_PASSWORD"):
        filled(given["DATABASE_URL"], {})


@pytest.mark.parametrize("service", OURS)
def test_every_command_starts_something_of_ours(service: str) -> None:
    argv = command(service)
    assert argv[0] == "python"
    if argv[1] == "manage.py":
        found = subprocess.run(
            [ROOT / ".venv" / "bin" / "python", "manage.py", argv[2], "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        used = [word for word in argv[3:] if word.startswith("--")]
        assert set(used) <= set(re.findall(r"--[a-z]+", found.stdout))
    else:
        assert argv[1] == "-m"
        assert {
            "config.serving.web_server": "config.serving.web_application:application",
            "celery": "config",
        }[argv[2]] in argv


def test_there_is_one_beat_and_several_of_the_others() -> None:
    assert "container_name" in SERVICES["beat"]
    assert "deploy" not in SERVICES["beat"]
    for service in ("web", "worker"):
        assert int(filled(SERVICES[service]["deploy"]["replicas"], {})) >= 2
    beats = [service for service in OURS if "beat" in command(service)]
    assert beats == ["beat"]
    assert "--beat" not in command("worker")


def test_a_small_machine_has_one_of_each() -> None:
    """The container that only one machine may have is all workers, so that they run once, too."""
    small = compose("compose.small.yaml")["services"]
    replicas = {name: each["deploy"]["replicas"] for name, each in small.items() if name != "beat"}
    workers = {name for name in OURS if "worker" in command(name)}
    assert replicas == {"web": 1} | dict.fromkeys(workers, 0)
    assert small["beat"]["command"] == ["python", "-m", "config.workers"]
    assert small["beat"]["stop_grace_period"] == SERVICES["worker"]["stop_grace_period"]


def test_nothing_starts_before_what_it_needs() -> None:
    for service in ("web", "worker", "bots", "slow", "beat", "backup"):
        assert SERVICES[service]["depends_on"] == {
            "prepare": {"condition": "service_completed_successfully"},
            "postgres": {"condition": "service_healthy"},
            "valkey": {"condition": "service_healthy"},
        }
    for service in ("postgres", "valkey"):
        assert SERVICES[service]["healthcheck"]["test"][0] == "CMD"
        assert SERVICES["prepare"]["depends_on"][service] == {"condition": "service_healthy"}
    assert SERVICES["front"]["depends_on"] == {"web": {"condition": "service_healthy"}}


def test_it_all_comes_back_by_itself_and_ends_in_its_own_time() -> None:
    for name, service in SERVICES.items():
        assert service["restart"] == ("no" if name == "prepare" else "unless-stopped"), name
        assert name == "prepare" or re.fullmatch(r"\d+s", service["stop_grace_period"]), name
        assert service["logging"]["options"]["max-file"]
    for name in ("worker", "bots", "slow"):
        patience = int(SERVICES[name]["stop_grace_period"].removesuffix("s"))
        assert patience > settings.CELERY_TASK_TIME_LIMIT


def test_only_nginx_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["front"]
    assert compose()["networks"]["inside"] == {"internal": True}
    for service in ("postgres", "valkey"):
        assert SERVICES[service]["networks"] == ["inside"]
    assert "inside" not in SERVICES["front"]["networks"]


def test_one_word_is_believed_and_it_is_that_of_nginx() -> None:
    for service in OURS:
        assert SERVICES[service]["environment"]["NIGHTCAP_PROXIES"] == "1"


def test_what_must_outlive_a_container_has_a_volume() -> None:
    # From PostgreSQL 18 on, the image stores its data one folder higher.
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]
    assert int(re.findall(r":(\d+)", SERVICES["postgres"]["image"])[0]) >= 18
    assert set(compose()["volumes"]) == {"postgres", "backups"}


def test_backups_are_made_by_the_server_s_own_version() -> None:
    (server,) = re.findall(r":(\d+)", SERVICES["postgres"]["image"])
    installed = [
        rest for word, rest in files.instructions("nightcap") if "postgresql-client" in rest
    ]
    assert [re.findall(r"postgresql-client-(\d+)", rest) for rest in installed] == [[server]]
    (mount,) = SERVICES["backup"]["volumes"]
    folder = mount.rpartition(":")[2]
    assert folder in command("backup")
    assert any(f"-o nightcap -m 700 {folder}" in rest for _, rest in files.instructions("nightcap"))


# --- the images -----------------------------------------------------------------------------


def test_every_image_is_ours_or_of_a_named_version() -> None:
    built = {service["image"] for service in SERVICES.values() if "build" in service}
    bases = [
        rest.split()[0]
        for stage in ("nightcap", "front")
        for _, rest in files.instructions(stage)[:1]
    ]
    others = {service["image"] for service in SERVICES.values()} - built
    for image in (*bases, *others):
        assert TAG.fullmatch(image), f"{image} has no version"
    for service in SERVICES.values():
        if "build" in service:
            assert service["build"]["context"] == ".."
            assert (ROOT / service["build"]["dockerfile"]).exists()
            files.instructions(service["build"]["target"])


@pytest.mark.parametrize("stage", ["nightcap", "front"])
def test_what_an_image_copies_exists_and_is_let_in(stage: str) -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored
    let_in = tuple(line[1:] for line in ignored if line.startswith("!"))
    for word, rest in files.instructions(stage):
        if word == "COPY" and not rest.startswith("--from="):
            for source in rest.split()[:-1]:
                assert list(ROOT.glob(source.rstrip("/"))), source
                assert source.startswith(let_in), source


def test_the_platform_runs_unprivileged_and_holds_no_secret() -> None:
    words = files.instructions("nightcap")
    users = [rest for word, rest in words if word == "USER"]
    assert users == ["nightcap"]
    after = [word for word, _ in words[words.index(("USER", "nightcap")) :]]
    assert set(after) == {"USER", "EXPOSE", "HEALTHCHECK", "CMD"}
    given = files.environment("nightcap")
    assert given["NIGHTCAP_STATIC_ROOT"].startswith("/nightcap/")
    assert not {name for name in given if "KEY" in name or "PASSWORD" in name or "URL" in name}
    assert {word for word, _ in words}.isdisjoint({"ARG", "ADD"})


def test_it_says_when_it_is_well() -> None:
    for stage, address in (("nightcap", "127.0.0.1:8000/healthz"), ("front", "127.0.0.1/healthz")):
        (check,) = [rest for word, rest in files.instructions(stage) if word == "HEALTHCHECK"]
        assert address in check
    assert not [name for name in OURS if name != "web" and not is_unwatched(name)]


def is_unwatched(service: str) -> bool:
    return bool(SERVICES[service]["healthcheck"] == {"disable": True})


def test_secrets_of_a_host_never_come_into_the_repository() -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {"/deploy/.env", "/deploy/certificates/"} <= set(ignored)
    assert not (Path(ROOT) / "deploy" / ".env.example").read_text().count("s3cret")


def test_what_is_too_long_for_the_platform_is_too_long_for_nginx() -> None:
    (limit,) = re.findall(
        r"client_max_body_size (\d+)k;", (DEPLOY / "nginx" / "nginx.conf.template").read_text()
    )
    assert int(limit) * 1024 == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
