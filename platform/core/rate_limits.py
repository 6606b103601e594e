"""Rate limits: counters in Valkey.

An attempt is counted before it is made, so that concurrent attempts count like sequential ones.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

import redis
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from core.http import say_when
from core.refusals import Refused
from games.kernel.contract import N_, Refusal
from realtime import bus

log = logging.getLogger(__name__)

MINUTE = 60

TOO_OFTEN = N_("That was too often. Please wait a quarter of an hour, then try again.")
TOO_MANY_MAILS = N_(
    "We have already sent you several emails. Please wait an hour before you ask for another."
)

_TAKE = """
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[2 * i - 1]) then return 0 end
end
for i, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
end
return 1
"""
_GIVE_BACK = """
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end
"""


@dataclass(frozen=True, slots=True)
class Counter:
    """The counter of one key: at most `most` attempts within `seconds`."""

    place: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit: at most `most` attempts within `seconds`, for each key."""

    name: str
    most: int
    seconds: int = 15 * MINUTE

    def counter(self, *key: str) -> Counter:
        """Return the counter of this key."""
        # Hashed, so that typed text is not stored in clear. The salt is part of keys that are in
        # use.
        digest = salted_hmac("accounts.limits", repr(key)).hexdigest()
        return Counter(f"nightcap:limit:{self.name}:{digest}", self.most, self.seconds)


def take_attempts(*counters: Counter) -> bool:
    """Count an attempt in each counter; if one is full, count nothing and return False."""
    numbers = [number for each in counters for number in (each.most, each.seconds)]
    return bool(_run(_TAKE, counters, numbers))


def give_attempts_back(*counters: Counter) -> None:
    """Undo attempts that were counted."""
    _run(_GIVE_BACK, counters, [])


@dataclass(frozen=True, slots=True)
class Left:
    """The attempts that a counter still accepts, and the seconds until it restarts."""

    attempts: int
    seconds: int


def left_of(counter: Counter) -> Left:
    """Return the rest of a counter; all of it while the broker is unavailable, because nothing is
    counted then.
    """
    try:
        pipe = bus.client().pipeline(transaction=False)
        pipe.get(counter.place)
        pipe.ttl(counter.place)
        used, seconds = pipe.execute()
    except redis.RedisError:
        used, seconds = 0, 0
    return Left(max(0, counter.most - int(used or 0)), max(1, seconds))


def seconds_left(counter: Counter) -> int:
    """Return the seconds until a full counter restarts."""
    return left_of(counter).seconds


class Attempt:
    """An attempt in progress; set `counts` if the limit applies to it."""

    counts = False


@contextmanager
def counted_attempt(*counters: Counter) -> Iterator[Attempt]:
    """Count an attempt while it is made; undo it at the end unless it `counts`.

    Raises:
        ValidationError: `rate_limited`; nothing has been tried then.
    """
    if not take_attempts(*counters):
        raise form_refused(TOO_OFTEN, *counters)
    made = Attempt()
    try:
        yield made
    finally:
        # An attempt that failed because the database is unavailable is not counted either.
        if not made.counts:
            give_attempts_back(*counters)


def _run(lua: str, counters: tuple[Counter, ...], numbers: list[int]) -> object:
    """Run a script on the counters. While they are unavailable nothing is limited, so that people
    can sign in.
    """
    try:
        return bus.script(lua)(keys=[each.place for each in counters], args=numbers)
    except redis.RedisError:
        log.warning("the broker is away: no rate limit is applied")
        return True


def too_often(*full: Counter) -> Refused:
    """Return the refusal for a reached limit, with the seconds until these counters restart."""
    seconds = max(map(seconds_left, full))
    return Refused(Refusal("rate_limited", TOO_OFTEN, {"seconds": seconds}))


def check_attempts(*counters: Counter) -> None:
    """Count an attempt.

    Raises:
        Refused: `rate_limited`: one of these counters is full; nothing is counted then.
    """
    if not take_attempts(*counters):
        raise too_often(*counters)


def form_refused(why: str, *full: Counter) -> ValidationError:
    """Return the form error for a reached limit. `why`: `TOO_OFTEN` or `TOO_MANY_MAILS`."""
    seconds = max(map(seconds_left, full))
    return ValidationError(_(why), code="rate_limited", params={"seconds": seconds})


def form_refused_until(answer: HttpResponse, form: BaseForm) -> HttpResponse:
    """Add the time to retry to the headers of an answer, if a limit refused its form."""
    errors = [error for field in form.errors.as_data().values() for error in field]
    facts = [error.params or {} for error in errors]
    waits = [known["seconds"] for known in facts if "seconds" in known]
    return say_when(answer, max(waits, default=None))


def client_address(request: HttpRequest) -> str:
    """Return the address of a request; behind proxies `config/serving/proxies.py` has set the real
    one.
    """
    return str(request.META.get("REMOTE_ADDR") or "")


def client_network(request: HttpRequest) -> str:
    """Return the network of a request, as limits count it."""
    return network_of(client_address(request))


def network_of(address: str) -> str:
    """Return the network of an address, as limits count it: a home has many IPv6 addresses in one
    network.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network(f"{ip}/64", strict=False))
