"""All endpoints of the API. Whoever reads the list takes it from here, where none is missing."""

from __future__ import annotations

from api import organise as organise  # each of which registers its endpoints
from api import play as play
from api import read as read
from api.endpoints import endpoints as endpoints
