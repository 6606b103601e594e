"""Lists of a user's own matches: the running and open ones, and those that are over.

The number of queries is constant. Each move stores the seats that a round waits for, as each seat
may know them (`SeatSummary`). A state is decoded only where its viewer must act
(`matches.present.asked_in_lists`).
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils.safestring import SafeString

from accounts.models import User
from core import clock
from core.paging import Page, paginate
from games.kernel.contract import Event, Meta, Seat, Viewer
from matches import models
from matches.engine import catalogue, stored_values
from matches.engine.view import SeatSummary
from matches.models.seat import seats_with_users
from matches.present import asked_in_lists, thumbnails
from matches.present.event_lines import sentence_of
from matches.present.match_filter import MatchFilter
from matches.present.seat_names import Others, names_of, others_at
from matches.store.outbox import NEXT_ROUND
from matches.store.rows import prepared
from matches.store.shared_sql import FOLLOWED

PAGE = 20
"""Number of lines on a page of any list."""
NEWS = 3
"""Number of recent events in a line."""
UNREAD = timedelta(days=14)
"""Time for which a result counts as unread."""
IS_UNREAD = Q(ended_at__gt=Now() - UNREAD, finished_at__isnull=False, acknowledged__lt=F("final"))
"""The condition of a seat with an unread result; `_MINE` has the same."""

EVERYTHING = MatchFilter()

TURN, READY, SEAT, RESULT = "turn", "ready", "seat", "result"
"""The needs of a match: act, get ready, take a kept seat, view the result."""

# The seats dealt to a user in which a substitute plays on, or did to the end.
_FOLLOWED = f"""
SELECT s.id FROM matches_departure d JOIN matches_seat s ON {FOLLOWED} WHERE d.user_id = %(user)s
"""

# A user's seats that are in play or have an unread result. The indexes skip all others, however
# many there are. A result adds only its line.
_MINE = f"""
SELECT s.match_id AS id, CASE WHEN s.user_id IS NULL THEN NULL ELSE s.number END AS seat,
  CASE
    WHEN s.final IS NOT NULL THEN '{RESULT}'
    WHEN s.user_id IS NULL THEN '{SEAT}'
    WHEN d.followed THEN ''
    WHEN s.stand_in <> '' OR r.paused THEN ''
    WHEN r.dealt AND d.shared AND EXISTS (SELECT 1 FROM jsonb_array_elements(r.glance -> 'awaited') a
      WHERE a::int = ANY(d.seats)) THEN '{TURN}'
    WHEN d.shared AND r.dealt THEN ''
    WHEN r.dealt AND r.glance -> 'awaited' @> to_jsonb(s.number) THEN '{TURN}'
    WHEN NOT r.dealt AND NOT s.ready AND (SELECT bool_and(e.user_id IS NOT NULL OR e.bot <> '')
      FROM matches_seat e WHERE e.match_id = s.match_id) THEN '{READY}'
    ELSE ''
  END AS need,
  coalesce(r.dealt, true) AS dealt, r.number, r.glance,
  CASE WHEN r.dealt THEN (r.glance ->> 'due_ms')::bigint ELSE r.next_ms END AS due_ms,
  coalesce(r.paused, false) AS paused, s.id AS place,
  coalesce(d.shared AND (r.dealt OR r.number > 1), false) AS handed_round, d.followed
FROM matches_seat s
CROSS JOIN LATERAL (
  SELECT bool_or(e.at_device_of_id = s.user_id) AS shared, count(*)::int AS held,
    coalesce(s.user_id <> %(user)s, false) AS followed,
    array_agg(e.number) FILTER (WHERE s.user_id IN (e.user_id, e.at_device_of_id)) AS seats
  FROM matches_seat e WHERE e.match_id = s.match_id AND s.final IS NULL
) d
LEFT JOIN LATERAL (
  SELECT n.number, n.start IS NOT NULL AS dealt,
    n.glances -> CASE WHEN d.shared OR d.followed THEN d.held ELSE s.number END AS glance,
    (SELECT o.due_ms FROM matches_outbox o
      WHERE o.round_id = n.id AND o.kind = '{NEXT_ROUND}') AS next_ms,
    EXISTS (SELECT 1 FROM matches_pause p WHERE p.match_id = s.match_id
      AND p.begins_ms IS NOT NULL AND p.ends_ms IS NULL) AS paused
  FROM matches_round n WHERE n.match_id = s.match_id AND s.final IS NULL
  ORDER BY n.number DESC LIMIT 1
) r ON true
WHERE s.user_id = %(user)s AND s.final IS NULL OR s.kept_for_id = %(user)s AND s.final IS NULL
  OR s.user_id = %(user)s AND s.ended_at > now() - interval '{UNREAD.days} days'
    AND s.finished_at IS NOT NULL AND s.acknowledged < s.final
  OR s.id = ANY (ARRAY({_FOLLOWED})) AND s.final IS NULL
"""
_ORDER = "ORDER BY need = '', due_ms, place DESC"

# A result is there to view; it does not wait for the user.
_WAITING = f"SELECT id, need FROM ({_MINE}) mine WHERE need NOT IN ('', '{RESULT}') {_ORDER}"

_COLUMNS = "id, seat, need, number, dealt, glance, due_ms, paused, handed_round, followed"
_PAGE = f"""
SELECT {_COLUMNS}, count(*) OVER ()
FROM ({_MINE}) mine WHERE %(only)s::uuid[] IS NULL OR id = ANY(%(only)s)
{_ORDER} LIMIT %(most)s OFFSET %(offset)s
"""

# The first matches that are not over, and the number of unread results in every row. Without such a
# match there is one row without an id.
_SHORT = f"""
WITH mine AS MATERIALIZED ({_MINE})
SELECT {_COLUMNS}, total, unread
FROM (SELECT count(*) AS unread FROM mine WHERE need = '{RESULT}') ended
LEFT JOIN (
  SELECT {_COLUMNS}, place, count(*) OVER () AS total FROM mine WHERE need <> '{RESULT}'
  {_ORDER} LIMIT %(most)s
) shown ON true
{_ORDER}
"""

_ONE = (
    "SELECT need, number, dealt, glance, due_ms, paused, handed_round, followed"
    f" FROM ({_MINE}) mine"
    " WHERE id = %(match)s"
)

# The last moves of the present round that contain something visible to each of these viewers.
_LAST = """
SELECT w.match, happened.events
FROM jsonb_to_recordset(%(viewers)s) AS w(match uuid, seat int)
CROSS JOIN LATERAL (
  SELECT id, opening FROM matches_round n WHERE n.match_id = w.match AND n.start IS NOT NULL
  ORDER BY n.number DESC LIMIT 1
) r
CROSS JOIN LATERAL (
  (SELECT v.number, v.events FROM matches_move v WHERE v.round_id = r.id AND EXISTS (
    SELECT 1 FROM jsonb_array_elements(v.events) e
    WHERE e -> 'audience' = 'null' OR e -> 'audience' @> to_jsonb(w.seat))
  ORDER BY v.number DESC LIMIT 3)
  UNION ALL SELECT 0, r.opening
) happened
ORDER BY w.match, happened.number DESC
"""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a user that is not over, as a line of a list.

    `need`: the action that the match needs from the viewer, "" if none. `asked`: a turn in the
    game's own words. `round_number`: of the round that runs or is next, if any. `waits_for`: the
    names of the players that it waits for, as the viewer may know them; never the viewer's own name
    while a bot plays for them. `last`: the last events in words, the newest at the end.
    """

    match: models.Match
    meta: Meta
    others: Others
    need: str
    asked: asked_in_lists.AskedInList | None
    round_number: int | None
    waits_for: list[str]
    due: datetime | None
    last: list[SafeString]
    bot_plays: bool
    """True if a bot plays for the viewer."""
    paused: bool
    """True if the match is paused: no seat can act until a player resumes it."""
    handed_round: bool
    """True if several people share a device of the viewer: the line has no secrets of one seat."""
    followed_by: str
    """The name of the player who plays on in the viewer's seat, which the viewer may take back; ""
    for none.
    """
    ended: Ended | None
    """Its result, if the match is over."""
    board: SafeString | None = None
    """Its board in small; None before the cards are dealt, or if it is not needed."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match of a user that is over, as it counts; place and points are None if it has none.

    `is_void`: it was finished, but does not count. `followed_by`: the name of the player who played
    on in this user's seat, so the result is not the user's; "" for none.
    """

    match: models.Match
    meta: Meta
    others: Others
    at: datetime | None
    place: int | None
    points: int | None
    is_shared: bool
    is_void: bool
    followed_by: str


@dataclass(frozen=True, slots=True)
class MatchesInShort:
    """The first of a user's matches that are not over, the number of all, and of unread results."""

    lines: list[MatchLine]
    total: int
    unread: int


def needs(user_id: int) -> dict[uuid.UUID, str]:
    """Return the need of each match that waits for this user, the most urgent first, with one
    query.
    """
    with prepared() as cursor:
        cursor.execute(_WAITING, {"user": user_id})
        return dict(cursor.fetchall())


def waiting(user_id: int) -> list[uuid.UUID]:
    """Return the matches that wait for this user, the most urgent first."""
    return list(needs(user_id))


def mine(
    user: User,
    number: int = 1,
    most: int = PAGE,
    wanted: MatchFilter = EVERYTHING,
) -> Page[MatchLine]:
    """Return a page of a user's matches that are not over, and of unread results.

    Matches that wait for the user come first, then the others by deadline.
    """
    known = {"user": user.pk, "only": _only(user, wanted), "most": most}
    with connection.cursor() as cursor:
        cursor.execute(_PAGE, known | {"offset": (number - 1) * most})
        rows = cursor.fetchall()
    if not rows and number > 1:
        return mine(user, most=most, wanted=wanted)
    total = rows[0][-1] if rows else 0
    return Page(_lines(user, rows), number, max(1, -(-total // most)), total)


def mine_in_short(user: User, most: int) -> MatchesInShort:
    """Return the first of a user's matches that are not over, and the numbers of all, with one query
    for both.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SHORT, {"user": user.pk, "most": most})
        rows = cursor.fetchall()
    *_, total, unread = rows[0]
    lines = _lines(user, [row for row in rows if row[0] is not None])
    return MatchesInShort(lines, total or 0, unread)


def _lines(user: User, rows: Sequence[Sequence[Any]]) -> list[MatchLine]:
    """Return the lines of these rows, which begin with `_COLUMNS`."""
    found = _matches(row[0] for row in rows)
    rows = [row for row in rows if row[0] in found]  # others were deleted since the query
    # All players of a shared device may read its list, and only the substitute may see a
    # substitute's cards, so both get public events only.
    viewers = {row[0]: None if row[8] or row[9] else row[1] for row in rows}
    last = _last([(row[0], viewers[row[0]]) for row in rows if row[1] is not None])
    names = {match_id: names_of(match) for match_id, match in found.items()}
    own = [row for row in rows if row[2] == TURN and not row[8]]
    asked = asked_in_lists.asked_of({row[0]: (row[1], names[row[0]]) for row in own})
    boards = thumbnails.draw({row[0]: names[row[0]] for row in rows if row[4]})
    return [
        replace(
            _line(
                found[row[0]],
                user,
                row[2:10],
                last.get(row[0], ()),
                asked.get(row[0]),
                viewers[row[0]],
            ),
            board=boards.get(row[0]),
        )
        for row in rows
    ]


def _only(user: User, wanted: MatchFilter) -> list[uuid.UUID] | None:
    """Return the matches of a user's seats that are in play or just over and that pass the filter.

    None means all of them.
    """
    if wanted == EVERYTHING:
        return None
    recent = Q(final=None) | Q(ended_at__gt=clock.now() - UNREAD)
    theirs = Q(user=user) | Q(kept_for=user) | Q(pk__in=_followed_seats(user))
    seats = models.Seat.objects.filter(recent, theirs)
    return list(wanted.fitting(seats, user).values_list("match", flat=True))


def _matches(ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, models.Match]:
    return models.Match.objects.prefetch_related(seats_with_users()).in_bulk(list(ids))


def _unready(match: models.Match) -> tuple[Seat, ...]:
    """Return the players who sit there and are not ready."""
    return tuple(place.number for place in match.seats.all() if place.is_person and not place.ready)


def public_line(user: User, match_id: uuid.UUID) -> MatchLine | None:
    """Return the line of one match in a form that others may read, such as over the user's
    shoulder.

    Its last events are public ones, not those of this seat. None: the match is not in the user's
    list.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ONE, {"user": user.pk, "match": match_id})
        row = cursor.fetchone()
    match = None if row is None else _matches([match_id]).get(match_id)
    if match is None:
        return None
    return _line(match, user, row, _last([(match_id, None)]).get(match_id, ()), None)


def _last(viewers: Sequence[tuple[uuid.UUID, Viewer]]) -> dict[uuid.UUID, list[Event]]:
    """Return the last logged events of each match that its viewer may know."""
    wanted = [{"match": str(match_id), "seat": seat} for match_id, seat in viewers]
    with connection.cursor() as cursor:
        cursor.execute(_LAST, {"viewers": json.dumps(wanted)})
        rows = cursor.fetchall()
    seats = dict(viewers)
    last: dict[uuid.UUID, list[Event]] = {}
    for match_id, raw in rows:  # newest first
        seen = [e for e in stored_values.events_of(_json(raw)) if e.visible_to(seats[match_id])]
        logged = [line for event in seen if (line := event.logged()) is not None]
        last[match_id] = [*logged, *last.get(match_id, ())][-NEWS:]
    return last


def _json(raw: Any) -> Any:
    # Django's cursor leaves jsonb as text.
    return json.loads(raw) if isinstance(raw, str) else raw


def _line(
    match: models.Match,
    user: User,
    row: Sequence[Any],
    last: Sequence[Event],
    asked: asked_in_lists.AskedInList | None,
    you: Viewer = None,
) -> MatchLine:
    need, round_number, dealt, raw, due_ms, paused, handed_round, _ = row
    names = names_of(match)
    summary = stored_values.summary_of(_json(raw)) if dealt and raw else SeatSummary()
    waits = summary.awaited if dealt else _unready(match)
    away = [s.number for s in match.seats.all() if s.user_id == user.pk and s.stand_in]
    return MatchLine(
        match=match,
        meta=catalogue.game_of(match.game).meta,
        others=others_at(match, but=user.pk),
        need=need,
        asked=asked,
        round_number=round_number,
        waits_for=[names[seat] for seat in waits if seat not in away],
        due=None if due_ms is None else clock.as_datetime(due_ms),
        last=[sentence_of(match.game, event, names, you=you) for event in last],
        bot_plays=bool(away),
        paused=paused,
        handed_round=handed_round,
        followed_by=_holder(_followed(match, user)),
        ended=ended_for(match, user) if need == RESULT else None,
    )


def _followed(match: models.Match, user: User) -> models.Seat | None:
    """Return the seat that was dealt to this user and now has another holder."""
    mine = (place for place in match.seats.all() if place.dealt_to_id == user.pk)
    return next((place for place in mine if place.user_id != user.pk), None)


def _holder(seat: models.Seat | None) -> str:
    return "" if seat is None or seat.user is None else seat.user.name


def finished(user: User, number: int = 1, wanted: MatchFilter = EVERYTHING) -> Page[Ended]:
    """Return a page of a user's matches that are over, finished or aborted, the newest first.

    Those with an unread result are in `mine`.
    """
    theirs = Q(user=user) & ~IS_UNREAD
    if followed := _followed_seats(user):  # without such seats, an index has the order
        theirs |= Q(pk__in=followed)
    fitting = wanted.fitting(_ended_seats(theirs), user)
    return paginate(fitting, number, PAGE, lambda seat: ended_for(seat.match, user))


def last_ended(user: User) -> Ended | None:
    """Return the match of a user that ended last, if there is one."""
    last = _ended_seats(Q(user=user)).first()
    return None if last is None else ended_for(last.match, user)


def _followed_seats(user: User) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOWED, {"user": user.pk})
        return [seat_id for (seat_id,) in cursor.fetchall()]


def _ended_seats(theirs: Q) -> QuerySet[models.Seat]:
    """Return those of these seats whose matches are over, the newest first, with all facts of a
    line.
    """
    seats = models.Seat.objects.filter(theirs, ended_at__isnull=False).select_related("match")
    return seats.prefetch_related(seats_with_users("match__")).order_by("-ended_at", "-id")


def ended_for(match: models.Match, user: User) -> Ended:
    """Return a match that is over as a line of this user's list."""
    seat = next((place for place in match.seats.all() if place.user_id == user.pk), None)
    followed = _followed(match, user) if seat is None else None
    here, place, points = seat or followed, None, None
    is_shared = False
    counts = match.standing if match.practice else match.result
    if counts is not None and seat is not None:
        standing = stored_values.standing_of(counts)
        place, points = standing.places[seat.number], standing.totals[seat.number]
        is_shared = standing.places.count(place) > 1
    return Ended(
        match=match,
        meta=catalogue.game_of(match.game).meta,
        others=others_at(match, but=user.pk),
        at=match.finished_at if here is None else here.ended_at,
        place=place,
        points=points,
        is_shared=is_shared,
        is_void=match.status == models.Match.Status.FINISHED and counts is None,
        followed_by=_holder(followed),
    )
