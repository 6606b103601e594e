"""A console beside the server that stays open: it sets up what a test needs but does not test.

`Server.console` starts `manage.py shell` once; it ends with the server. It reads one request per
line, `[function, arguments]`, and answers each with a line, `{"done": …}` or `{"failed": …}`.

The code that opens a server imports this module without Django, so each function imports what it
needs of Django.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import time
import traceback
from collections.abc import Iterator
from itertools import product
from typing import Any
from uuid import UUID, uuid4

SERVE = "from tests.browser.console import serve; serve()"
PASSWORD = "a lamp over the table"
MOST_TABLES = 300
MOST_TRIES = 4_000
"""A long round of Schlafmützen has 700 moves, and a move after another player's is tried twice."""
A_MOMENT_MS = 1_600
"""Step of the clock where people would have to wait, in milliseconds."""


def ruled_words() -> list[str]:
    """Return the words that the word court has ruled about, perhaps for an earlier attempt."""
    from court.models import Ruling

    return [*Ruling.objects.values_list("word", flat=True)]


HELD_MS = 3_600_000
FORCED_LOOKS, FORCED_LOOK_S = 300, 0.1
MOST_LOOKS = 200
SAME_TIME_MS = 150
"""Milliseconds; more than the shortest interval in which a game treats two moves as simultaneous.
"""


def serve() -> None:
    """Answer requests in the console until the input ends."""
    known = {
        function.__name__: function
        for function in (
            manage,
            sign_in,
            bot_token,
            set_aside,
            ruled_words,
            lay,
            play_round,
            deal_next,
            play_on,
            lengthen_trick,
            miss_tricks,
            introduce,
            next_move,
            move_on,
            settle,
            hold_next_round,
            move_on_to_news,
            move_on_to_hand,
            arbitrate,
            at_table,
            set_daily_deal,
            clear_tables,
            add_bots,
            begin_season,
            join_organisers,
            reach_by_mail,
            told,
        )
    }
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"done": known[name](**arguments)}
        except Exception:
            answer = {"failed": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


def manage(argv: list[str]) -> Any:
    """Return the result of a command, from its JSON."""
    from django.core.management import call_command

    said = io.StringIO()
    call_command(*argv, "--json", stdout=said)
    return json.loads(said.getvalue())


def sign_in(name: str, kind: str) -> dict[str, str]:
    """Return the session cookie of this person; staff have a second factor.

    An unknown person is created: a guest, a member, or a superuser for the staff.
    """
    from django.conf import settings

    from accounts.models import User
    from tests.platform.accounts.cast import browser

    users = User.objects
    user = users.filter(name=name).first()
    if user is None and kind == "guest":
        user = users.create_guest(name, language="en")
    elif user is None:
        make = {"member": users.create_user, "staff": users.create_superuser}[kind]
        user = make(name, PASSWORD)
    key = browser(user).session.session_key
    assert key is not None
    return {"name": settings.SESSION_COOKIE_NAME, "value": key}


def bot_token(name: str) -> str:
    """Return a token of a new bot with this name, with the scope to play."""
    from api.models import Scope
    from tests.platform.api.programs import bot_called, token_of

    return token_of(bot_called(name), Scope.PLAY)


def set_aside(*, league: str, second_factor_of: str = "") -> None:
    """Remove the traces of an earlier attempt of the same test: a league, a person's second factor."""
    from allauth.mfa.models import Authenticator

    from leagues.models import League

    for left in League.objects.filter(slug=league):
        left.name, left.slug = f"{left.name} {left.pk}", f"{left.slug}-{left.pk}"
        left.save(update_fields=["name", "slug"])
    Authenticator.objects.filter(user__name=second_factor_of).delete()


def lay(
    game: str,
    people: list[str],
    *,
    ready: bool = True,
    absent: str = "",
    seed: str = "",
    offered: str = "",
    names_first: str = "",
    **wanted: Any,
) -> str:
    """Make a table with these people and the given bots; return its path. It is dealt if all are
    ready.

    `absent`: the person who is not ready. `seed`: the text that determines the deal. `offered`:
    make tables until the first player may pick this. `names_first`: make tables until this is the
    name of the first bot, as it depends on the match.
    """
    from accounts.models import User
    from games.kernel import session
    from matches.present.seat_names import bot_name
    from matches.services.rounds import start
    from matches.services.seating import seats, tables
    from matches.store.load_match import load_table

    users = [User.objects.get(name=name) for name in people]
    chairs = {"seats": len(users) + len(wanted.get("bots", ()))}
    for _ in range(MOST_TABLES):
        match = tables.open_match(users[0], game, **(chairs | wanted))
        if names_first and bot_name(match.pk, len(users)) != names_first:
            match.delete()
            continue
        for user in users[1:]:
            seats.take_seat(match.pk, user)
        if seed:
            _fix_deal(match, seed)
        for user in users if ready else ():
            if user.name != absent:
                start.get_ready(match.pk, user)
        if not offered:
            return _path(match)
        live = load_table(match.pk).live
        assert live is not None
        (seat,) = live.awaited.seats
        actions = session.offers(live.game, live.rules, live.state, seat)
        if any(offered in live.game.selection_of(action) for action in actions):
            return _path(match)
    raise AssertionError(f"{offered} is no offer at the beginning of {MOST_TABLES} tables.")


def _path(match: Any) -> str:
    return f"/matches/{match.pk}/"


def _match(path: str) -> UUID:
    return UUID(path.split("/")[2])


def _fix_deal(match: Any, seed: str) -> None:
    from games.kernel.chance import commitment

    drawn = hashlib.sha256(seed.encode()).digest()
    match.rounds.update(seed=drawn, commitment=commitment(drawn))


def play_round(path: str) -> None:
    """Play the current round to its end for every seat, and settle it."""
    from matches.models import Round
    from matches.services.rounds.finish import finish_round

    present = Round.objects.filter(match=_match(path)).latest("number").pk
    for live in _moves(path):
        if live.over:
            # If moves were ahead of the clock, the round would be settled only at that later time.
            finish_round(present)
            return


def hold_next_round(path: str) -> None:
    """Keep the table between two rounds, however long a test looks at it."""
    from django.db.models import F

    from matches.models import Outbox
    from matches.store import outbox

    due = Outbox.objects.filter(round__match=_match(path), kind=outbox.NEXT_ROUND)
    due.update(due_ms=F("due_ms") + HELD_MS)


def deal_next(path: str) -> None:
    """Deal the announced round: every player is ready."""
    from accounts.models import User
    from matches.services.rounds.start import get_ready

    for user in User.objects.filter(seats__match=_match(path)):
        get_ready(_match(path), user)


def play_on(path: str, moves: int, *, seat: int = 0, waits: bool = True) -> None:
    """Play this many moves of the round, and on until the table waits for this seat, or for others."""
    first = None
    for live in _moves(path):
        # A move that is refused as too fast is retried, so only the table has the number of moves.
        first = live.version if first is None else first
        made = live.version - first
        assert not live.over, f"{path} was over after {made} moves."
        seats = live.awaited.seats
        if made >= moves and seats and (seat in seats) == waits:
            return


def miss_tricks(path: str, seat: int, tricks: int) -> int:
    """Play Daumen drauf! until it waits for this seat, which has looked at none of these tricks or
    more; return their number.
    """
    missed: int = 0
    phase = ""
    for live in _moves(path, away=seat):
        before, phase = phase, live.observe(seat).phase
        missed += before == "review" != phase
        if missed >= tricks and phase != "review" and seat in live.awaited.seats:
            return missed
    raise AssertionError(f"{path} ended before {tricks} tricks.")


def lengthen_trick(path: str, cards: int) -> int:
    """Play Daumen drauf! until the trick has this many cards: each seat plays its first card that
    raises it. Return the number of moves.
    """
    from games.kernel import session
    from matches.store.load_match import load_table

    for made in range(MOST_TRIES):
        table = load_table(_match(path))
        live: Any = table.live
        if len(live.state.trick) >= cards:
            return made
        (seat,) = live.awaited.seats
        offers = session.offers(live.game, live.rules, live.state, seat)
        plays = [one for one in offers if type(one).__name__ in {"Offer", "Raise"}]
        refused = _act(table, seat, min(plays, key=str))
        assert refused is None or refused.code == "too_fast", refused
    raise AssertionError(f"The trick of {path} does not get {cards} cards.")


def _looks(live: Any, seat: int) -> bool:
    """Return whether this seat looks at the trick that it took."""
    return bool(live.observe(seat).phase == "review")


def _moves(path: str, *, away: int | None = None) -> Iterator[Any]:
    """Yield the round before each of its moves; the move is made when the next value is requested.

    `away`: a seat that looks at no trick.
    """
    from core import clock
    from matches.engine import live_round
    from matches.store.load_match import load_table
    from tests.platform.matches.cast import let_pass

    match, last, ahead_ms = _match(path), None, 0
    for number in range(MOST_TRIES):
        table = load_table(match)
        live = table.live
        assert live is not None
        yield live
        seats = [seat for seat in live.awaited.seats if seat != away or not _looks(live, seat)]
        if not seats:
            let_pass(live)
            # No time counts before the whole server has sent its first heartbeats.
            time.sleep(0.02)
            continue
        seat = seats[0]
        action = live_round.ask_bot(live, seat, "easy", table.events(), str(number))
        with clock.shifted(ahead_ms):
            # Refused if a worker's bot was quicker; the next iteration reloads the table.
            last = _act(table, seat, action)
        if last is not None and last.code == "too_fast":
            ahead_ms += A_MOMENT_MS
    raise AssertionError(f"{path} did not reach that move; last refusal: {last}.")


def _act(table: Any, seat: int, action: Any) -> Any:
    """Act for the player of this seat through the usual entry point; return the refusal, or None."""
    from matches.actors import Bot, Person
    from matches.engine import stored_values
    from matches.requests import ActionRequest
    from matches.services.rounds.play import play

    place = table.seats[seat]
    actor = Bot(seat) if place.bot_now else Person(place.user_id, place.epoch)
    request = ActionRequest(
        stored_values.to_json(action), seen=table.shown_version(seat), key=uuid4().hex
    )
    return play(table.match_id, actor, request).refusal


def introduce(people: list[str]) -> None:
    """Create members with these names who have never played; earlier holders of a name are renamed."""
    from accounts.models import User

    for user in User.objects.filter(name__in=people):
        user.name = f"{user.name} {user.pk}"
        user.save()
    for name in people:
        User.objects.create_user(name, PASSWORD)


def next_move(path: str) -> dict[str, Any]:
    """Return the next player at a table with turns, and the picks of the easy bot.

    The player is the first who can act, clockwise from the last one; the same at every table with
    this seed. The name is empty if a pause must pass or the round is over.
    """
    from matches.store.load_match import load_table

    table = load_table(_match(path))
    seat, action = _next(table)
    live = table.live
    assert live is not None
    if seat is None:
        return {"who": "", "over": live.over}
    return {"who": table.seats[seat].name, "picks": live.game.selection_of(action)}


def _next(table: Any) -> tuple[int | None, Any]:
    from django.test import override_settings

    from matches.engine import live_round
    from matches.models import Move

    live, count = table.live, len(table.seats)
    moves = Move.objects.filter(round__match=table.match_id, seat__isnull=False)
    last = moves.order_by("number").values_list("seat", flat=True).last()
    first = 0 if last is None else last + 1
    able = live.able([seat % count for seat in range(first, first + count)])
    clockwise = sorted(able, key=lambda seat: (not live.waits_for(seat), (seat - first) % count))
    # A bot without an idea is asked again; if the table waits for no seat, the pause passes
    # instead.
    looks = MOST_LOOKS if live.awaited.seats else 1
    for look, seat in product(range(looks), clockwise):
        # A bot's random values depend on the installation's secret.
        with override_settings(SECRET_KEY="heard"):
            salt = f"{table.commitment}/{live.version}/{seat}" + f"/{look}" * bool(look)
            action = live_round.ask_bot(live, seat, "easy", table.events(), salt)
        if action is not None:
            return seat, action
    return None, None


def move_on(path: str) -> str:
    """Let the next player act, or let a pause pass; return the player's name."""
    from core import clock
    from matches.store.load_match import load_table
    from tests.platform.matches.cast import let_pass

    table = load_table(_match(path))
    seat, action = _next(table)
    assert table.live is not None
    if seat is None:
        let_pass(table.live)
        return ""
    early_ms = table.live.awaited.not_before_ms - clock.now_ms()
    with clock.shifted(max(0, early_ms)):
        refused = _act(table, seat, action)
    if refused is not None and refused.code == "stale":
        return move_on(path)  # meanwhile the server made a choice that was forced
    assert refused is None, refused
    name: str = table.seats[seat].name
    return name


def settle(path: str, name: str, *, acts: bool = False) -> int:
    """Do the work that is due after a round; return the match version that this player's page must
    show.

    If the player `acts` next, wait: the next card must not be simultaneous with the last one,
    nor earlier than the rules allow. A player who does not see needs longer.
    """
    from core import clock
    from matches.models import Round
    from matches.services.rounds.finish import finish_round
    from matches.store.load_match import load_table

    for over in Round.objects.filter(match=_match(path), outcome__isnull=False):
        finish_round(over.pk)
    _wait_for_forced(path)
    table = load_table(_match(path))
    seat = next(seat.number for seat in table.seats if seat.name == name)
    if acts and table.live is not None and seat in table.live.awaited.seats:
        free_ms = max(table.live.at_ms + SAME_TIME_MS, table.live.awaited.not_before_ms)
        time.sleep(max(0, free_ms - clock.now_ms()) / 1000)
    return table.shown_version(seat)


def _wait_for_forced(path: str) -> None:
    """Wait until the server has made each choice that is forced, or for half a minute."""
    from matches.models import Outbox
    from matches.store import outbox

    due = Outbox.objects.filter(round__match=_match(path), kind=outbox.FORCED)
    for _ in range(FORCED_LOOKS):
        if not due.exists():
            return
        time.sleep(FORCED_LOOK_S)


def move_on_to_news(path: str, name: str, known: list[str]) -> str:
    """Let the players act until this player's board is in a new situation.

    Return its name: the phase, and whether the table waits for the player; "over" at the end.
    """
    from matches.store.load_match import load_table

    while True:
        table = load_table(_match(path))
        live = table.live
        assert live is not None
        if live.over:
            return "over"
        seat = next(seat.number for seat in table.seats if seat.name == name)
        observed: Any = live.observe(seat)
        waited = "asked" if seat in live.awaited.seats else "waiting"
        situation = f"{observed.phase}, {waited}"
        if situation not in known:
            return situation
        move_on(path)


def move_on_to_hand(path: str, name: str, cards: int) -> None:
    """Let the players act until this player may act and holds at least this number of cards."""
    from matches.store.load_match import load_table

    while True:
        table = load_table(_match(path))
        live = table.live
        assert live is not None
        seat = next(seat.number for seat in table.seats if seat.name == name)
        observed: Any = live.observe(seat)
        if len(observed.hand) >= cards and seat in live.awaited.seats:
            return
        move_on(path)


def arbitrate(path: str, name: str) -> None:
    """Let this member of staff see all hands as an arbiter."""
    from accounts.models import User
    from matches.services.absence.arbitrate import take_over

    take_over(_match(path), User.objects.get(name=name), "A test of what the table says.")


def at_table(path: str, people: list[str], what: str) -> None:
    """Let these people get ready, agree to a pause or end it, or leave."""
    from accounts.models import User
    from matches.services.absence import departure
    from matches.services.clock import pause
    from matches.services.rounds import start

    do: Any = {
        "ready": start.get_ready,
        "pause": pause.agree_to_pause,
        "go on": pause.end_pause,
        "leave": departure.leave_match,
    }[what]
    for user in User.objects.filter(name__in=people):
        do(_match(path), user)


def set_daily_deal(game: str, seats: int) -> None:
    """Replace today's deal by one of this game; no player may have begun it."""
    from daily.days import today
    from daily.models import Day
    from matches.engine import catalogue, tempos
    from matches.engine.clocks import UNTIMED
    from matches.services.rules_versions import version_for_table

    preset = tempos.find_tempo(catalogue.game_of(game).meta, UNTIMED)
    Day.objects.filter(pk=today().pk).update(rules=version_for_table(game, preset), seats=seats)


def clear_tables() -> None:
    """Let all waiting players leave, so that new ones do not meet players of another test."""
    from matches.models import Match, Seat
    from matches.services.seating.seats import leave_seat

    for seat in Seat.objects.filter(match__status=Match.Status.OPEN, user__isnull=False):
        assert seat.user is not None
        leave_seat(seat.match_id, seat.user)


def add_bots(league: str, how_many: int) -> None:
    """Sign up this many of the easiest bots for the league's season."""
    from leagues.services.entries import sign_up

    season = _season(league)
    organiser = season.league.organisers.get()
    for _ in range(how_many):
        sign_up.add_bot(season.pk, organiser, "easy")


def begin_season(league: str) -> None:
    """Begin the season: sign-up closes, the season is drawn, and its matches exist."""
    from core import clock
    from leagues.models import League
    from leagues.services.seasons.advance_leagues import advance_leagues

    season = _season(league)
    season.begins_at = clock.now()
    season.save(update_fields=["begins_at"])
    for _ in range(2):
        advance_leagues(League.objects.filter(slug=league))


def join_organisers(league: str, name: str) -> None:
    """Make this member an organiser of the league."""
    from accounts.models import User
    from leagues.models import League

    League.objects.get(slug=league).organisers.add(User.objects.get(name=name))


def reach_by_mail(name: str, address: str) -> None:
    """Turn on every kind of notice by email for a person."""
    from accounts.models import User
    from tests.platform.notifications.cast import reached_by_mail

    reached_by_mail(User.objects.get(name=name), address)


def told(name: str, kind: str) -> list[tuple[str, str, str]]:
    """Return the deliveries of this kind of notice for a person: medium, status and reason."""
    from accounts.models import User
    from tests.platform.notifications.cast import log

    return log(User.objects.get(name=name), kind)


def _season(league: str) -> Any:
    from leagues.models import Season

    return Season.objects.filter(league__slug=league).latest("number")
