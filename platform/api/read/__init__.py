"""Endpoints that read; each module registers its own, in the order of the description."""

from __future__ import annotations

from api.read import bots as bots
from api.read import games as games
from api.read import leagues as leagues
from api.read import matches as matches
from api.read import ratings as ratings
from api.read import rulings as rulings
from api.read import server as server
