"""The users and spectators who have the page of a table open, and those who look at it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel.contract import Seat, Viewer
from matches.store import topics
from matches.store.snapshot import SeatView
from realtime import presence, visible_pages
from realtime.presence import Here, OpenPage

SPECTATOR = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats whose holders have the page open, and the number of spectators who do."""

    seats: frozenset[Seat]
    watching: int


def page_of(match_id: uuid.UUID, viewer: Viewer, user_id: int | None) -> OpenPage:
    """Return the entry that counts a table's page; each page of a visitor counts as its own person."""
    key = uuid.uuid4().hex
    return OpenPage(
        place=topics.of_presence(match_id),
        role=SPECTATOR if viewer is None else str(viewer),
        who=key if user_id is None else str(user_id),
        key=key,
    )


def pages_of(
    match_id: uuid.UUID, viewer: Viewer, user_id: int | None, here_too: Sequence[SeatView]
) -> tuple[OpenPage, ...]:
    """Return the entries of a page: one for each player of its device (`here_too`), or one for its
    viewer.

    A shared device counts for all of its players, regardless of the cards that it shows. It
    never counts as a spectator.
    """
    if here_too:
        return tuple(page_of(match_id, seat.number, seat.user_id) for seat in here_too)
    return (page_of(match_id, viewer, user_id),)


def heartbeat(page: OpenPage, *more: OpenPage, is_looked_at: bool = False) -> Presence | None:
    """Record that this page is open, for all its players, and whether it is visible; return the
    presence.

    None if the presence is not known.
    """
    for one in (page, *more):
        if one.role != SPECTATOR:
            (visible_pages.note_look if is_looked_at else visible_pages.note_look_away)(one)
    for one in more:
        presence.heartbeat(one)
    return _presence_of(presence.heartbeat_and_list(page))


def leave(page: OpenPage) -> None:
    """Record that this page is closed."""
    if page.role != SPECTATOR:
        visible_pages.note_look_away(page)
    presence.leave(page)


def looks_ms(match_id: uuid.UUID, user_id: int) -> int:
    """Return for how long this user still counts as looking at their seat at a table, in
    milliseconds.

    0 means that they do not look.
    """
    return visible_pages.looked_at_for_ms(topics.of_presence(match_id), str(user_id))


def list_present(match_id: uuid.UUID) -> Presence | None:
    """Return the people who have the page of a table open, or None if that is not known."""
    return _presence_of(presence.list_present(topics.of_presence(match_id)))


def _presence_of(here: Here | None) -> Presence | None:
    if here is None:
        return None
    return Presence(
        seats=frozenset(int(role) for role in here if role != SPECTATOR),
        watching=here.get(SPECTATOR, 0),
    )
