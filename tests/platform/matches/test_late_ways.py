"""A request of an earlier round by each entry point: it is answered, but not carried out later."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from api.models import Scope
from bots import take_turn
from bots.lab.simulation import BEGIN_MS
from core import clock
from games.kernel import codec
from matches import models
from matches.store import outbox
from matches.store.load_match import load_table
from tests.platform.accounts.cast import browser
from tests.platform.api.programs import Program, bot_called, token_of
from tests.platform.api.sockets import greeted
from tests.platform.api.test_bots import dealt_to_bot
from tests.platform.matches.cast import dealt, fresh_key, person, stored
from tests.platform.matches.sockets import page
from tests.platform.matches.test_one_device import handed_round
from tests.platform.matches.two_rounds import (
    Noted,
    anew,
    begin_first,
    deal_second,
    longest,
    play_out,
    until_tempting,
)
from tests.sure import sure

pytestmark = pytest.mark.django_db(transaction=True)

GAME, CALM = "schlafmuetzen", "siebenschlaefer"
JSON = {"Accept": "application/json"}


class Late:
    """A second round in which a request that was not sent in the first would be legal."""

    def __init__(self, first: Noted, seat: int | None = None) -> None:
        play_out(first)
        of = [one for one in first.unsent if seat in (None, one.seat)]
        self.match, self.second = first.match, deal_second(first)
        self.unsent = until_tempting(self.second, of)
        self.sent = next(one for one in reversed(first.sent) if one.seat == self.unsent.seat)
        self.before = stored(self.match)

    @property
    def at_ms(self) -> int:
        return self.second.at_ms

    @property
    def user(self) -> User:
        """Return the user in the seat."""
        user = self.match.seats.get(number=self.unsent.seat).user
        assert user is not None
        return user

    @property
    def bodies(self) -> list[tuple[dict[str, Any], str]]:
        """Return the late requests with their refusal codes; "" means that it was carried out
        before.
        """
        other = anew(self.sent, action=self.unsent.request.action)
        return [(self.unsent.body, "stale"), (self.sent.body, ""), (other.body, "key_reused")]

    @property
    def picks(self) -> list[str]:
        """Return the request that was never sent, as a selection on the page."""
        game = sure(load_table(self.match.pk).live).game
        return list(game.selection_of(codec.decode_action(game, self.unsent.request.action)))

    def stop_everywhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stop the clock also in new contexts, such as those of sockets."""
        monkeypatch.setattr(clock, "_stopped", ContextVar("everywhere", default=self.at_ms))

    def check(self) -> None:
        """Check that nothing has changed."""
        assert stored(self.match) == self.before


def of_two(**wanted: Any) -> Late:
    with clock.stopped(BEGIN_MS):
        match = dealt(person("Alice"), person("Bob"), game=GAME, target=longest(GAME), **wanted)
    return Late(begin_first(match))


async def test_by_the_socket_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    late = await database_sync_to_async(of_two)()
    picked = {"pick": await database_sync_to_async(lambda: late.picks)()}
    picked |= {"seen": late.unsent.request.seen, "key": fresh_key()}
    user = await database_sync_to_async(lambda: late.user)()
    late.stop_everywhere(monkeypatch)
    async with page(late.match, user) as shown:
        await shown.board()
        for body, code in [*late.bodies, (picked, "stale")]:
            await shown.send(body)
            frame = await shown.board()
            assert (frame["key"], frame.get("refused", "")) == (body["key"], code)
    await database_sync_to_async(late.check)()


def test_by_a_form_and_by_json() -> None:
    """Pages without scripts use the form, and a page without its socket uses JSON."""
    late = of_two()
    address, client = f"/matches/{late.match.pk}/actions", browser(late.user)
    with clock.stopped(late.at_ms):
        for body, code in late.bodies:
            answer = client.post(address, body, content_type="application/json", headers=JSON)
            told = answer.json()
            assert (told.get("code", ""), told["repeated"]) == (code, code == "")
        form = {"pick": late.picks, "seen": late.unsent.request.seen, "key": fresh_key()}
        answer = client.post(address, form)
        assert answer.status_code == 409
        assert b'data-refused="stale"' in answer.content
        assert b"Things have changed at the table." in answer.content
    late.check()


def test_from_a_list() -> None:
    late = of_two()
    address = f"/matches/{late.match.pk}/answer"
    with clock.stopped(late.at_ms):
        for query in (f"?seen={late.unsent.request.seen}", ""):
            answer = browser(late.user).post(address + query, {"pick": late.picks})
            assert answer.status_code == 409
            assert b"Things have changed at the table." in answer.content
    late.check()


def test_at_one_device() -> None:
    """No race is played at a shared device. Requests that only their version dates are answered
    alike.
    """
    alice, phone = person("Alice"), Client()
    phone.force_login(alice)
    with clock.stopped(BEGIN_MS):
        match = handed_round(phone, alice, game=CALM, target=longest(CALM))
    late = Late(begin_first(match))
    with clock.stopped(late.at_ms):
        phone.post(f"/matches/{match.pk}/device/show", {"seat": late.unsent.seat})
        for body, code in late.bodies:
            answer = phone.post(
                f"/matches/{match.pk}/actions",
                body,
                content_type="application/json",
                headers=JSON,
            )
            assert answer.json().get("code", "") == code
    late.check()


def of_a_program() -> tuple[Late, str]:
    ada, otto = bot_called("Ada"), person("Otto")
    with clock.stopped(BEGIN_MS):
        match = dealt_to_bot(ada, otto, game=GAME, target=longest(GAME))
    return Late(begin_first(match), 0), token_of(ada, Scope.PLAY)


def test_by_a_program_over_http() -> None:
    late, token = of_a_program()
    program, address = Program(token), f"matches/{late.match.pk}/actions"
    with clock.stopped(late.at_ms):
        for body, code in late.bodies:
            answer = program.call("post", address, **body).json()
            assert answer.get("code", "") == code
            if not code:
                assert answer["repeated"]
                assert answer["position"]["round"] == 2
    late.check()


async def test_by_a_program_at_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    late, token = await database_sync_to_async(of_a_program)()
    late.stop_everywhere(monkeypatch)
    async with greeted(token) as line:
        assert (await line.read("position"))["round"] == 2
        for body, code in late.bodies:
            await line.send(type="act", match=str(late.match.pk), **body)
            told = await line.read("refused" if code else "done")
            assert (told["key"], told.get("code", "")) == (body["key"], code)
            assert code or told["repeated"]
    await database_sync_to_async(late.check)()


def test_by_a_bot_whose_worker_stood_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot thinks without a lock, so the next round may have begun when it acts."""
    with clock.stopped(BEGIN_MS):
        match = dealt(person("Alice"), bots=1, game=GAME, target=longest(GAME), public=True)
    first = begin_first(match)
    while not (row := _turn_of_bot(match)):
        assert first.go_on()
    lates: list[Late] = []

    def answer_at_last(*_: object) -> Any:
        with clock.stopped(first.at_ms):
            lates.append(Late(first, row.seat))
        return lates[0].unsent.request.action

    monkeypatch.setattr(take_turn, "_answer", answer_at_last)
    take_turn.take_turn(row)
    (late,) = lates
    late.check()


def _turn_of_bot(match: models.Match) -> models.Outbox | None:
    return models.Outbox.objects.filter(round__match=match, kind=outbox.BOT_TURN).first()


def test_by_a_standing_order() -> None:
    """A standing order from a page of the first round is not for the second."""
    with clock.stopped(BEGIN_MS):
        match = dealt(person("Alice"), person("Bob"), game=CALM, target=longest(CALM))
    first = begin_first(match)
    seen = first.load()[0].shown_version(0)
    second = deal_second(play_out(first))
    while not sure((table := second.load()[0]).live).orders(0):
        assert second.go_on()
    client, address = browser(match.seats.get(number=0).user), f"/matches/{match.pk}/order"
    given = models.StandingOrder.objects.filter(round__match=match)
    with clock.stopped(second.at_ms):
        field = f'form="order" name="seen" value="{table.shown_version(0)}"'
        assert field in client.get(f"/matches/{match.pk}/").content.decode()
        (order, *_) = sure(table.live).orders(0)
        said = {"order": order.name}
        late = client.post(address, said | {"seen": seen}, headers=JSON)
        assert (late.status_code, late.json()["code"]) == (409, "stale")
        assert not given.exists()
        # A page from before an upgrade does not send its version.
        for known in ({}, {"seen": "x"}, {"seen": table.shown_version(0)}):
            assert client.post(address, said | known).status_code == 302
            assert given.get().name == order.name
        late = client.post(address, {"order": "", "seen": seen}, headers=JSON)
        assert late.json()["code"] == "stale"
        assert given.exists()
