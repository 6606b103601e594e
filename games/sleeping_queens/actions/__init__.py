"""The actions of a seat, and of the table on a time-out (RULES.md 3, 5, 8).

Each kind has its own file, with the action, its refusals, its offers and its effect. In JSON cards
and queens have names, number cards are values, slots are places 0..11.
"""

from __future__ import annotations

from typing import TypeAlias

from games.sleeping_queens.actions.any_card import DiscardAny as DiscardAny
from games.sleeping_queens.actions.decline import DeclineWake as DeclineWake
from games.sleeping_queens.actions.defend import Defend as Defend
from games.sleeping_queens.actions.jester import PlayJester as PlayJester
from games.sleeping_queens.actions.king import PlayKing as PlayKing
from games.sleeping_queens.actions.knight import PlayKnight as PlayKnight
from games.sleeping_queens.actions.let_happen import HoldOver as HoldOver
from games.sleeping_queens.actions.let_happen import LetHappen as LetHappen
from games.sleeping_queens.actions.numbers import NO_NUMBER as NO_NUMBER
from games.sleeping_queens.actions.numbers import DiscardNumbers as DiscardNumbers
from games.sleeping_queens.actions.potion import PlayPotion as PlayPotion
from games.sleeping_queens.actions.time_up import TimeUp as TimeUp
from games.sleeping_queens.actions.wake import NOWHERE as NOWHERE
from games.sleeping_queens.actions.wake import WakeQueen as WakeQueen

SleepingQueensAction: TypeAlias = (
    PlayKing
    | PlayJester
    | PlayKnight
    | PlayPotion
    | DiscardNumbers
    | DiscardAny
    | Defend
    | LetHappen
    | WakeQueen
    | DeclineWake
    | HoldOver
    | TimeUp
)
