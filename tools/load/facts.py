"""Facts in a fleet's database after a roll-out; runs inside the fleet."""

from __future__ import annotations

import json


def tell() -> None:
    """Print as JSON: own decisions that timed out, times out of service, differing logs."""
    from matches.models import Downtime, Round
    from matches.store.upgrade import replay_rounds
    from tools.chaos.audit import missed

    rounds = Round.objects.filter(start__isnull=False).values_list("pk", flat=True)
    print(
        json.dumps(
            {
                "missed": sum(len(missed(pk)) for pk in rounds),
                "downtimes": Downtime.objects.count(),
                "differing": len(replay_rounds(str)[1]),
            }
        )
    )
