"""Why a socket is closed: the numbers that the server sends and pages and programs read (RFC 6455, 7.4)."""

from __future__ import annotations

from typing import Final

RESTARTING: Final = 1012
"""This server goes down and comes back: pages connect again, each a little later (as IANA lists it)."""
LATER: Final = 1013
"""Connect again, a little later (as IANA lists it: try again later)."""
CHANGED: Final = 4012
"""Connect again: you are somebody else now, such as a seat's holder or a spectator."""
REVOKED: Final = 4401
"""Signed out or banned."""
FORBIDDEN: Final = 4403
"""May not watch."""
NO_HELLO: Final = 4408
"""A program did not say hello in time."""
TOO_OFTEN: Final = 4429
"""A program is to connect again, but later."""
