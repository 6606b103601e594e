"""People and tables for the tests of matches: Alice and Bob play, and Charlie is a stranger."""

from __future__ import annotations

import itertools
import random
from typing import Any

from accounts.models import User
from core import clock
from games.kernel import session
from matches import models
from matches.actors import Bot, Person
from matches.engine import live_round
from matches.engine.stored_values import to_json
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.absence import substitute as absence
from matches.services.rounds import deadlines, start
from matches.services.rounds.play import PlayResult, play
from matches.services.seating import seats, tables
from matches.store.load_match import load_table

GAME = "sleeping_queens"
_keys = itertools.count()


def person(name: str) -> User:
    """Create a user with an account."""
    return User.objects.create_user(name=name, password="a long enough one")


def opened(
    host: User, *others: User, bots: int = 0, game: str = GAME, **wanted: Any
) -> models.Match:
    """Open a match with all seats taken and no player ready."""
    seats_wanted = 1 + len(others) + bots
    match = tables.open_match(host, game, seats=seats_wanted, bots=["easy"] * bots, **wanted)
    for other in others:
        seats.take_seat(match.pk, other)
    return match


def dealt(host: User, *others: User, bots: int = 0, **wanted: Any) -> models.Match:
    """Open a match and deal its first round."""
    match = opened(host, *others, bots=bots, **wanted)
    for user in (host, *others):
        start.get_ready(match.pk, user, "a1b2")
    match.refresh_from_db()
    return match


def fresh_key() -> str:
    """Return a key that no other request has."""
    return f"test-{next(_keys)}"


def offers(match: models.Match, seat: int) -> list[Any]:
    """Return the actions that this seat may take, from the server's own state."""
    live = load_table(match.pk).live
    assert live is not None
    return list(session.offers(live.game, live.rules, live.state, seat))


def let_pass(live: live_round.LiveRound) -> None:
    """Move the time past the pause in which the round waits for no seat."""
    with clock.stopped(live.deadlines()[0][0]):
        deadlines.apply_due_deadlines()


def awaited(match: models.Match) -> int:
    """Return the seat that the round waits for; first skip a pause in which it waits for no seat."""
    for _ in range(20):
        live = load_table(match.pk).live
        assert live is not None
        if live.awaited.seats:
            return live.awaited.seats[0]
        assert not live.over
        let_pass(live)
    raise AssertionError("the round waits for no seat")


def start_of(match: models.Match, number: int = 1) -> dict[str, Any]:
    """Return a round's `Round.start`: what its people declared, and which seat began before it."""
    start: dict[str, Any] | None = match.rounds.get(number=number).start
    assert start is not None
    return start


def request_for(match: models.Match, seat: int, **changed: Any) -> ActionRequest:
    """Return a valid request for an action that this seat may take now."""
    table = load_table(match.pk)
    action = random.Random(table.shown_version(None)).choice(offers(match, seat))
    fields: dict[str, Any] = {
        "action": to_json(action),
        "seen": table.shown_version(seat),
        "key": fresh_key(),
    }
    return ActionRequest(**(fields | changed))


def take_over(match: models.Match, seat: int, substitute: User) -> None:
    """Put a substitute in an absent player's seat; all players agree, including the holder."""
    for place in match.seats.filter(user__isnull=False).select_related("user"):
        assert place.user is not None
        absence.offer_seat(match.pk, place.user, seat)
    absence.take_over(match.pk, substitute, match.seats.get(number=seat).offer or "", "elsewhere")


def hand_over(match: models.Match, seat: int, substitute: User) -> None:
    """Make the holder of a seat leave, and put a substitute there."""
    holder = match.seats.get(number=seat).user
    assert holder is not None
    departure.leave_match(match.pk, holder)
    take_over(match, seat, substitute)


def followed(host: User, holder: User, substitute: User, **wanted: Any) -> models.Match:
    """Deal the first round of a match in which the substitute plays on for the holder."""
    match = dealt(host, holder, **wanted)
    hand_over(match, 1, substitute)
    return match


def act(match: models.Match, **changed: Any) -> PlayResult:
    """Make the player to act take a legal action."""
    seat = awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    return play(match.pk, Person(user.pk, user.epoch), request_for(match, seat, **changed))


def play_out(match: models.Match) -> None:
    """Let all players play sensibly until the round is over."""
    for _ in range(1_000):
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        if live.over:
            return
        if not live.awaited.seats:
            let_pass(live)
            continue
        seat = live.awaited.seats[0]
        best = live_round.ask_bot(live, seat, "normal", table.events(), fresh_key())
        user = table.seats[seat]
        request = request_for(match, seat, action=to_json(best))
        actor = Bot(seat) if user.bot else Person(user.user_id, user.epoch)
        # Games can make all seats wait a moment; the tests skip that wait.
        with clock.stopped(max(clock.now_ms(), live.awaited.not_before_ms)):
            assert play(match.pk, actor, request).refusal is None
    raise AssertionError("the round did not end")


def _how_rude(action: Any) -> int:
    kind, rude = to_json(action)["type"], ("play_knight", "play_potion", "play_king")
    return rude.index(kind) if kind in rude else len(rude)


def under_attack() -> tuple[models.Match, User, User]:
    """Return a match in which a player has just attacked, with the victim and the attacker."""
    while True:
        alice, bob = person(fresh_key()), person(fresh_key())
        match = dealt(alice, bob, public=True)
        for _ in range(40):
            table = load_table(match.pk)
            seat = awaited(match)
            choice = min(offers(match, seat), key=_how_rude)
            user = match.seats.get(number=seat).user
            assert user is not None
            request = request_for(
                match, seat, action=to_json(choice), seen=table.shown_version(seat)
            )
            assert play(match.pk, Person(user.pk, user.epoch), request).refusal is None
            table = load_table(match.pk)
            assert table.live is not None
            if table.live.over:
                break
            if any(d.kind == "hold" for _, d in table.live.deadlines()):
                victim = match.seats.get(number=awaited(match)).user
                assert victim is not None
                return match, victim, user


def stored(match: models.Match) -> tuple[Any, ...]:
    """Return everything that a move could have changed."""
    round_ = match.rounds.latest("number")
    return (
        round_.version,
        round_.state,
        round_.drawn,
        round_.visible,
        list(round_.moves.values_list("number", "seat", "key")),
        sorted(round_.deadlines.values_list("kind", "seat", "due_ms"), key=str),
    )
