"""How often something may be tried from one place: counters in the cache."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from core.refusals import Refused
from games.kernel.contract import N_, Refusal

log = logging.getLogger(__name__)

MINUTE = 60

TOO_OFTEN = N_("That was too often. Please wait a quarter of an hour, then try again.")
TOO_MANY_MAILS = N_("Several mails are on their way already. Please wait an hour for the next.")


@dataclass(frozen=True, slots=True)
class Limit:
    """So many within so many seconds, for each key."""

    name: str
    most: int
    seconds: int = 15 * MINUTE

    def count(self, *key: str) -> None:
        """One more."""
        place = self._place(key)
        with _nobody_kept_out():
            cache.add(place, 0, self.seconds)
            try:
                cache.incr(place)
            except ValueError:
                cache.set(place, 1, self.seconds)  # it ran out between the two

    def is_reached(self, *key: str) -> bool:
        """Whether there have been as many as there may be."""
        with _nobody_kept_out():
            return int(cache.get(self._place(key), 0)) >= self.most
        return False

    def _place(self, key: tuple[str, ...]) -> str:
        # What people typed does not lie in the cache as they typed it.
        return f"limit:{self.name}:{salted_hmac('accounts.limits', repr(key)).hexdigest()}"


@contextmanager
def _nobody_kept_out() -> Iterator[None]:
    """A house without its counters still lets people in: nobody is counted then."""
    try:
        yield
    except (RedisError, OSError):
        log.warning("the cache is away; nothing is limited")


GUESTS = Limit("guests", most=60)
"""New guests from one address: a school class may come, a flood may not."""
SIGN_UPS = Limit("sign-ups", most=60)
"""New accounts from one address, with the same class in mind."""

SIGN_INS_HERE = Limit("sign-in", most=8)
"""Failures for one name from one address."""
SIGN_INS_FROM = Limit("sign-in-address", most=60)
SIGN_INS_AS = Limit("sign-in-name", most=200)
"""Far higher than the others: nobody shall lock somebody else out by guessing on purpose."""
PASSWORDS = Limit("password", most=8)
"""Wrong passwords of somebody who is signed in."""

CODES = Limit("codes", most=8)
"""Wrong codes of a second factor, for one account."""

MAILS_TO = Limit("mails-to", most=5, seconds=60 * MINUTE)
"""Mails to one address, whoever asks for them: nobody's box is filled from here."""
MAILS_FROM = Limit("mails-from", most=20)
"""Mails that one address asks for."""


def too_often() -> Refused:
    """The refusal for whoever reached a limit."""
    return Refused(Refusal(code="rate_limited", sentence=TOO_OFTEN))


def address(request: HttpRequest) -> str:
    """Where a request comes from; behind proxies `config/proxies.py` has put the real one there."""
    return str(request.META.get("REMOTE_ADDR") or "")
