"""What the database of a fleet holds after a roll-out; runs inside it."""

from __future__ import annotations

import json


def tell() -> None:
    """Print it as JSON: own time that ran out, times out of service, logs that differ."""
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
