"""Close codes of sockets (RFC 6455, 7.4), which pages and programs read."""

from __future__ import annotations

from typing import Final

RESTARTING: Final = 1012
"""The server restarts: the page connects again after a random delay (IANA's "service restart")."""
LATER: Final = 1013
"""Connect again later (IANA's "try again later")."""
CHANGED: Final = 4012
"""Connect again, because the viewer's role has changed, for example from spectator to player."""
REVOKED: Final = 4401
"""The user has signed out or is banned."""
FORBIDDEN: Final = 4403
"""The viewer may not watch this match."""
NO_HELLO: Final = 4408
"""A program did not say hello in time."""
TOO_OFTEN: Final = 4429
"""A program connected too often and must wait."""
