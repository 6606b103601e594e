"""Names of settings that nothing reads: misspelt ones, and those of a setting that is no more.

A wrong value stops the start, and a wrong name would have no effect at all. So commands stop, and `prepare`
among them, with which every start begins. A process that starts again by itself only says so: its environment
may already be that of a newer release, or still be after a way back to this one.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured

log = logging.getLogger(__name__)

OURS = "NIGHTCAP_"
READ_ELSEWHERE = frozenset(
    (
        # compose fills them in, and hands the whole `.env` on to every process
        "NIGHTCAP_BACKUPS",
        "NIGHTCAP_BACKUP_HOURS",
        "NIGHTCAP_BACKUP_KEEP",
        "NIGHTCAP_BOT_PROCESSES",
        "NIGHTCAP_HTTP",
        "NIGHTCAP_HTTPS",
        "NIGHTCAP_WEBS",
        "NIGHTCAP_WORKERS",
        "NIGHTCAP_WORKER_MEMORY",
        "NIGHTCAP_WORKER_PROCESSES",
        # the image of nginx
        "NIGHTCAP_FRONT",
        "NIGHTCAP_SERVER",
        "NIGHTCAP_WEB",
        # manage.py and the scripts of deploy/, before there are settings
        "NIGHTCAP_AUDIT",
        "NIGHTCAP_ENV_FILE",
        "NIGHTCAP_HOME",
        "NIGHTCAP_UNITS",
        # the tests, and the programs in docs/api.md
        "NIGHTCAP_TEST_SERVICES",
        "NIGHTCAP_TOKEN",
    )
)
NO_MORE = {
    "NIGHTCAP_ALLOWED_HOSTS": "NIGHTCAP_SITE says it",
    "NIGHTCAP_BEHIND_PROXY": "NIGHTCAP_PROXIES says it",
    "NIGHTCAP_TLS": "NIGHTCAP_SITE says it",
    "NIGHTCAP_TRUSTED_ORIGINS": "NIGHTCAP_SITE says it",
}
"""Settings of older releases, and where to say it now. Whatever goes from the settings comes in here."""
_OF_A_SERVICE = re.compile(
    r"(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)=.*"
    r"|(?:\w+_)?PORT(?:_\d+_(?:TCP|UDP|SCTP))?=(?:tcp|udp|sctp)://.*"
    r"|\w+_PORT_\d+_(?:TCP|UDP|SCTP)_(?:ADDR|PORT|PROTO)=.*"
    r"|\w+_NAME=/.*|\w+_ENV_\w+=.*",
    re.DOTALL,
)
"""Variables that Kubernetes makes for a Service, such as `nightcap-web`, and Docker for a link."""


def find_unknown(environ: Mapping[str, str]) -> list[str]:
    """What is wrong with these names, a sentence each; names without a value say nothing."""
    known = settings.READ_NAMES | READ_ELSEWHERE
    return [
        _sentence(name, known) for name in _strange_names(environ, known) if name not in NO_MORE
    ]


def find_retired(environ: Mapping[str, str]) -> list[str]:
    """Which settings of older releases are set, a sentence each."""
    return [
        f"{name}: is no longer used; {instead}."
        for name, instead in sorted(NO_MORE.items())
        if environ.get(name)
    ]


def refuse_unknown() -> None:
    """Stop this command if a setting has no name of ours.

    Raises:
        ImproperlyConfigured: with a sentence for each.
    """
    if found := find_unknown(os.environ):
        raise ImproperlyConfigured("\n".join(found))


def say_unknown() -> None:
    """Write it down where nobody looks on: at the start of a process that has to run all the same."""
    for sentence in find_unknown(os.environ):
        log.error("%s", sentence)
    for sentence in find_retired(os.environ):
        log.warning("%s", sentence)


@checks.register
def check_names(**_: Any) -> list[checks.CheckMessage]:
    """What `manage.py check` says, and every command that begins with it."""
    return [
        *(checks.Error(sentence, id="nightcap.E001") for sentence in find_unknown(os.environ)),
        *(checks.Warning(sentence, id="nightcap.W001") for sentence in find_retired(os.environ)),
    ]


def _strange_names(environ: Mapping[str, str], known: set[str]) -> list[str]:
    return sorted(
        name
        for name, value in environ.items()
        if value and name not in known and _is_meant_for_us(name, value, known)
    )


def _is_meant_for_us(name: str, value: str, known: set[str]) -> bool:
    begin = name.upper()[: len(OURS)]
    if begin == OURS:
        return not _OF_A_SERVICE.fullmatch(f"{name[len(OURS) :]}={value}")
    # NIGTHCAP_SITE, NIGHT_CAP_SITE: nobody else's, where all of it is nearly a name of ours.
    alike = get_close_matches(begin, [OURS], cutoff=0.8)
    return bool(alike and get_close_matches(name.upper(), known, cutoff=0.85))


def _sentence(name: str, known: set[str]) -> str:
    wanted = name.upper().removeprefix(OURS)
    ours = {one.removeprefix(OURS): one for one in sorted(known)}
    nearest = get_close_matches(wanted, ours, n=1)
    hint = f" Do you mean {ours[nearest[0]]}?" if nearest else ""
    return f"{name}: is no setting of this release.{hint}"
