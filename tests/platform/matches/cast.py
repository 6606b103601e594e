"""People and tables for the tests of matches: Alice and Bob play, Charlie is a stranger."""

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
    """Somebody with an account."""
    return User.objects.create_user(name=name, password="a long enough one")


def opened(
    host: User, *others: User, bots: int = 0, game: str = GAME, **wanted: Any
) -> models.Match:
    """A match where everybody sits and nobody is ready."""
    seats_wanted = 1 + len(others) + bots
    match = tables.open_match(host, game, seats=seats_wanted, bots=["easy"] * bots, **wanted)
    for other in others:
        seats.take_seat(match.pk, other)
    return match


def dealt(host: User, *others: User, bots: int = 0, **wanted: Any) -> models.Match:
    """A match whose first round is dealt."""
    match = opened(host, *others, bots=bots, **wanted)
    for user in (host, *others):
        start.get_ready(match.pk, user, "a1b2")
    match.refresh_from_db()
    return match


def fresh_key() -> str:
    """A key that no other request has."""
    return f"test-{next(_keys)}"


def offers(match: models.Match, seat: int) -> list[Any]:
    """What this seat may do, from the server's own state."""
    live = load_table(match.pk).live
    assert live is not None
    return list(session.offers(live.game, live.rules, live.state, seat))


def let_pass(live: live_round.LiveRound) -> None:
    """Let the pause go by in which the round waits for nobody."""
    with clock.stopped(live.deadlines()[0][0]):
        deadlines.apply_due_deadlines()


def awaited(match: models.Match) -> int:
    """The seat that the round waits for; a pause in which it waits for nobody is let pass."""
    for _ in range(20):
        live = load_table(match.pk).live
        assert live is not None
        if live.awaited.seats:
            return live.awaited.seats[0]
        assert not live.over
        let_pass(live)
    raise AssertionError("the round waits for nobody")


def start_of(match: models.Match, number: int = 1) -> dict[str, Any]:
    """What a round's people declared, and who began before it (`Round.start`)."""
    start: dict[str, Any] | None = match.rounds.get(number=number).start
    assert start is not None
    return start


def request_for(match: models.Match, seat: int, **changed: Any) -> ActionRequest:
    """Something that this seat may do now, properly asked."""
    table = load_table(match.pk)
    action = random.Random(table.shown_version(None)).choice(offers(match, seat))
    fields: dict[str, Any] = {
        "action": to_json(action),
        "seen": table.shown_version(seat),
        "key": fresh_key(),
    }
    return ActionRequest(**(fields | changed))


def take_over(match: models.Match, seat: int, substitute: User) -> None:
    """Let somebody play on in the seat of a person who is away: everybody agrees, the holder, too."""
    for place in match.seats.filter(user__isnull=False).select_related("user"):
        assert place.user is not None
        absence.offer_seat(match.pk, place.user, seat)
    absence.take_over(match.pk, substitute, match.seats.get(number=seat).offer or "", "elsewhere")


def hand_over(match: models.Match, seat: int, substitute: User) -> None:
    """Let the holder of a seat leave, and somebody else play on there."""
    holder = match.seats.get(number=seat).user
    assert holder is not None
    departure.leave_match(match.pk, holder)
    take_over(match, seat, substitute)


def followed(host: User, holder: User, substitute: User, **wanted: Any) -> models.Match:
    """A match whose first round is dealt, and in which the substitute plays on for the holder."""
    match = dealt(host, holder, **wanted)
    hand_over(match, 1, substitute)
    return match


def act(match: models.Match, **changed: Any) -> PlayResult:
    """Let the person who is waited for do something allowed."""
    seat = awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    return play(match.pk, Person(user.pk, user.epoch), request_for(match, seat, **changed))


def play_out(match: models.Match) -> None:
    """Let everybody play sensibly until the round is over."""
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
        # Where a game makes all wait a moment, nobody does here.
        with clock.stopped(max(clock.now_ms(), live.awaited.not_before_ms)):
            assert play(match.pk, actor, request).refusal is None
    raise AssertionError("the round did not end")


def _how_rude(action: Any) -> int:
    kind, rude = to_json(action)["type"], ("play_knight", "play_potion", "play_king")
    return rude.index(kind) if kind in rude else len(rude)


def under_attack() -> tuple[models.Match, User, User]:
    """A match in which somebody has just attacked: the match, victim, attacker."""
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
    """Everything that a move could have changed."""
    round_ = match.rounds.latest("number")
    return (
        round_.version,
        round_.state,
        round_.drawn,
        round_.visible,
        list(round_.moves.values_list("number", "seat", "key")),
        sorted(round_.deadlines.values_list("kind", "seat", "due_ms"), key=str),
    )
