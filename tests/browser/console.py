"""A console beside the server that stays open: what tests need set up and are not about, without a click.

`Server.console` starts `manage.py shell` once; it ends with the server. It reads a line a request,
`[function, arguments]`, and answers each with one, `{"done": …}` or `{"failed": …}`.

Whoever opens a server imports this module, too, without Django: so each function imports what it needs of it.
"""

from __future__ import annotations

import io
import json
import sys
import time
import traceback
from typing import Any
from uuid import UUID

SERVE = "from tests.browser.console import serve; serve()"
PASSWORD = "a lamp over the table"
MOST_TABLES = 300
MOST_MOVES = 1_000
A_MOMENT_MS = 1_600
"""By which the clock is put forward where people would have to wait."""


def serve() -> None:
    """Runs in the console, until nobody asks any more."""
    known = {
        function.__name__: function
        for function in (
            manage,
            sign_in,
            set_aside,
            lay,
            play_round,
            set_daily_deal,
            clear_tables,
            add_bots,
            begin_season,
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
    """The result of a command, as JSON."""
    from django.core.management import call_command

    said = io.StringIO()
    call_command(*argv, "--json", stdout=said)
    return json.loads(said.getvalue())


def sign_in(name: str, kind: str) -> dict[str, str]:
    """The cookie of a browser where somebody is signed in, staff with a second factor.

    Whoever is not known is made: a guest, a member or one of the staff who may do everything.
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


def set_aside(*, league: str, second_factor_of: str = "") -> None:
    """Put away what an earlier try of the same test has left: a league, somebody's second factor."""
    from allauth.mfa.models import Authenticator

    from leagues.models import League

    for left in League.objects.filter(slug=league):
        left.name, left.slug = f"{left.name} {left.pk}", f"{left.slug}-{left.pk}"
        left.save(update_fields=["name", "slug"])
    Authenticator.objects.filter(user__name=second_factor_of).delete()


def lay(
    game: str, people: list[str], *, ready: bool = True, offered: str = "", **wanted: Any
) -> str:
    """A table where these people sit, and bots as wanted; its path. Dealt, if all are ready.

    `offered`: it is laid anew until whoever begins may pick this.
    """
    from accounts.models import User
    from games.kernel import session
    from matches.services.rounds import start
    from matches.services.seating import seats, tables
    from matches.table.lookup import load_table

    users = [User.objects.get(name=name) for name in people]
    chairs = {"seats": len(users) + len(wanted.get("bots", ()))}
    for _ in range(MOST_TABLES):
        match = tables.open_match(users[0], game, **(chairs | wanted))
        for user in users[1:]:
            seats.take_seat(match.pk, user)
        for user in users if ready else ():
            start.get_ready(match.pk, user)
        if not offered:
            return _path(match)
        live = load_table(match.pk).live
        assert live is not None
        (seat,) = live.awaited.seats
        actions = session.offers(live.game, live.rules, live.state, seat)
        if any(offered in live.game.selection_of(action) for action in actions):
            return _path(match)
    raise AssertionError(f"Nobody is offered {offered} at the beginning.")


def _path(match: Any) -> str:
    return f"/matches/{match.pk}/"


def play_round(path: str) -> None:
    """Play the present round to its end, for everybody who sits there."""
    from core import clock
    from matches.actors import Bot, Person
    from matches.requests import ActionRequest
    from matches.services.rounds.play import play
    from matches.table import live_round, stored
    from matches.table.lookup import load_table
    from tests.platform.matches.cast import let_pass

    match, last, ahead_ms = UUID(path.split("/")[2]), None, 0
    for number in range(MOST_MOVES):
        table = load_table(match)
        live = table.live
        assert live is not None
        if live.over:
            return
        if not live.awaited.seats:
            let_pass(live)
            # No time counts before the whole server has sent its first heartbeats.
            time.sleep(0.02)
            continue
        seat = live.awaited.seats[0]
        place = table.seats[seat]
        action = live_round.ask_bot(live, seat, "easy", table.events(), f"{path}{number}")
        actor = Bot(seat) if place.bot_now else Person(place.user_id, place.epoch)
        # Refused if a worker's bot was quicker: look again.
        request = ActionRequest(
            stored.to_json(action), seen=table.shown(seat), key=f"console-{number}"
        )
        with clock.shifted(ahead_ms):
            last = play(match, actor, request).refusal
        if last is not None and last.code == "too_fast":
            ahead_ms += A_MOMENT_MS
    raise AssertionError(f"{path} does not end; last refused: {last}.")


def set_daily_deal(game: str, seats: int) -> None:
    """Let today's deal be one of this game, whichever has its turn; nobody may have played yet."""
    from daily.days import today
    from daily.models import Day
    from matches.services.rules_versions import version_for_table
    from matches.table import catalogue, tempos
    from matches.table.clocks import UNTIMED

    preset = tempos.any_of(catalogue.game_of(game).meta, UNTIMED)
    Day.objects.filter(pk=today().pk).update(rules=version_for_table(game, preset), seats=seats)


def clear_tables() -> None:
    """Everybody who waits for others leaves: nobody who comes now meets those of another test."""
    from matches.models import Match, Seat
    from matches.services.seating.seats import leave_seat

    for seat in Seat.objects.filter(match__status=Match.Status.OPEN, user__isnull=False):
        assert seat.user is not None
        leave_seat(seat.match_id, seat.user)


def add_bots(league: str, how_many: int) -> None:
    """So many of the easiest bots sign up for the league's season."""
    from leagues.services import enter

    season = _season(league)
    organiser = season.league.organisers.get()
    for _ in range(how_many):
        enter.add_bot(season.pk, organiser, "easy")


def begin_season(league: str) -> None:
    """It is time: sign-up closes, the season is drawn, and its matches are there."""
    from core import clock
    from leagues.models import League
    from leagues.services.advance_leagues import advance_leagues

    season = _season(league)
    season.begins_at = clock.now()
    season.save(update_fields=["begins_at"])
    for _ in range(2):
        advance_leagues(League.objects.filter(slug=league))


def _season(league: str) -> Any:
    from leagues.models import Season

    return Season.objects.filter(league__slug=league).latest("number")
