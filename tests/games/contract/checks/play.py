"""Checks of play: it goes on, ends, is recorded and can be replayed."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import msgspec

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contests import contest_of, court_of
from games.kernel.contract import Event, Millis, Start, TableAction
from games.kernel.session import Pace, Recorded, TimedOut
from tests.games.cards import cards_in
from tests.games.contract.rounds import Position, Round, start_round


def ends_by_itself(played: Round) -> None:
    """Random play is over within `meta.max_moves`, with a place for every seat."""
    assert len(played.taken) <= played.game.meta.max_moves
    outcome = played.game.outcome(played.rules, played.last.state)
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.places) == played.seats
    assert min(outcome.places) == 1
    assert outcome.began in range(played.seats)
    for place in outcome.places:  # ties share a place, and the next place is left out
        better = sum(other < place for other in outcome.places)
        assert place == better + 1, outcome.places


def awaits_the_right_seats(played: Round) -> None:
    """During a round some seat can act and a deadline runs; after the end neither holds."""
    game, rules = played.game, played.rules
    for position in played.positions:
        awaited = game.to_act(rules, position.state)
        may = {*awaited.seats, *awaited.may_also}
        deadlines = game.deadlines(rules, position.state)
        over = game.outcome(rules, position.state) is not None
        assert len(may) == len(awaited.seats) + len(awaited.may_also), "a seat is in `to_act` twice"
        assert may <= set(range(played.seats)), awaited
        assert over == (position is played.last), (
            "the outcome does not agree with the end of the round"
        )
        if over:
            assert not may, "a seat may act after the end"
            assert not deadlines, "a deadline runs after the end"
        else:
            assert deadlines, "no deadline runs, so the round can stop forever"
            for seat in awaited.seats:
                assert played.offers(position, seat), f"seat {seat} must act but has no offers"
        for viewer in played.viewers:
            if over or viewer not in may:
                assert played.offers(position, viewer) == ()


def counts_what_it_names(played: Round) -> None:
    """Exactly the named feats are counted, each with a number of at least 0 for each seat."""
    public = [event for event in played.last.events if event.audience is None]
    counts = played.game.feats(public, played.seats)
    assert set(counts) == {feat.name for feat in played.game.meta.feats}
    for name, by_seat in counts.items():
        assert len(by_seat) == played.seats, name
        assert min(by_seat) >= 0, name


def disputes_say_how_they_went(played: Round) -> None:
    """An event that ends a dispute names seats of this table, and the seat of each vote."""
    for event in played.last.events:
        contest = contest_of(played.game.meta, event)
        if contest is None:
            continue
        seats = [contest.author, *contest.doubters, *(voter for voter, _ in contest.votes)]
        assert set(seats) <= set(range(played.seats))
        assert contest.word
        assert len(contest.parts) == 2
        assert contest.doubters
        assert len(set(contest.doubters)) == len(contest.doubters)
        assert len(dict(contest.votes)) == len(contest.votes), "a seat votes twice"


def a_court_can_hear_disputes(played: Round) -> None:
    """A court gets plain answers about a dispute; the round may have ended otherwise."""
    events = played.last.events
    for event in events:
        contest = contest_of(played.game.meta, event)
        if contest is None:
            continue
        court, data = court_of(played.game), played.rules.data
        assert court is not None, "the game has disputes but no court"
        assert court.entry(contest.word) == court.entry(contest.word.lower())
        assert court.opinion(data, contest.word, contest.parts) in (True, False, None)
        exhibits = court.evidence(data, contest.word, contest.parts)
        assert exhibits
        for exhibit in exhibits:
            assert exhibit.heading
            assert exhibit.empty
            for row in exhibit.rows:
                assert len(row) == max(1, len(exhibit.columns))
                assert all(isinstance(cell, str) for cell in row)
        assert court.amends(contest, contest.stands, events) == {}
        amended = court.amends(contest, not contest.stands, events)
        assert set(amended) <= set(range(played.seats))
        assert all(amended.values()), "an amendment of 0 points must be left out"
        assert court.amends(contest, not contest.stands, []) == {}, (
            "a round that is not over has no amendments"
        )


def offers_apply(played: Round) -> None:
    """Every offer is legal, applies, and keeps every card."""
    game, rules = played.game, played.rules
    for position in played.positions:
        at_ms = played.act_at(position)
        for seat in range(played.seats):
            for action in played.offers(position, seat):
                refusal = session.why_not(game, rules, position.state, seat, action, at_ms)
                assert refusal is None, f"{action} is offered but refused: {refusal}"
                chance = played.chance(position)
                step = game.apply(rules, position.state, seat, action, chance, at_ms)
                _keeps_the_cards(played, step.state)


def only_the_awaited_act(played: Round) -> None:
    """Other seats, spectators and, after the end, all are refused; so are the server's actions."""
    game, rules, samples = played.game, played.rules, played.offered
    for position in played.sample(12):
        awaited = game.to_act(rules, position.state)
        may = {*awaited.seats, *awaited.may_also}
        over = position is played.last
        for viewer in played.viewers:
            for action in samples:
                at_ms = played.act_at(position)
                refusal = session.why_not(game, rules, position.state, viewer, action, at_ms)
                if viewer is None or over or viewer not in may:
                    assert refusal is not None, f"viewer {viewer} may play {action}"
                if isinstance(action, TableAction):
                    assert refusal is not None, f"viewer {viewer} may play a table action"
                if refusal is not None:
                    refusal.sentence % refusal.facts


def round_trips(played: Round) -> None:
    """States, observations, actions and events survive JSON, with their keys in any order."""
    game, rules = played.game, played.rules
    for position in played.positions:
        state = position.state
        text = codec.encode(state)
        assert codec.decode_state(game, text) == state
        assert codec.encode(codec.decode_state(game, text)) == text
        assert codec.decode_state(game, _shuffled_keys(state)) == state
        for viewer in played.viewers:
            table = game.observe(rules, state, viewer)
            assert table.viewer == viewer
            assert codec.decode(codec.encode(table), game.observation_type) == table
            assert codec.decode(_shuffled_keys(table), game.observation_type) == table
    for action in played.offered:
        assert codec.decode_action(game, codec.encode(action)) == action
        assert codec.decode_action(game, _shuffled_keys(action)) == action
    for event in played.last.events:
        assert codec.decode(codec.encode(event), Event) == event, (
            "the event's data are not plain JSON"
        )


def observations_are_keys(played: Round) -> None:
    """An observation is hashable, so that caches can use it as a key."""
    for position in played.positions:
        for viewer in played.viewers:
            table = played.game.observe(played.rules, position.state, viewer)
            try:
                hash(table)
            except TypeError as problem:
                raise AssertionError(f"{table} has a mutable part") from problem


def replays(played: Round) -> None:
    """The same key and the recorded moves give the same states, events and draws."""
    game = played.game
    moves = [Recorded(move.seat, move.action, move.after.at_ms) for move in played.taken]
    chance = SeededChance(played.key)
    steps = session.replay(game, played.rules, played.seats, played.start, chance, moves)
    opening, _ = next(steps)
    assert opening.state == played.opening.state
    assert opening.events == played.opening.events
    for move, (step, _) in zip(played.taken, steps, strict=True):
        assert step.state == move.after.state, (
            f"{played}: {move.action} leads to another state in the replay"
        )
        assert step.events == move.events, f"{played}: {move.action} has other events in the replay"
        assert chance.drawn == move.after.drawn


def cards_conserved(played: Round) -> None:
    """No card is lost or created, and a second deal has the same cards."""
    for position in played.positions:
        _keeps_the_cards(played, position.state)
    anew = start_round(played.game, played.seats, played.seed + 1, played.rules)
    _keeps_the_cards(played, anew.opening.state)


def reveals_all(played: Round) -> None:
    """The places of all cards are plain JSON."""
    for position in played.positions:
        zones = played.game.reveal_all(played.rules, position.state)
        assert json.loads(json.dumps(zones)) == zones, "the zones are not plain JSON"


def _keeps_the_cards(played: Round, state: Any) -> None:
    assert played.cards, "the game has no cards"
    assert cards_in(played.game, played.rules, state) == played.cards, (
        f"{played}: a card was lost or created"
    )


def times_out_anywhere(played: Round) -> None:
    """Each running deadline has a limit in each tempo, and the server's action at it applies."""
    game, rules = played.game, played.rules
    for position in played.positions:
        deadlines = game.deadlines(rules, position.state)
        names = [(deadline.kind, deadline.seat) for deadline in deadlines]
        assert len(set(names)) == len(names), f"two deadlines have the same kind and seat: {names}"
        for deadline in deadlines:
            assert deadline.since_ms <= position.at_ms, "the deadline began in the future"
            assert deadline.seat is None or deadline.seat in range(played.seats)
            for tempo in game.meta.tempos:
                assert Pace(limits=tempo.limits).due_ms(deadline) >= deadline.since_ms
            action = game.time_out(rules, position.state, deadline)
            at_ms = max(played.pace.due_ms(deadline), position.at_ms)
            if not isinstance(action, TableAction):
                seat, state = deadline.seat, position.state
                refusal = session.why_not(game, rules, state, seat, action, at_ms)
                assert refusal is None, f"{action} is neither a table action nor legal for the seat"
            chance = played.chance(position)
            step = game.apply(rules, position.state, None, action, chance, at_ms)
            _keeps_the_cards(played, step.state)


def catches_up_alike(played: Round) -> None:
    """Time-outs apply in the order of their due times, however rarely the state is read."""
    for position in played.sample(6):
        if session.is_over(played.game, played.rules, position.state):
            continue
        until = position.at_ms + 120_000
        at_once, drawn = _catch_up(played, position, [until])
        often = [*range(position.at_ms, until, 1_700), until]
        bit_by_bit, drawn_often = _catch_up(played, position, often)
        assert at_once == bit_by_bit
        assert drawn == drawn_often
        times = [timed.move.at_ms for timed in at_once]
        assert times == sorted(times)
        assert all(position.at_ms <= at_ms <= until for at_ms in times)


def _catch_up(
    played: Round, position: Position, looks: list[Millis]
) -> tuple[list[TimedOut[Any, Any]], int]:
    chance = played.chance(position)
    state, last_ms = position.state, position.at_ms
    done: list[TimedOut[Any, Any]] = []
    for now_ms in looks:
        some = session.catch_up(
            played.game, played.rules, state, chance, played.pace, now_ms,
            moves=position.moves + len(done), last_ms=last_ms,
        )  # fmt: skip
        if some:
            state, last_ms = some[-1].state, some[-1].move.at_ms
        done += some
    return done, chance.drawn


def ends_without_anyone(played: Round) -> None:
    """A round that all players have left ends by itself, in a regular way."""
    done, _ = _catch_up(played, played.opening, [10**15])
    assert done, "no time-out applied"
    assert len(done) <= played.game.meta.max_moves
    assert session.is_over(played.game, played.rules, done[-1].state), (
        f"{played}: time-outs do not end the round"
    )


def goes_on_for_rounds(played: Round) -> None:
    """The announced seat begins the next round, and a match ends with its last round."""
    game, rules = played.game, played.rules
    outcome = game.outcome(rules, played.last.state)
    assert outcome is not None
    start = Start(number=2, at_ms=played.last.at_ms, began=outcome.began)
    step = game.deal(rules, played.seats, start, SeededChance(played.key))
    following = game.outcome(rules, game.close(rules, step.state).state)
    assert following is not None
    told = game.begins_next(rules, outcome)
    assert told is None or told == following.began, (
        "another seat begins the next round than announced"
    )
    for target in game.meta.targets:
        for count in range(1, (target.rounds or 0) + 1):
            standing = game.standing(rules, target, [outcome] * count)
            assert len(standing.totals) == len(standing.places) == played.seats
            assert min(standing.places) == 1
            assert standing.decided == (count == target.rounds), f"{target} after {count}"


def pad_says_who_leads(played: Round) -> None:
    """The seat with the better total, as `meta.pad` reads it, has the better place."""
    game, rules = played.game, played.rules
    outcome = game.outcome(rules, played.last.state)
    assert outcome is not None
    fewer = game.meta.pad.lowest_wins
    for target in game.meta.targets:
        standing = game.standing(rules, target, [outcome])
        seats = list(zip(standing.totals, standing.places, strict=True))
        for (total, place), (other, behind) in permutations(seats, 2):
            if (total < other) if fewer else (total > other):
                assert place < behind, (
                    f"{played}: by the pad {total} is better than {other}, but has no better place"
                )


def closes(played: Round) -> None:
    """At `max_moves` the round gets a regular end from any state, and a replay repeats it."""
    game, rules = played.game, played.rules
    for move in played.taken:
        if session.is_over(game, rules, move.after.state):
            continue
        end = game.close(rules, move.after.state)
        outcome = game.outcome(rules, end.state)
        assert outcome is not None, "the round goes on after `close`"
        assert len(outcome.places) == played.seats
        assert end.events, "`close` has no events"
        _keeps_the_cards(played, end.state)
        awaited = game.to_act(rules, end.state)
        assert not awaited.seats, "a seat may act after the end"
        assert not awaited.may_also, "a seat may act after the end"
        assert not game.deadlines(rules, end.state), "a deadline runs after the end"
        if move.seat is not None:
            last = session.play(
                game, rules, move.before.state, move.seat, move.action,
                played.chance(move.before), move.after.at_ms, moves=game.meta.max_moves - 1,
            )  # fmt: skip
            assert last.state == end.state
            assert last.events == move.events + end.events


def _shuffled_keys(value: Any) -> dict[str, Any]:
    """Return the value as a database returns it: the same JSON, with its keys in another order."""
    plain: dict[str, Any] = json.loads(json.dumps(msgspec.to_builtins(value), sort_keys=True))
    return dict(reversed(plain.items()))
