"""Reproducible chance: numbers drawn from a key, and the commitment to the seed behind it.

`docs/verify.md` describes it all for people who check a round in another language; a test
compares the two. If you change anything here, change `VERSION` too.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

VERSION = "nightcap chance 1"
SEED_BYTES = 32
_NUMBERS = 2**64
_NONCE = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


class Chance(Protocol):
    """The only source of randomness in a game; a replay draws the same numbers again."""

    def below(self, n: int) -> int:
        """Draw a number 0 <= x < n, each equally likely."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order."""

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items at random."""


class SeededChance:
    """A source that derives its numbers from a key; `drawn` is the number of the next draw."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self._key = key
        self.drawn = drawn

    def _draw(self) -> int:
        """Draw the next number, 0 <= x < 2**64."""
        digest = hmac.digest(self._key, self.drawn.to_bytes(8, "big"), "sha256")
        self.drawn += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, n: int) -> int:
        """Draw a number 0 <= x < n, each equally likely.

        Raises:
            ValueError: n is below 1 or above 2**64.
        """
        if not 0 < n <= _NUMBERS:
            raise ValueError(f"cannot draw a number below {n}: use 1 to 2**64")
        fair = _NUMBERS - _NUMBERS % n
        number = self._draw()
        while number >= fair:  # the uneven rest would favour small numbers
            number = self._draw()
        return number % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items at random."""
        return items[self.below(len(items))]


def commitment(seed: bytes) -> str:
    """Return the hash published before the round: it binds the seed and does not reveal it."""
    return hashlib.sha256(seed).hexdigest()


def is_nonce(text: str) -> bool:
    """Return whether a seat may use this text as its nonce: 1 to 64 characters of 0-9 A-Z a-z _ -."""
    return _NONCE.fullmatch(text) is not None


def round_key(seed: bytes, nonces: Sequence[str | None]) -> bytes:
    """Return the key of a round: the server's seed, mixed with a nonce from each seat.

    None or "" means that the seat sent no nonce (a bot, or a browser without scripts).

    Raises:
        ValueError: a nonce is not valid (see `is_nonce`).
    """
    lines = [VERSION]
    for seat, nonce in enumerate(nonces):
        if nonce and not is_nonce(nonce):
            raise ValueError(f"seat {seat} sent an invalid nonce: use 1 to 64 of 0-9 A-Z a-z _ -")
        lines.append(f"{seat}:{nonce or ''}")
    text = "".join(f"{line}\n" for line in lines)
    return hmac.digest(seed, text.encode("ascii"), "sha256")


def verifies(seed: bytes, published: str) -> bool:
    """Return whether the seed shown after the round matches the commitment published before it."""
    return hmac.compare_digest(commitment(seed), published)
