"""How often something may be tried from one place: counters in the cache."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from core.refusals import Refused
from games.kernel.contract import N_, Refusal

MINUTE = 60

TOO_OFTEN = N_("That was too often. Please wait a quarter of an hour, then try again.")


@dataclass(frozen=True, slots=True)
class Limit:
    """So many within so many seconds, for each key."""

    name: str
    most: int
    seconds: int = 15 * MINUTE

    def count(self, *key: str) -> None:
        """One more."""
        place = self._place(key)
        cache.add(place, 0, self.seconds)
        try:
            cache.incr(place)
        except ValueError:
            cache.set(place, 1, self.seconds)  # it ran out between the two

    def is_reached(self, *key: str) -> bool:
        """Whether there have been as many as there may be."""
        return int(cache.get(self._place(key), 0)) >= self.most

    def _place(self, key: tuple[str, ...]) -> str:
        # What people typed does not lie in the cache as they typed it.
        return f"limit:{self.name}:{salted_hmac('accounts.limits', repr(key)).hexdigest()}"


GUESTS = Limit("guests", most=60)
"""New guests from one address: a school class may come, a flood may not."""


def too_often() -> Refused:
    """The refusal for whoever reached a limit."""
    return Refused(Refusal(code="rate_limited", sentence=TOO_OFTEN))


def address(request: HttpRequest) -> str:
    """Where a request comes from; behind proxies `config/proxies.py` has put the real one there."""
    return str(request.META.get("REMOTE_ADDR") or "")
