"""Endpoints for organisers of leagues; each module registers its own."""

from __future__ import annotations

from api.organise import entries as entries
from api.organise import fixtures as fixtures
from api.organise import seasons as seasons
from api.organise import webhooks as webhooks
