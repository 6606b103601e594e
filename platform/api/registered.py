"""All endpoints of the API. Import the list from here, so that every module has registered its
endpoints.
"""

from __future__ import annotations

from api import organise as organise  # each of which registers its endpoints
from api import play as play
from api import read as read
from api.endpoints import endpoints as endpoints
