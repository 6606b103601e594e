"""What organisers of leagues do; each module registers its endpoints."""

from __future__ import annotations

from api.organise import entries as entries
from api.organise import fixtures as fixtures
from api.organise import seasons as seasons
from api.organise import webhooks as webhooks
