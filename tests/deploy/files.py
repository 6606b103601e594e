"""The files of deploy/, parsed as Docker and nginx parse them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from config.env_file import parse

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"

_VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([-?])((?:[^${}]|\$\{[^}]*\})*))?\}")


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    """Return a compose file, with its variables unreplaced."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text())
    return found


def variables(text: str) -> set[str]:
    """Return the names of all `${…}` in a text, those within a default included."""
    return set(re.findall(r"\$\{([A-Z_]+)", text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return the text with its variables replaced, as compose does.

    Raises:
        KeyError: a variable has neither a value nor a default.
    """

    def one(found: re.Match[str]) -> str:
        name, kind, default = found.groups()
        if values.get(name):
            return values[name]
        if kind != "-":
            raise KeyError(name)
        return filled(default, values)

    return _VARIABLE.sub(one, text)


def instructions(stage: str) -> list[tuple[str, str]]:
    """Return the instructions of a stage of the Dockerfile, each on one line."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    whole = [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]
    begins = [number for number, (word, _) in enumerate(whole) if word == "FROM"]
    for begin, end in zip(begins, [*begins[1:], len(whole)], strict=True):
        if whole[begin][1].endswith(f" AS {stage}"):
            return whole[begin:end]
    raise KeyError(stage)


def uid() -> int:
    """Return the user id of the platform in its image."""
    text = " ".join(rest for word, rest in instructions("nightcap") if word == "RUN")
    (found,) = re.findall(r"--uid (\d+)", text)
    return int(found)


def environment(stage: str) -> dict[str, str]:
    """Return the environment of a stage's image."""
    lines = [rest for word, rest in instructions(stage) if word == "ENV"]
    pairs = re.findall(r'([A-Z_]+)=(?:"([^"]*)"|(\S+))', " ".join(lines))
    return {name: quoted or bare for name, quoted, bare in pairs}


def command(service: str, name: str = "compose.yaml") -> list[str]:
    """Return the command of one of our services: its own, or that of the image."""
    own = compose(name)["services"][service].get("command")
    if own:
        return [filled(str(word), {}) for word in own]
    (given,) = [rest for word, rest in instructions("nightcap") if word == "CMD"]
    words: list[str] = json.loads(given)
    return words


def example() -> dict[str, str]:
    """Return every setting of .env.example with its value, commented out or not."""
    return parse(uncommented(".env.example"))


def uncommented(name: str) -> str:
    """Return a settings file with all comment marks before settings removed."""
    return re.sub(r"^#([A-Z][A-Z_]*=)", r"\1", (DEPLOY / name).read_text(), flags=re.MULTILINE)
