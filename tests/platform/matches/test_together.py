"""Several people at once, each with a real socket: they call, race, doubt and vote."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from court.models import Dispute
from games.kernel.contract import Event
from matches import models
from matches.engine import live_round
from matches.engine.verification import difference
from matches.engine.view import view_for
from matches.services.rounds import contest, start
from matches.services.seating import seats, tables
from matches.store import outbox
from matches.store.load_match import load_table
from tests.platform.matches.cast import fresh_key, person
from tests.platform.matches.sockets import Page, page
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)

Picks = tuple[str, ...]


class Table:
    """Three people with their pages open."""

    def __init__(self, match: models.Match, users: list[User]) -> None:
        self.match, self.users = match, users
        self.pages: list[Page] = []
        self.stack = AsyncExitStack()

    async def open(self) -> Table:
        for user in self.users:
            self.pages.append(await self.come(user))
        return self

    async def come(self, user: User) -> Page:
        """Open a user's page, and read its board."""
        shown = await self.stack.enter_async_context(page(self.match, user))
        await shown.board()
        return shown

    @in_a_thread
    def look(self) -> tuple[live_round.LiveRound, list[Event]]:
        table = load_table(self.match.pk)
        assert table.live is not None
        return table.live, list(table.events())

    async def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the facts of all events of this kind so far."""
        return [event.data for event in (await self.look())[1] if event.kind == kind]

    async def offers(self, seat: int) -> list[Picks]:
        live, _ = await self.look()
        return list(view_for(live, seat).offers)

    async def offer(self, seat: int, prefix: str) -> Picks:
        """Return the first offer to this seat with a pick that has this prefix."""
        return next(o for o in await self.offers(seat) if any(p.startswith(prefix) for p in o))

    async def do(self, seat: int, picks: Picks) -> str:
        """Send the picks from the page of this seat; return the code of the refusal, or ""."""
        shown, key = self.pages[seat], fresh_key()
        await shown.send({"pick": list(picks), "seen": shown.version, "key": key})
        while True:
            frame = await shown.board()
            if frame.get("key") == key:
                return str(frame.get("refused", ""))

    async def catch_up(self) -> None:
        """Read pushed boards until every page shows the present one."""
        table = await database_sync_to_async(load_table)(self.match.pk)
        for seat, shown in enumerate(self.pages):
            while shown.version < table.shown_version(seat):
                await shown.board()

    async def at_once(self, *requests: tuple[int, Picks]) -> list[str]:
        """Send all of these requests at the same time."""
        return list(await asyncio.gather(*(self.do(seat, picks) for seat, picks in requests)))


@in_a_thread
def laid(slug: str, **wanted: Any) -> tuple[models.Match, list[User]]:
    users = [person(name) for name in ("Alice", "Bob", "Carol")]
    match = tables.open_match(users[0], slug, seats=3, **wanted)
    for user in users[1:]:
        seats.take_seat(match.pk, user)
    for user in users:
        start.get_ready(match.pk, user, "a1b2")
    return match, users


@in_a_thread
def differs(match: models.Match) -> Any:
    return difference(match.rounds.get().pk)


@asynccontextmanager
async def table_of(slug: str, **wanted: Any) -> AsyncIterator[Table]:
    table = Table(*await laid(slug, **wanted))
    async with table.stack:
        yield await table.open()


async def test_two_call_schlafmuetze_at_once_and_one_wins_the_call() -> None:
    async with table_of("schlafmuetzen", tempo="relaxed") as table:
        live, _ = await table.look()
        active = live.awaited.seats[0]
        while True:
            assert await table.do(active, await table.offer(active, "reveal-")) == ""
            live, _ = await table.look()
            board = live.game.observe(live.rules, live.state, None)
            if board.turned != 2:  # a 2 fits the 1s in the middle: the move is right, so continue
                break
            assert await table.do(active, (f"turned-{board.seq}", "middle-0")) == ""
            await asyncio.sleep(1.6)
        assert await table.do(active, (f"turned-{board.seq}", "middle-1")) == ""
        live, _ = await table.look()
        call = (f"call-{live.game.observe(live.rules, live.state, None).laid.seq}",)
        others = [seat for seat in range(3) if seat != active]
        answers = await table.at_once(*((seat, call) for seat in others))
        assert sorted(answers) == ["", "window_closed"]
        (called,) = [e for e in (await table.look())[1] if e.kind == "called_out"]
        assert called.data["seat"] == others[answers.index("")]
        assert len(await table.told("penalty")) == 1
        assert await differs(table.match) is None


async def laid_words(table: Table) -> tuple[int, int, int]:
    """Let the dealer and a second player lay a word; the third has laid none."""
    live, _ = await table.look()
    dealer = live.awaited.seats[0]
    second, third = [seat for seat in range(3) if seat != dealer]
    assert await table.do(dealer, await table.offer(dealer, "lay-")) == ""
    assert await table.do(second, await table.offer(second, "lay-")) == ""
    return dealer, second, third


async def test_two_cards_within_the_window_go_to_the_photo_finish() -> None:
    """There the table decides which of them was first."""
    async with table_of("wortspiel", tempo="relaxed", options={"photo_finish_ms": 600}) as table:
        live, _ = await table.look()
        dealer = live.awaited.seats[0]
        one, other = [seat for seat in range(3) if seat != dealer]
        assert await table.do(dealer, await table.offer(dealer, "lay-")) == ""
        cards = [(seat, await table.offer(seat, "lay-")) for seat in (one, other)]
        assert await table.at_once(*cards) == ["", ""]
        (finish,) = await table.told("photo_finish")
        assert sorted(finish["seats"]) == [one, other]
        first, late = finish["seats"]
        # All players see both cards, and the second one gives way.
        await table.catch_up()
        for shown in table.pages:
            assert 'data-phase="photo_finish"' in shown.html
        assert await table.do(late, await table.offer(late, "concede-")) == ""
        (settled,) = await table.told("photo_settled")
        assert settled["seat"] == first
        live, _ = await table.look()
        assert live.game.observe(live.rules, live.state, None).pause == first
        assert await differs(table.match) is None


async def test_a_doubt_runs_to_its_end_though_a_line_breaks() -> None:
    """The connection drops in the middle of it."""
    async with table_of("wortspiel", tempo="relaxed") as table:
        dealer, author, doubter = await laid_words(table)
        assert await table.do(doubter, await table.offer(doubter, "halt-")) == ""
        for seat in range(3):
            assert await table.do(seat, await table.offer(seat, "ready-")) == ""
        (begun,) = await table.told("vote_begins")
        assert begun["order"][0] == doubter
        first, second, third = begun["order"]
        assert await table.do(first, await table.offer(first, "invalid-")) == ""
        # In the middle of the vote a connection drops, and a player votes out of turn.
        await table.pages[second].wire.disconnect()
        assert await table.do(third, await table.offer(second, "valid-")) == "not_your_vote"
        table.pages[second] = await table.come(table.users[second])
        assert "invalid-" in table.pages[second].html
        assert await table.do(second, await table.offer(second, "invalid-")) == ""
        assert await table.do(third, await table.offer(third, "valid-")) == ""
        (ended,) = await table.told("doubt_over")
        assert ended["stands"] is False
        live, _ = await table.look()
        board = live.game.observe(live.rules, live.state, None)
        assert [place.chips for place in board.places][author] == 1
        # The player who was in pause before that card names another colour, and the race continues.
        assert board.phase == "colour_choice"
        assert live.awaited.seats == (dealer,)
        assert await table.do(dealer, await table.offer(dealer, "colour-")) == ""
        live, _ = await table.look()
        assert live.game.observe(live.rules, live.state, None).phase == "race"
        assert await differs(table.match) is None
        await recorded(table.match, author, begun["order"])


@in_a_thread
def recorded(match: models.Match, author: int, order: list[int]) -> None:
    """Check that the dispute is recorded once, with all who took part."""
    row = models.Outbox.objects.get(round__match=match, kind=outbox.CONTESTED)
    for _ in range(2):
        contest.report_disputes(row)
    dispute = Dispute.objects.get(match=match)
    assert dispute.stands is False
    voters = dispute.parties.filter(role="voter").order_by("place")
    assert [(voter.seat, voter.valid) for voter in voters] == [
        (order[0], False),
        (order[1], False),
        (order[2], True),
    ]
    assert dispute.parties.get(role="author").seat == author
