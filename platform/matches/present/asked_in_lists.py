"""Questions of matches to a seat, for lists of matches: the game's own words and plain buttons.

A game provides both with the templates of its line: `asks.html` has the sentence and `answers.html`
the buttons. A player can decide in a list if these buttons are the only choices. If the decision
needs cards, the list links to the table.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connection
from django.template.loader import get_template
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from msgspec.structs import asdict

from games.kernel.contract import Seat
from matches.engine import catalogue, live_round
from matches.engine.view import View, view_for
from matches.present.answers import Listed, quiet_picks
from matches.store.rows import decode

MOST = 5
"""Number of buttons that fit into a line of a list."""
KEPT = 2_000
"""Number of views of a seat that a process caches."""


@dataclass(frozen=True, slots=True)
class AskedInList:
    """The question of a match to a seat: a sentence, and its buttons ("": open the table to
    answer).
    """

    words: SafeString
    answers: SafeString


# The present round of each of these matches, with a seat of it.
_ROUNDS = """
SELECT w.match, w.seat, m.game, m.rules_id, m.pace, m.changes, r.state, r.visible,
  (SELECT jsonb_build_array(o.name, o.until) FROM matches_standingorder o
    JOIN matches_seat s ON s.match_id = m.id AND s.number = o.seat AND s.user_id = o.user_id
    WHERE o.round_id = r.id AND o.seat = w.seat)
FROM jsonb_to_recordset(%(viewers)s) AS w(match uuid, seat int)
JOIN matches_match m ON m.id = w.match
CROSS JOIN LATERAL (
  SELECT id, state, visible FROM matches_round n WHERE n.match_id = m.id AND n.start IS NOT NULL
  ORDER BY n.number DESC LIMIT 1
) r
"""


def asked_of(
    viewers: Mapping[uuid.UUID, tuple[Seat, Sequence[str]]],
) -> dict[uuid.UUID, AskedInList]:
    """Return the questions of matches to these seats in the active language, with one query.

    `viewers`: for each match the seat that must act, and the names of the holders of its seats.
    """
    wanted = [{"match": str(match_id), "seat": seat} for match_id, (seat, _) in viewers.items()]
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, {"viewers": json.dumps(wanted)})
        rows = cursor.fetchall()
    asked = {}
    for match_id, seat, slug, rules_id, pace, changes, state, visible, given in rows:
        order = None if given is None else tuple(decode(given, list[str | int]))
        if auto_play := _auto_play(rules_id, state, pace, seat, order):
            asked[match_id] = AskedInList(SafeString(escape(gettext(auto_play))), SafeString(""))
            continue
        view = _view(rules_id, state, pace, seat)
        names = viewers[match_id][1]
        seen = changes + decode(visible, list[int])[seat + 1]
        asked[match_id] = _asked(slug, view, seat, names, match_id, seen)
    return asked


@lru_cache(maxsize=KEPT)
def _view(rules_id: int, state: str, pace: str, seat: Seat) -> View:
    return view_for(_live(rules_id, state, pace), seat)


def _auto_play(
    rules_id: int, state: str, pace: str, seat: Seat, order: tuple[str | int, ...] | None
) -> str:
    """Return the message about what this seat's standing order will do now; "" for none."""
    return "" if order is None else _live(rules_id, state, pace).auto_play_words(seat, order)


def _live(rules_id: int, state: str, pace: str) -> live_round.LiveRound:
    # Nothing draws chance here and no time passes, so the round needs neither its key nor its
    # clock.
    return live_round.load_round(rules_id, state, b"", 0, decode(pace, dict[str, int]), 0, 0)


def _asked(
    slug: str,
    view: View,
    seat: Seat,
    names: Sequence[str],
    match_id: uuid.UUID,
    seen: int,
) -> AskedInList:
    given = {
        "observation": view.observation,
        "offered": frozenset(pick for picks in view.offers for pick in picks),
        "called": True,
        "names": tuple(names),
        "you": seat,
        "refusal": None,
        "auto_play": "",
    }
    words = strip_tags(_render(slug, "asks", given)).strip()
    quiet = quiet_picks(catalogue.game_of(slug).meta, view.offers)
    answer = Listed(match_id, seen, quiet)
    answers = _render(slug, "answers", asdict(view.observation) | given | {"answer": answer})
    picks = {(pick,) for pick in answer.picks}
    is_plain = 0 < len(picks) <= MOST and picks == set(view.offers)
    shown = answers.strip() if is_plain else ""
    return AskedInList(
        words=mark_safe(words), answers=mark_safe(shown)
    )  # the templates escaped both


def _render(slug: str, name: str, given: dict[str, Any]) -> str:
    return get_template(f"games/{slug}/{name}.html").render(given)
