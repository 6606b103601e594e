"""Bots of three levels: they find words that they know, and doubt and vote by a word's sound.

A bot that finds no action returns None and tries again after a human time. So the time it takes
depends on how many words it knows and how readily it finds them (RULES.md 12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from games.kernel.contract import Bot, Chance, InformationState, Rules, Seat
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    OpenPass,
    OpenPlay,
    PlayCard,
    PointTo,
    Ready,
    Vote,
    WortspielAction,
)
from games.wortspiel.bots.opinions import Opinion, opinion
from games.wortspiel.bots.vocabulary import Habits, share, vocabulary
from games.wortspiel.lexicon import Compound, Lexicon
from games.wortspiel.state import Phase
from games.wortspiel.view import Board, Face, Pile

Answer: TypeAlias = WortspielAction | None
Idea: TypeAlias = tuple[Face, Pile, str]
"""A card of the hand, a pile, and the word for them."""

EASY: Final = Habits(
    slug="easy",
    knows=(10, 35, 65, 88, 98),
    editorial=30,
    pairs=14,
    recalls=10,
    errs=1,
    gives_up=40,
    joins=15,
    plans=False,
)
NORMAL: Final = Habits(
    slug="normal",
    knows=(20, 50, 75, 95, 100),
    editorial=40,
    pairs=20,
    recalls=15,
    errs=1,
    gives_up=45,
    joins=5,
    plans=False,
)
HARD: Final = Habits(
    slug="hard",
    knows=(60, 90, 98, 100, 100),
    editorial=85,
    pairs=40,
    recalls=25,
    errs=0,
    gives_up=55,
    joins=0,
    plans=True,
)


def answer(
    habits: Habits, rules: Rules, seen: InformationState[WortspielAction, Board], chance: Chance
) -> Answer:
    """Return the action of a seat with these habits at this point; None: nothing now."""
    board = seen.observation
    seat = board.viewer
    if seat is None or not seen.offers:
        return None
    mind = _Mind(habits, rules.data, board, seat, seen.offers, chance)
    match Phase(board.phase):
        case Phase.OPENING:
            return mind.open()
        case Phase.RACE:
            return mind.race()
        case Phase.PHOTO_FINISH:
            return mind.photo_finish()
        case Phase.DOUBT_TALK:
            return mind.talk()
        case Phase.DOUBT_VOTE:
            return mind.vote()
        case Phase.COLOUR_CHOICE:
            return mind.colour()
        case Phase.FINAL_WINDOW:
            return mind.halt() or mind.accept()
        case _:
            return None


class _Mind:
    """A seat's single attempt to find an action."""

    def __init__(
        self,
        habits: Habits,
        lexicon: Lexicon,
        board: Board,
        seat: Seat,
        offers: Sequence[WortspielAction],
        chance: Chance,
    ) -> None:
        self.habits = habits
        self.lexicon = lexicon
        self.board = board
        self.seat = seat
        self.offers = offers
        self.chance = chance

    # --- laying cards ----------------------------------------------------------------------------

    def open(self) -> Answer:
        """Open without hurry; pass if no word fits."""
        idea = self.idea()
        if idea is not None:
            face, pile, word = idea
            return OpenPlay(face.card, pile.place, word, self.board.seq)
        return OpenPass(self.board.seq) if self.gives_up() else None

    def race(self) -> Answer:
        """Doubt the last word, else lay a card, else say “I cannot”.

        A word that sounds wrong comes before the seat's own, however many cards its author has
        left.
        """
        halt = self.halt()
        waits = self.board.pause == self.seat or self.board.submitted is not None
        if waits or halt is not None:
            return halt
        idea = self.idea()
        if idea is not None:
            face, pile, word = idea
            return PlayCard(face.card, pile.place, word, self.board.seq)
        if self.board.places[self.seat].stuck or not self.gives_up():
            return None
        return DeclareStuck(self.board.seq)

    def idea(self) -> Idea | None:
        """Return a word that the seat knows; rarely any word of the lexicon, or a wrong one.

        It is not wrong more often with one card than with ten: no player must watch for last cards.
        """
        every = self.chance.shuffled(self.pairs())
        words = vocabulary(self.lexicon, self.habits, self.seat)
        found = _fitting(every[: self.habits.pairs], words)
        if not found and not _fitting(every, words) and self.by_chance(self.habits.recalls):
            found = _fitting(every, self.lexicon.compounds)
        if not found:
            return None
        if self.by_chance(self.habits.errs):
            return self.mistake()
        return min(found, key=self.left_to_others) if self.habits.plans else found[0]

    def pairs(self) -> list[tuple[Face, Pile]]:
        """List each card of the hand with each pile where it may be laid."""
        piles = self.open_piles()
        return [(face, pile) for face in self.board.hand for pile in piles]

    def open_piles(self) -> list[Pile]:
        colour = self.board.colour
        return [pile for pile in self.board.piles if colour in (None, pile.top.colour)]

    def mistake(self) -> Idea:
        """Return two cards that look as if they made a word."""
        pile, face = self.chance.choice(self.open_piles()), self.chance.choice(self.board.hand)
        return face, pile, face.word + pile.top.word

    def left_to_others(self, idea: Idea) -> int:
        """Return the number of piles that the others may lay on after it: fewer are better."""
        face, pile, _ = idea
        tops = [other.top.colour for other in self.board.piles if other.place != pile.place]
        return tops.count(face.colour)

    def gives_up(self) -> bool:
        """Return whether to say “I cannot”: only if no known word fits, and not every time."""
        words = vocabulary(self.lexicon, self.habits, self.seat)
        return not _fitting(self.pairs(), words) and self.by_chance(self.habits.gives_up)

    # --- judging words ---------------------------------------------------------------------------

    def halt(self) -> Answer:
        """Doubt the latest word if it sounds wrong."""
        last = self.board.last
        if last is None or not self.board.may_doubt or self.opinion() is Opinion.WORD:
            return None
        return Doubt(last.seq)

    def opinion(self) -> Opinion:
        """Return how the latest word sounds."""
        last = self.board.last
        assert last is not None
        return opinion(self.lexicon, last.card.word, last.base.word, last.word)

    def talk(self) -> Answer:
        """Join the doubt of a wrong word at times; otherwise be ready soon."""
        last, board = self.board.last, self.board
        assert last is not None
        joins = share("join", board.dealer, last.seq, self.seat) < self.habits.joins
        join = JoinDoubt(last.seq)
        if joins and join in self.offers and self.opinion() is Opinion.WRONG:
            return join
        ready = Ready(last.seq)
        return ready if ready in self.offers else None

    def vote(self) -> Answer:
        """Vote for the seat's own word and any that sounds right.

        An odd word gets the vote too, unless the seat doubts it.
        """
        last = self.board.last
        assert last is not None
        sounds, doubts = self.opinion(), self.seat in self.board.doubters
        stands = sounds is Opinion.WORD or (sounds is Opinion.ODD and not doubts)
        return Vote(self.seat == last.seat or stands, last.seq)

    def accept(self) -> Answer:
        """Accept the last card."""
        last = self.board.last
        assert last is not None
        accept = AcceptWord(last.seq)
        return accept if accept in self.offers else None

    # --- who was first, and colours --------------------------------------------------------------

    def photo_finish(self) -> Answer:
        """Concede if another card was first, which all can see; as an onlooker, point to it."""
        seq = self.board.seq if self.board.last is None else self.board.last.seq
        first, *_ = [one.seat for one in self.board.photo if not one.conceded]
        concede = Concede(seq)
        if concede in self.offers:
            return None if self.seat == first else concede
        point = PointTo(first, seq)
        return point if point in self.offers else None

    def colour(self) -> Answer:
        """Choose any colour, or the one that the others can use least."""
        if self.board.pause != self.seat:
            return self.halt()
        tops = [pile.top.colour for pile in self.board.piles]
        choices = self.chance.shuffled(self.board.choices)
        best = min(choices, key=tops.count) if self.habits.plans else choices[0]
        return ChooseColour(best, self.board.seq)

    def by_chance(self, hundredths: int) -> bool:
        return self.chance.below(100) < hundredths


def _fitting(
    pairs: Sequence[tuple[Face, Pile]], words: Mapping[frozenset[str], tuple[Compound, ...]]
) -> list[Idea]:
    """Return those pairs that these words contain, each with its most common word."""
    return [
        (face, pile, known[0].text)
        for face, pile in pairs
        if (known := words.get(frozenset((face.word, pile.top.word))))
    ]


easy: Final[Bot[WortspielAction, Board]] = partial(answer, EASY)
normal: Final[Bot[WortspielAction, Board]] = partial(answer, NORMAL)
hard: Final[Bot[WortspielAction, Board]] = partial(answer, HARD)
