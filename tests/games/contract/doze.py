"""Doze: a tiny honest game with all the difficulties of the real ones.

Cards 1..6, each twice. The active seat lays a card. Its left neighbour may beat it or let it pass
(a window with a hidden hold). Then all seats bid in secret at the same time, and each may say a
word once. The active seat draws, and the turn goes to the next seat with a card, until none has
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from games.kernel.contract import (
    NOBODY,
    Awaited,
    Chance,
    Deadline,
    Event,
    InformationState,
    Level,
    Meta,
    Millis,
    Option,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Start,
    Step,
    Tempo,
    Viewer,
)
from games.kernel.default_answers import PlainGame, round_over
from games.kernel.events import private_event, public_event
from games.kernel.series import places
from tests.games.contract.doze_court import DozeCourt
from tests.games.contract.doze_values import (
    DECK,
    HIGHEST_BID,
    HOLD_MS,
    Beat,
    Bid,
    DozeAction,
    DozeState,
    DozeTable,
    HoldOver,
    Lay,
    LetPass,
    Say,
    TimeUp,
    refusal,
    settled,
)


def sleepy(
    rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
) -> DozeAction:
    """Choose any action."""
    return chance.choice(seen.offers)


class Doze(PlainGame[DozeState, DozeAction, DozeTable]):
    meta = Meta(
        slug="doze",
        title="Doze",
        tagline="A game for tests",
        seats=(2, 4),
        minutes={2: (1, 2), 3: (1, 2), 4: (1, 2)},
        revisions=(1,),
        options=(
            Option("beat", "Beating", ("higher", "equal_too"), ("higher", "equal too")),
            Option("words", "Words", (True, False), ("on", "off")),
        ),
        tempos=(
            Tempo("live", "Live", {"turn": 8000, "answer": 5000, "sealed": 6000}),
            Tempo("slow", "Slow", {"turn": 80000, "answer": 80000, "sealed": 80000}),
        ),
        levels=(Level("sleepy", "Sleepy"),),
        max_moves=160,
        contests=("settled",),
        time_for={"sealed": "Time to seal a card"},
    )
    state_type = DozeState
    action_type: Any = DozeAction
    observation_type = DozeTable
    bots = MappingProxyType({"sleepy": sleepy})
    court: Any = DozeCourt()

    # -- the round ---------------------------------------------------------------------------

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[DozeState]:
        deck = chance.shuffled(DECK)
        began = chance.below(seats) if start.began is None else (start.began + 1) % seats
        state = DozeState(
            phase="turn",
            began=began,
            active=began,
            hands=tuple(tuple(sorted(deck[2 * seat : 2 * seat + 2])) for seat in range(seats)),
            stock=deck[2 * seats :],
            pile=(),
            points=(0,) * seats,
            bids=(None,) * seats,
            said=(False,) * seats,
            since_ms=start.at_ms,
        )
        dealt = tuple(
            private_event(seat, "drew", cards=list(state.hands[seat])) for seat in range(seats)
        )
        return Step(state, (public_event("dealt", first=began), *dealt))

    def to_act(self, rules: Rules, state: DozeState) -> Awaited:
        if state.phase == "turn":
            return Awaited(seats=(state.active,))
        if state.phase == "answer" and not state.answered:
            return Awaited(seats=(self.neighbour(state),))
        if state.phase == "sealed":
            waited = tuple(seat for seat, bid in enumerate(state.bids) if bid is None)
            free = tuple(
                seat
                for seat, bid in enumerate(state.bids)
                if bid is not None and not state.said[seat] and rules.options["words"]
            )
            return Awaited(seats=waited, may_also=free)
        return Awaited()

    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        since = state.since_ms
        if state.phase == "turn":
            return (Deadline("turn", state.active, since),)
        if state.phase == "answer":
            answer = Deadline("answer", self.neighbour(state), since)
            hold = Deadline("hold", None, since, after_ms=state.hold_ms, audience=NOBODY)
            return (answer,) if state.hold_over else (answer, hold)
        if state.phase == "sealed":
            return (Deadline("sealed", None, since),)
        return ()

    def time_out(self, rules: Rules, state: DozeState, deadline: Deadline) -> DozeAction:
        if deadline.kind == "turn":
            return Lay(state.hands[state.active][0])
        return HoldOver() if deadline.kind == "hold" else TimeUp()

    def legal_actions(self, rules: Rules, state: DozeState, seat: Seat) -> Sequence[DozeAction]:
        hand = sorted(set(state.hands[seat]))
        samples: list[DozeAction] = [Lay(card) for card in hand]
        samples += [Beat(card) for card in hand]
        samples += [LetPass(), *map(Bid, range(HIGHEST_BID + 1)), Say("nap")]
        return [act for act in samples if self.why_not(rules, state, seat, act, 0) is None]

    def why_not(
        self, rules: Rules, state: DozeState, seat: Seat, action: DozeAction, at_ms: Millis
    ) -> Refusal | None:
        match action, state.phase:
            case Lay(card), "turn":
                return None if card in state.hands[seat] else refusal("unknown_card")
            case Beat(card), "answer":
                if card not in state.hands[seat]:
                    return refusal("unknown_card")
                enough = state.pile[-1] + (rules.options["beat"] == "higher")
                return None if card >= enough else refusal("too_low")
            case LetPass(), "answer":
                return None
            case Bid(number), "sealed":
                if state.bids[seat] is not None:
                    return refusal("not_allowed")
                return None if 0 <= number <= HIGHEST_BID else refusal("invalid_params")
            case Say(word), "sealed":
                if not rules.options["words"]:
                    return refusal("not_allowed")
                if state.said[seat]:
                    return refusal("said_already")
                return None if word.isalpha() and len(word) <= 12 else refusal("invalid_params")
        return refusal("wrong_phase")

    def apply(
        self,
        rules: Rules,
        state: DozeState,
        seat: Viewer,
        action: DozeAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[DozeState]:
        match action:
            case Lay(card):
                return self.lay(state, card, chance, at_ms)
            case Beat(card):
                return self.beat(state, card, at_ms)
            case LetPass():
                if state.hold_over:
                    return self.let_pass(state, at_ms)
                answered = msgspec.structs.replace(state, answered=True)
                return Step(answered, (private_event(self.neighbour(state), "answered"),))
            case HoldOver():
                held = msgspec.structs.replace(state, hold_over=True)
                return self.let_pass(held, at_ms) if state.answered else Step(held)
            case TimeUp() if state.phase == "answer":
                return self.let_pass(state, at_ms)
            case TimeUp():
                silent = msgspec.structs.replace(state, bids=tuple(bid or 0 for bid in state.bids))
                return self.reveal(silent, at_ms)
            case Bid(number):
                assert seat is not None
                bids = put(state.bids, seat, number)
                sealed = msgspec.structs.replace(state, bids=bids)
                event = private_event(seat, "sealed", number=number)
                if None in bids:
                    return Step(sealed, (event,))
                shown = self.reveal(sealed, at_ms)
                return Step(shown.state, (event, *shown.events))
            case Say(word):
                assert seat is not None
                spoken = msgspec.structs.replace(state, said=put(state.said, seat, True))
                doubt = settled(seat, word, len(state.hands))
                return Step(spoken, (public_event("said", seat=seat, word=word), doubt))

    # -- its steps ---------------------------------------------------------------------------

    def neighbour(self, state: DozeState) -> Seat:
        return (state.active + 1) % len(state.hands)

    def lay(self, state: DozeState, card: int, chance: Chance, at_ms: Millis) -> Step[DozeState]:
        shortest, longer = HOLD_MS
        laid = msgspec.structs.replace(
            state,
            phase="answer",
            hands=put(state.hands, state.active, without(state.hands[state.active], card)),
            pile=(*state.pile, card),
            since_ms=at_ms,
            hold_ms=shortest + chance.below(longer + 1),
            hold_over=False,
            answered=False,
        )
        return Step(laid, (public_event("laid", seat=state.active, card=card),))

    def beat(self, state: DozeState, card: int, at_ms: Millis) -> Step[DozeState]:
        seat = self.neighbour(state)
        beaten = msgspec.structs.replace(
            state,
            hands=put(state.hands, seat, without(state.hands[seat], card)),
            pile=(*state.pile, card),
            points=put(state.points, seat, state.points[seat] + 2),
        )
        return self.seal(beaten, public_event("beaten", seat=seat, card=card), at_ms)

    def let_pass(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        gained = put(state.points, state.active, state.points[state.active] + 1)
        passed = msgspec.structs.replace(state, points=gained)
        return self.seal(passed, public_event("passed", seat=self.neighbour(state)), at_ms)

    def seal(self, state: DozeState, event: Event, at_ms: Millis) -> Step[DozeState]:
        seats = len(state.hands)
        sealed = msgspec.structs.replace(
            state,
            phase="sealed",
            bids=(None,) * seats,
            said=(False,) * seats,
            since_ms=at_ms,
            hold_ms=0,
            hold_over=False,
            answered=False,
        )
        return Step(sealed, (event,))

    def reveal(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        bids = [bid or 0 for bid in state.bids]
        lone = [bid for bid in bids if bids.count(bid) == 1]
        taker = bids.index(max(lone)) if lone else None
        points, hands, stock = state.points, state.hands, state.stock
        events = [
            Event("bids", {"bids": bids, "taker": taker}, moment=True, log={"taker": taker}),
        ]
        if taker is not None:
            points = put(points, taker, points[taker] + 1)
        if stock:
            hands = put(hands, state.active, tuple(sorted((*hands[state.active], stock[0]))))
            events.append(public_event("refilled", seat=state.active))
            events.append(private_event(state.active, "drew", cards=[stock[0]]))
            stock = stock[1:]
        order = [(state.active + step) % len(hands) for step in range(1, len(hands) + 1)]
        holders = [seat for seat in order if hands[seat]]
        after = msgspec.structs.replace(
            state,
            phase="turn" if holders else "over",
            active=holders[0] if holders else state.active,
            hands=hands,
            stock=stock,
            points=points,
            bids=(None,) * len(hands),
            said=(False,) * len(hands),
            since_ms=at_ms,
        )
        if not holders:
            events.append(round_over(self.scored(after)))
        return Step(after, tuple(events))

    def scored(self, state: DozeState) -> Outcome:
        reason = "asleep" if not any(state.hands) else "closed"
        return Outcome(state.points, places(state.points), state.began, reason)

    def outcome(self, rules: Rules, state: DozeState) -> Outcome | None:
        return self.scored(state) if state.phase == "over" else None

    def closed(self, rules: Rules, state: DozeState) -> DozeState:
        return msgspec.structs.replace(state, phase="over")

    # -- observations ------------------------------------------------------------------------

    def observe(self, rules: Rules, state: DozeState, viewer: Viewer) -> DozeTable:
        mine = viewer is not None
        return DozeTable(
            viewer=viewer,
            awaited=self.visibly_awaited(state, viewer),
            phase=state.phase,
            began=state.began,
            active=state.active,
            hand=() if viewer is None else state.hands[viewer],
            counts=tuple(map(len, state.hands)),
            stock=len(state.stock),
            pile=state.pile,
            points=state.points,
            said=state.said,
            bid=None if viewer is None else state.bids[viewer],
            answered=mine and state.answered and viewer == self.neighbour(state),
        )

    def visibly_awaited(self, state: DozeState, viewer: Viewer) -> tuple[Seat, ...]:
        """Return the seats to wait for; only a seat itself sees its held answer and sealed bid."""
        if state.phase == "turn":
            return (state.active,)
        if state.phase == "answer":
            neighbour = self.neighbour(state)
            return () if viewer == neighbour and state.answered else (neighbour,)
        if state.phase == "sealed":
            done = viewer if viewer is not None and state.bids[viewer] is not None else None
            return tuple(seat for seat in range(len(state.hands)) if seat != done)
        return ()

    def sample_state(
        self, rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
    ) -> DozeState:
        table = seen.observation
        viewer, seats = table.viewer, len(table.counts)
        unseen = list(DECK)
        for card in (*table.hand, *table.pile):
            unseen.remove(card)
        rest = chance.shuffled(unseen)
        hands: list[tuple[int, ...]] = []
        for seat, count in enumerate(table.counts):
            if seat == viewer:
                hands.append(table.hand)
            else:
                hands.append(tuple(sorted(rest[:count])))
                rest = rest[count:]
        bids = [None if chance.below(2) else chance.below(3) for _ in range(seats)]
        if viewer is not None:
            bids[viewer] = table.bid
        if None not in bids:
            bids[0 if viewer != 0 else 1] = None
        neighbour = (table.active + 1) % seats
        answering = table.phase == "answer"
        answered = table.answered if viewer == neighbour else chance.below(2) == 1
        return DozeState(
            phase=table.phase,
            began=table.began,
            active=table.active,
            hands=tuple(hands),
            stock=rest,
            pile=table.pile,
            points=table.points,
            bids=tuple(bids) if table.phase == "sealed" else (None,) * seats,
            said=table.said,
            since_ms=0,
            hold_ms=HOLD_MS[0] + chance.below(HOLD_MS[1] + 1) if answering else 0,
            hold_over=answering and not answered and chance.below(2) == 1,
            answered=answering and answered,
        )

    def selection_of(self, action: DozeAction) -> tuple[str, ...]:
        match action:
            case Lay(card) | Beat(card):
                return (str(card),)
            case Bid(number):
                return (f"bid-{number}",)
            case LetPass():
                return ("let_pass",)
        return ()

    def reveal_all(self, rules: Rules, state: DozeState) -> dict[str, Any]:
        hands = [list(hand) for hand in state.hands]
        return {"hands": hands, "stock": list(state.stock), "pile": list(state.pile)}


def put(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    """Return the row with this value at this place."""
    return (*row[:place], value, *row[place + 1 :])


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the hand without one such card."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


DOZE = Doze()
