"""The actions of a seat, and of the table on a time-out (RULES.md 3 to 6).

A card is named by its face ("eis-red"), a pile by its place on the clock, 0 to 11. `seq` is the
number of the situation or of the word that an action answers, so that it never applies to another.

Each kind, or a few that belong together, has its own file, with the actions, their refusals, their
offers and their effects.
"""

from __future__ import annotations

from typing import TypeAlias

from games.wortspiel.actions.card import PlayCard as PlayCard
from games.wortspiel.actions.colour import ChooseColour as ChooseColour
from games.wortspiel.actions.doubt import Doubt as Doubt
from games.wortspiel.actions.doubt import JoinDoubt as JoinDoubt
from games.wortspiel.actions.doubt import Ready as Ready
from games.wortspiel.actions.doubt import Vote as Vote
from games.wortspiel.actions.last_card import AcceptWord as AcceptWord
from games.wortspiel.actions.opening import OpenPass as OpenPass
from games.wortspiel.actions.opening import OpenPlay as OpenPlay
from games.wortspiel.actions.photo_finish import Concede as Concede
from games.wortspiel.actions.photo_finish import ObjectTo as ObjectTo
from games.wortspiel.actions.photo_finish import PointTo as PointTo
from games.wortspiel.actions.stuck import DeclareStuck as DeclareStuck
from games.wortspiel.actions.stuck import RetractStuck as RetractStuck
from games.wortspiel.actions.time_up import TimeUp as TimeUp

WortspielAction: TypeAlias = (
    OpenPlay
    | OpenPass
    | PlayCard
    | DeclareStuck
    | RetractStuck
    | Doubt
    | JoinDoubt
    | Ready
    | Vote
    | Concede
    | ObjectTo
    | PointTo
    | ChooseColour
    | AcceptWord
    | TimeUp
)
