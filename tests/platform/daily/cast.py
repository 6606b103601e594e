"""Days and players for the tests of the daily deal."""

from __future__ import annotations

from datetime import UTC, date, datetime

from daily.days import games
from matches.actors import Bot, Person
from matches.engine import live_round
from matches.engine.stored_values import to_json
from matches.models import Match
from matches.requests import ActionRequest
from matches.services.rounds.finish import finish_round
from matches.services.rounds.play import play
from matches.store.load_match import load_table
from tests.platform.matches.cast import fresh_key, let_pass


def noon(day: date) -> int:
    """Return noon of a day, on the platform's clock."""
    return round(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp() * 1000)


def day_with(slug: str) -> date:
    """Return a day with this game."""
    order = [meta.slug for meta in games()]
    first = date(2030, 1, 1)
    later = (order.index(slug) - first.toordinal()) % len(order)
    return first.replace(day=1 + later)


def finish(match: Match, *, settled: bool = True) -> None:
    """Let the person act as a bot until the round is over, and count the result."""
    for _ in range(1_000):
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        if live.over:
            if settled:
                finish_round(table.round_id)
            match.refresh_from_db()
            return
        if not live.awaited.seats:
            let_pass(live)
            continue
        seat = live.awaited.seats[0]
        holder = table.seats[seat]
        # From the deal alone, so that equal play has equal results.
        salt = f"{table.commitment}/{table.version}"
        action = live_round.ask_bot(live, seat, "easy", table.events(), salt)
        person = Person(holder.user_id, holder.epoch)
        request = ActionRequest(
            action=to_json(action), seen=table.shown_version(seat), key=fresh_key()
        )
        answer = play(match.pk, Bot(seat) if holder.bot else person, request)
        assert answer.refusal is None, answer.refusal
    raise AssertionError("the round did not end")
