"""Broken variants of Doze, each wrong in the way that its name tells (`test_checks_can_fail`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from games.kernel.contract import (
    Awaited,
    Chance,
    Deadline,
    Declaration,
    Event,
    InformationState,
    Millis,
    Order,
    Outcome,
    Pad,
    Refusal,
    Rules,
    Seat,
    Standing,
    Start,
    Step,
    Target,
    Tempo,
    Viewer,
)
from games.kernel.events import public_event
from games.kernel.series import highest_total, lowest_total
from tests.games.contract.doze import Doze, put, sleepy
from tests.games.contract.doze_values import (
    Beat,
    Bid,
    DozeAction,
    DozeState,
    DozeTable,
    HoldOver,
    Lay,
    LetPass,
    Say,
    refusal,
)

# -- leaks ----------------------------------------------------------------------------------


class ShowsTheStock(Doze):
    def observe(self, rules: Rules, state: DozeState, viewer: Viewer) -> DozeTable:
        return replace(super().observe(rules, state, viewer), clue=sum(state.stock[:1]))


class ShowsHandsToSpectators(Doze):
    def observe(self, rules: Rules, state: DozeState, viewer: Viewer) -> DozeTable:
        clue = max(state.hands[0], default=0) if viewer is None else 0
        return replace(super().observe(rules, state, viewer), clue=clue)


class ShowsWhoHasAnswered(Doze):
    def visibly_awaited(self, state: DozeState, viewer: Viewer) -> tuple[Seat, ...]:
        return self.to_act(Rules(1, {"words": True}), state).seats


class ShowsTheHold(Doze):
    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        return tuple(replace(one, audience=None) for one in super().deadlines(rules, state))


class RestartsTheClockOnAHeldAnswer(Doze):
    def apply(
        self,
        rules: Rules,
        state: DozeState,
        seat: Viewer,
        action: DozeAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[DozeState]:
        step = super().apply(rules, state, seat, action, chance, at_ms)
        return Step(replace(step.state, since_ms=at_ms), step.events)


class SkipsTheWindowOfWhoCannotBeat(Doze):
    def lay(self, state: DozeState, card: int, chance: Chance, at_ms: Millis) -> Step[DozeState]:
        laid = super().lay(state, card, chance, at_ms)
        if max(state.hands[self.neighbour(state)], default=0) > card:
            return laid
        passed = self.let_pass(laid.state, at_ms)
        return Step(passed.state, laid.events + passed.events)


class TellsWhatWasDrawn(Doze):
    def reveal(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        step = super().reveal(state, at_ms)
        return Step(
            step.state,
            tuple(
                public_event("refilled", seat=state.active, card=state.stock[0])
                if event.kind == "refilled"
                else event
                for event in step.events
            ),
        )


class RemembersMoreThanItTells(Doze):
    """After a word, every viewer's table shows the speaker's lowest card."""

    def observe(self, rules: Rules, state: DozeState, viewer: Viewer) -> DozeTable:
        speaker = state.said.index(True) if True in state.said else None
        clue = 0 if speaker is None else min(state.hands[speaker], default=0)
        return replace(super().observe(rules, state, viewer), clue=clue)

    def sample_state(
        self, rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
    ) -> DozeState:
        for _ in range(500):  # samples until it looks the same, as a cheat would
            twin = super().sample_state(rules, seen, chance)
            if self.observe(rules, twin, seen.observation.viewer) == seen.observation:
                break
        return twin


class RefusesByOthersCards(Doze):
    def why_not(
        self, rules: Rules, state: DozeState, seat: Seat, action: DozeAction, at_ms: Millis
    ) -> Refusal | None:
        why = super().why_not(rules, state, seat, action, at_ms)
        if why is not None and state.hands[(seat + 1) % len(state.hands)][:1] == (1,):
            return refusal("invalid_target")
        return why


class OffersByOthersCards(Doze):
    def legal_actions(self, rules: Rules, state: DozeState, seat: Seat) -> Sequence[DozeAction]:
        offers = super().legal_actions(rules, state, seat)
        hopeless = max(state.hands[self.neighbour(state)], default=0) < 4
        return offers[:1] if state.phase == "turn" and hopeless else offers


class MeansByOthersCards(Doze):
    def action_from_selection(
        self, rules: Rules, state: DozeState, seat: Seat, selection: tuple[str, ...]
    ) -> DozeAction | None:
        meant = super().action_from_selection(rules, state, seat, selection)
        if meant is None and any(1 in hand for hand in state.hands):
            return LetPass()
        return meant


class LogsTheMoment(Doze):
    def reveal(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        step = super().reveal(state, at_ms)
        events = (replace(one, log=one.data) if one.moment else one for one in step.events)
        return Step(step.state, tuple(events))


class SamplesOtherCards(Doze):
    def sample_state(
        self, rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
    ) -> DozeState:
        twin = super().sample_state(rules, seen, chance)
        return replace(twin, stock=tuple(1 for _ in twin.stock))


# -- rounds that stop or cannot be replayed ----------------------------------------------------


class DoubtsAWordOfNobody(Doze):
    def apply(
        self,
        rules: Rules,
        state: DozeState,
        seat: Viewer,
        action: DozeAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[DozeState]:
        step = super().apply(rules, state, seat, action, chance, at_ms)
        told = tuple(
            replace(one, data=one.data | {"author": 9}) if one.kind == "settled" else one
            for one in step.events
        )
        return replace(step, events=told)


class HasNoCourt(Doze):
    court: Any = None


class LosesACard(Doze):
    def beat(self, state: DozeState, card: int, at_ms: Millis) -> Step[DozeState]:
        step = super().beat(state, card, at_ms)
        return Step(replace(step.state, pile=step.state.pile[:-1]), step.events)


class ForgetsTheStock(Doze):
    def reveal_all(self, rules: Rules, state: DozeState) -> dict[str, Any]:
        return super().reveal_all(rules, state) | {"stock": []}


class LaysOpenTuples(Doze):
    def reveal_all(self, rules: Rules, state: DozeState) -> dict[str, Any]:
        return super().reveal_all(rules, state) | {"points": state.points}


class ShowsAList(Doze):
    def observe(self, rules: Rules, state: DozeState, viewer: Viewer) -> DozeTable:
        return replace(super().observe(rules, state, viewer), pile=list(state.pile))


class NeverEnds(Doze):
    def closed(self, rules: Rules, state: DozeState) -> DozeState:
        return state

    def reveal(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        step = super().reveal(state, at_ms)
        if step.state.phase != "over":
            return step
        hands = tuple((card,) for card in state.pile[: len(state.hands)])
        again = replace(step.state, phase="turn", hands=hands, pile=state.pile[len(hands) :])
        return Step(again, step.events[:-1])


class DoesNotClose(Doze):
    def close(self, rules: Rules, state: DozeState) -> Step[DozeState]:
        return Step(state, (public_event("round_over"),))


class AwaitsNobody(Doze):
    def to_act(self, rules: Rules, state: DozeState) -> Awaited:
        return Awaited() if state.phase == "answer" else super().to_act(rules, state)

    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        return () if state.phase == "answer" else super().deadlines(rules, state)


class RunsForEver(Doze):
    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        return () if state.phase == "turn" else super().deadlines(rules, state)


class AwaitsAfterTheEnd(Doze):
    def to_act(self, rules: Rules, state: DozeState) -> Awaited:
        return Awaited(may_also=(0,)) if state.phase == "over" else super().to_act(rules, state)


class OffersWhatItRefuses(Doze):
    def legal_actions(self, rules: Rules, state: DozeState, seat: Seat) -> Sequence[DozeAction]:
        return [*super().legal_actions(rules, state, seat), Beat(1)]


class LooksElsewhereForChance(Doze):
    rolled = 0

    def lay(self, state: DozeState, card: int, chance: Chance, at_ms: Millis) -> Step[DozeState]:
        LooksElsewhereForChance.rolled += 1
        step = super().lay(state, card, chance, at_ms)
        return Step(replace(step.state, hold_ms=1000 + self.rolled), step.events)


class DealsAlways(Doze):
    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[DozeState]:
        class Stuck:
            def below(self, n: int) -> int:
                return 0

            def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
                return tuple(items)

            def choice(self, items: Sequence[Any]) -> Any:
                return items[0]

        return super().deal(rules, seats, start, Stuck())


class TellsTuples(Doze):
    def lay(self, state: DozeState, card: int, chance: Chance, at_ms: Millis) -> Step[DozeState]:
        step = super().lay(state, card, chance, at_ms)
        return Step(step.state, (Event("laid", {"cards": (card,)}),))


class CannotWait(Doze):
    def apply(
        self,
        rules: Rules,
        state: DozeState,
        seat: Viewer,
        action: DozeAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[DozeState]:
        if isinstance(action, HoldOver) and not state.answered:
            raise ValueError("no seat has answered")
        return super().apply(rules, state, seat, action, chance, at_ms)


class TimesOutUnlawfully(Doze):
    def time_out(self, rules: Rules, state: DozeState, deadline: Deadline) -> DozeAction:
        return Lay(99) if deadline.kind == "turn" else super().time_out(rules, state, deadline)


class CallsTwoDeadlinesAlike(Doze):
    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        return super().deadlines(rules, state) * 2


class CountsLooks(Doze):
    """The server's action on a time-out depends on how often the state was read."""

    looks = 0

    def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
        CountsLooks.looks += 1
        return super().deadlines(rules, state)

    def let_pass(self, state: DozeState, at_ms: Millis) -> Step[DozeState]:
        return super().let_pass(replace(state, points=put(state.points, 0, self.looks)), at_ms)


class DiesWithoutPeople(Doze):
    def time_out(self, rules: Rules, state: DozeState, deadline: Deadline) -> DozeAction:
        return HoldOver() if deadline.kind == "answer" else super().time_out(rules, state, deadline)

    def closed(self, rules: Rules, state: DozeState) -> DozeState:
        return state


# -- input -----------------------------------------------------------------------------------


class BreaksOnOddBids(Doze):
    def why_not(
        self, rules: Rules, state: DozeState, seat: Seat, action: DozeAction, at_ms: Millis
    ) -> Refusal | None:
        if isinstance(action, Bid):
            ("nothing", "one", "two")[action.number]
        return super().why_not(rules, state, seat, action, at_ms)


class TakesForeignCards(Doze):
    def why_not(
        self, rules: Rules, state: DozeState, seat: Seat, action: DozeAction, at_ms: Millis
    ) -> Refusal | None:
        if isinstance(action, Lay) and state.phase == "turn":
            return None
        return super().why_not(rules, state, seat, action, at_ms)

    def lay(self, state: DozeState, card: int, chance: Chance, at_ms: Millis) -> Step[DozeState]:
        hands = tuple(tuple(c for c in hand if c != card) for hand in state.hands)
        laid = replace(state, hands=hands, pile=(*state.pile, card), phase="answer")
        return Step(laid, (public_event("laid", card=card),))


class ForgetsAFact(Doze):
    def why_not(
        self, rules: Rules, state: DozeState, seat: Seat, action: DozeAction, at_ms: Millis
    ) -> Refusal | None:
        why = super().why_not(rules, state, seat, action, at_ms)
        return None if why is None else replace(why, sentence="Not with %(card)s.")


class MeansSomethingByNothing(Doze):
    def action_from_selection(
        self, rules: Rules, state: DozeState, seat: Seat, selection: tuple[str, ...]
    ) -> DozeAction | None:
        return (
            super().action_from_selection(rules, state, seat, selection) if selection else LetPass()
        )


class PicksAlike(Doze):
    def selection_of(self, action: DozeAction) -> tuple[str, ...]:
        return ("bid",) if isinstance(action, Bid) else super().selection_of(action)


class PicksUnsorted(Doze):
    def selection_of(self, action: DozeAction) -> tuple[str, ...]:
        return ("z", "a") if isinstance(action, Lay) else super().selection_of(action)


class CannotAnswer(Doze):
    @staticmethod
    def chatter(
        rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
    ) -> DozeAction:
        return Say("nap")

    bots = MappingProxyType({"sleepy": chatter})


class Wavers(Doze):
    answers = 0

    @staticmethod
    def waver(
        rules: Rules, seen: InformationState[DozeAction, DozeTable], chance: Chance
    ) -> DozeAction:
        Wavers.answers += 1
        return seen.offers[Wavers.answers % len(seen.offers)]

    bots = MappingProxyType({"sleepy": waver})


# -- matches of several rounds ---------------------------------------------------------------


class BeginsElsewhere(Doze):
    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        return before.began


class PlaysOnForEver(Doze):
    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        return replace(super().standing(rules, target, outcomes), decided=False)


class AddsUpMinusPoints(Doze):
    """Its pad says that the most points win."""

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        return lowest_total(target, outcomes)


class WritesDownMinusPoints(Doze):
    """Its standing says that the most points win."""

    meta = replace(Doze.meta, pad=Pad(lowest_wins=True))

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        return highest_total(target, outcomes)


# -- the catalogue ---------------------------------------------------------------------------


class LacksALimit(Doze):
    meta = replace(Doze.meta, tempos=(Tempo("live", "Live", {"turn": 8000, "answer": 5000}),))


class LacksALevel(Doze):
    bots = MappingProxyType({"sleepy": sleepy, "other": sleepy})


class PinsLostData(Doze):
    meta = replace(Doze.meta, data="0" * 64)


class DealsWhenAllHaveSpoken(Doze):
    meta = replace(
        Doze.meta, declarations=(Declaration("age", "Age", "number", "beat", "equal_too", 1, 99),)
    )

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[DozeState]:
        if None in start.declared.get("age", ()):
            raise ValueError("a seat has declared nothing")
        return super().deal(rules, seats, start, chance)


class CannotPlayAnOption(Doze):
    def seal(self, state: DozeState, event: Event, at_ms: Millis) -> Step[DozeState]:
        if event.kind == "beaten" and state.pile[-1] == state.pile[-2]:
            raise ValueError("the cards are equal")
        return super().seal(state, event, at_ms)


class CountsWhatItDoesNotName(Doze):
    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        return {"naps": [0] * seats}


# -- taking back, standing orders and haste --------------------------------------------------


class TakesBackACard(Doze):
    def may_undo(self, rules: Rules, before: DozeState, after: DozeState, seat: Seat) -> bool:
        return before.phase == "turn"


class TakesBackWhatOthersActUpon(Doze):
    """An action can be taken back although other seats bid unseen after it."""

    def may_undo(self, rules: Rules, before: DozeState, after: DozeState, seat: Seat) -> bool:
        return after.said != before.said and after.bids == before.bids


class OrdersByOthersCards(Doze):
    def orders(self, rules: Rules, state: DozeState, seat: Seat) -> tuple[Order, ...]:
        if state.phase == "over":
            return ()
        return (Order(f"beat-{max(state.hands[1 - min(seat, 1)], default=0)}", "Beat"),)


class HurriesWhenItCannotBeat(Doze):
    """It hurries without a higher card, but a seat with one may let the card pass, too."""

    def no_choice(self, rules: Rules, state: DozeState, seat: Seat) -> bool:
        offers = self.legal_actions(rules, state, seat)
        return state.phase == "answer" and offers == [LetPass()]


class HurriesOverAChoice(Doze):
    def no_choice(self, rules: Rules, state: DozeState, seat: Seat) -> bool:
        return state.phase == "turn" and seat == state.active


class OrdersWithoutAWord(Doze):
    def orders(self, rules: Rules, state: DozeState, seat: Seat) -> tuple[Order, ...]:
        return () if state.phase == "over" else (Order("pass", "Pass"),)

    def answer(self, rules: Rules, state: DozeState, seat: Seat, order: Order) -> DozeAction | None:
        return LetPass() if state.phase == "answer" else None


class OrdersWhatIsNotLegal(Doze):
    def orders(self, rules: Rules, state: DozeState, seat: Seat) -> tuple[Order, ...]:
        return () if state.phase == "over" else (Order("pass", "Pass"),)

    def answer(self, rules: Rules, state: DozeState, seat: Seat, order: Order) -> DozeAction | None:
        return LetPass()
