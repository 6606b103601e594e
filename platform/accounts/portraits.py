"""The pictures of people: drawn for each user, chosen from ours, or uploaded."""

from __future__ import annotations

from hashlib import sha256

from core.pictures import UPLOADED

DRAWINGS = (
    "nightcap",
    "pillow",
    "moon",
    "star",
    "lamp",
    "mug",
    "dormouse",
    "clock",
    "candle",
    "owl",
    "cloud",
    "slipper",
)
"""The symbols of `core/img/portraits.svg`."""
COLOURS = ("night", "plum", "berry", "sky", "moss", "honey")
"""The grounds, each a design token with a colour for what is drawn on it."""
OURS = tuple(
    f"{drawing}-{COLOURS[(2 * at + turn) % len(COLOURS)]}"
    for at, drawing in enumerate(DRAWINGS)
    for turn in (0, 3)
)
"""The pictures that a user can choose: each drawing on two grounds."""


def drawn_for(user_id: int) -> str:
    """Return the picture of a user who chose none: always the same one."""
    digest = sha256(f"portrait {user_id}".encode()).digest()
    return f"{DRAWINGS[digest[0] % len(DRAWINGS)]}-{COLOURS[digest[1] % len(COLOURS)]}"


def shown(user_id: int, picture: str) -> str:
    """Return the picture to show for a user with this choice ("": none)."""
    return picture or drawn_for(user_id)


def upload_of(picture: str) -> str:
    """Return the token of an uploaded picture; "" for any other."""
    return picture.removeprefix(UPLOADED) if picture.startswith(UPLOADED) else ""
