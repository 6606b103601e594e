"""Samples of a whole round that fits all that one viewer knows.

Unknown are the other hands, the stock, and the submissions of other seats. Known are cards that all
seats saw taken back.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.contract import Chance, Event, InformationState, Rules, Seat
from games.wortspiel.actions import WortspielAction
from games.wortspiel.cards import COLOUR_NAMED, NO_COLOUR, Card, Colour
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Claim, Count, Ending, Laid, Phase, Reason, State, Why
from games.wortspiel.view import Board, Combination, Contender, Ended


def sample_state(
    rules: Rules, seen: InformationState[WortspielAction, Board], chance: Chance
) -> State:
    """Sample a state that looks like this to the viewer, with the rest drawn by chance."""
    board, lexicon = seen.observation, rules.data
    piles, known = _public(lexicon, seen.events)
    claims = tuple(_claim(lexicon, one) for one in board.photo[1:])
    hands, stock = _dealt(lexicon, board, piles, known, claims, chance)
    last = None if board.last is None else _laid(lexicon, board.last)
    earlier = tuple(_laid(lexicon, one) for one in board.earlier)
    oldest = (*earlier, *([last] if last is not None else []))
    ballots = () if board.dispute is None else board.dispute.ballots
    submitted, stuck = _submissions(lexicon, board, chance)
    seats = len(board.places)
    pointed: list[Seat | None] = [None] * seats if board.photo else []
    for one in board.photo:
        for seat in one.pointed:
            pointed[seat] = one.seat
    return State(
        phase=Phase(board.phase),
        dealer=board.dealer,
        active=board.dealer if board.active is None else board.active,
        hands=hands,
        stock=stock,
        piles=piles,
        chips=tuple(place.chips for place in board.places),
        since_ms=board.since_ms,
        seq=board.seq,
        colour=_colour(board.colour),
        pause=board.pause,
        last=last,
        earlier=earlier,
        settled=_settled(board, oldest),
        stuck=stuck,
        tried=tuple(COLOUR_NAMED[colour] for colour in board.tried),
        passed=board.passed,
        draws=board.draws,
        claims=submitted if board.is_sealed else claims,
        yielded=tuple(sorted(one.seat for one in board.photo if one.conceded)),
        objecting=tuple(sorted(one.seat for one in board.photo if one.objects)),
        pointed=tuple(pointed),
        doubters=board.doubters,
        ready=() if board.dispute is None else board.dispute.ready,
        votes=tuple(ballot.valid for ballot in ballots if ballot.valid is not None),
        why=None if board.why is None else Why(board.why),
        accepted=board.accepted,
        ending=None if board.ended is None else _ending(board.ended),
    )


def _public(
    lexicon: Lexicon, events: Iterable[Event]
) -> tuple[tuple[tuple[Card, ...], ...], dict[Card, Seat]]:
    """Return the piles, and the cards that all viewers know to be in a hand, from the events."""
    piles: list[list[Card]] = []
    known: dict[Card, Seat] = {}
    for event in events:
        data = event.data
        if event.kind == "dealt":
            piles = [[lexicon.card_named[handle]] for handle in data["circle"]]
        elif event.kind == "laid":
            card = lexicon.card_named[data["card"]]
            piles[data["pile"]].append(card)
            known.pop(card, None)
        elif event.kind == "taken_back":
            card = lexicon.card_named[data["card"]]
            if piles[data["pile"]][-1] == card:
                piles[data["pile"]].pop()
            known[card] = data["seat"]
        elif event.kind == "contender":
            known.pop(lexicon.card_named[data["card"]], None)
    return tuple(map(tuple, piles)), known


def _dealt(
    lexicon: Lexicon,
    board: Board,
    piles: tuple[tuple[Card, ...], ...],
    known: dict[Card, Seat],
    claims: tuple[Claim, ...],
    chance: Chance,
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return the hands and the stock: known cards in their places, all others anywhere."""
    own = [lexicon.card_named[face.card] for face in board.hand]
    open_cards = {card for pile in piles for card in pile} | {claim.card for claim in claims}
    gone = {*own, *open_cards, *known}
    rest = list(chance.shuffled([c for c in range(len(lexicon.faces)) if c not in gone]))
    hands: list[tuple[Card, ...]] = []
    for seat, place in enumerate(board.places):
        hand = own if seat == board.viewer else [c for c, holder in known.items() if holder == seat]
        missing = place.cards - len(hand)
        hands.append(tuple(sorted([*hand, *rest[:missing]])))
        rest = rest[missing:]
    return tuple(hands), tuple(rest)


def _submissions(
    lexicon: Lexicon, board: Board, chance: Chance
) -> tuple[tuple[Claim, ...], tuple[Seat, ...]]:
    """Return the answers of the race so far; at least one unseen answer is still missing."""
    if not board.is_sealed:
        return (), tuple(seat for seat, place in enumerate(board.places) if place.stuck)
    if board.phase != Phase.RACE:
        return (), ()
    mine, viewer = board.submitted, board.viewer
    others = [seat for seat in range(len(board.places)) if seat not in (viewer, board.pause)]
    stuck = [seat for seat in others if chance.below(2)]
    if len(stuck) == len(others) and (mine is not None or viewer in (None, board.pause)):
        stuck.remove(chance.choice(others))
    if mine is None or viewer is None:
        return (), tuple(stuck)
    if mine.card is None or mine.pile is None:
        return (), tuple(sorted((*stuck, viewer)))
    card = lexicon.card_named[mine.card.card]
    base = lexicon.card_named[board.piles[mine.pile].top.card]
    return (Claim(viewer, card, mine.pile, base, mine.word),), tuple(stuck)


def _settled(board: Board, oldest: tuple[Laid, ...]) -> int:
    """Return the number up to which words can no longer be doubted."""
    if board.last is not None and not board.last.open:
        return board.last.seq
    return (oldest[0].seq if oldest else board.seq) - 1


def _claim(lexicon: Lexicon, one: Contender) -> Claim:
    named = lexicon.card_named
    return Claim(one.seat, named[one.card.card], one.pile, named[one.base.card], one.word)


def _laid(lexicon: Lexicon, one: Combination) -> Laid:
    named = lexicon.card_named
    return Laid(
        seq=one.seq,
        seat=one.seat,
        card=named[one.card.card],
        pile=one.pile,
        base=named[one.base.card],
        word=one.word,
        at_ms=one.at_ms,
        colour=_colour(one.colour),
        pause=one.pause,
        tried=tuple(COLOUR_NAMED[colour] for colour in one.tried),
        raced=one.raced,
    )


def _colour(name: str | None) -> Colour:
    return NO_COLOUR if name is None else COLOUR_NAMED[name]


def _ending(ended: Ended) -> Ending:
    counts = tuple(Count(score.cards, score.chips, score.points) for score in ended.scores)
    return Ending(Reason(ended.reason), ended.out, counts)
