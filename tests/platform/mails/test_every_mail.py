"""Every email in every language equals its golden file.

After a change of texts, run `MAILS=record .venv/bin/python -m pytest tests/platform/mails`, then
read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMessage

from core.rendering.preload import own_templates
from notifications.models import UNASKED, Kind
from tests.platform.mails.every_mail import Writer

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
GOLDEN = Path(__file__).parent / "golden"
SECRETS = [
    (re.compile(r"(/notices/stop/)[^/\s]+"), r"\1TOKEN"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "MATCH"),
]
"""Texts that differ in each run."""
ASKED = "because you asked for it"


@pytest.fixture(autouse=True)
def _mails_go_out(settings: Any) -> None:
    settings.CAN_MAIL = True


def written(language: str) -> dict[str, EmailMessage]:
    return dict(Writer(language).every_mail())


def text(mails: dict[str, EmailMessage]) -> str:
    """Return all emails, in the format of the golden file."""
    shown = "\n".join(
        f"=== {name}\n{one.subject}\n\n{str(one.body).rstrip()}\n" for name, one in mails.items()
    )
    for secret, word in SECRETS:
        shown = secret.sub(word, shown)
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_mail_reads_as_its_golden_file(language: str) -> None:
    file, made = GOLDEN / f"{language}.txt", text(written(language))
    if os.environ.get("MAILS") == "record":
        file.parent.mkdir(exist_ok=True)
        file.write_text(made)
    assert made == file.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_address_stands_alone_on_its_line(language: str) -> None:
    """Otherwise a program takes the next word for a part of the link, or users overlook it."""
    for name, one in written(language).items():
        lines = str(one.body).splitlines()
        addresses = [line for line in lines if "://" in line]
        assert addresses, name
        assert all(re.fullmatch(r"https?://\S+", line) for line in addresses), (name, addresses)
        assert "" in lines, name
        assert "\n" not in one.subject, name


def test_none_says_that_it_was_asked_for_where_it_was_not() -> None:
    mails = written("en")
    unasked = {name for name, one in mails.items() if ASKED not in str(one.body)}
    kinds = {name.split()[-1 if name.startswith("match") else 0] for name in unasked}
    assert kinds == {*UNASKED, "account"}
    asked = {name.split()[-1 if name.startswith("match") else 0] for name in mails.keys() - unasked}
    assert asked == {*Kind.values, "trial", "summary"} - {*UNASKED}


def test_each_template_of_a_mail_is_among_them() -> None:
    templates = {name for name in own_templates() if name.endswith("_message.txt")}
    names = {name.split()[1] for name in written("en") if name.startswith("account")}
    assert names == {Path(name).name.removesuffix("_message.txt") for name in templates}
