"""Tasks of challenges."""

from __future__ import annotations

from celery import shared_task

from friends.services import challenge, put_away


@shared_task(name="friends.tasks.expire_challenges", ignore_result=True)
def expire_challenges() -> None:
    """Close the tables of challenges without an answer; runs every half minute."""
    challenge.expire_challenges()
    put_away.forget_answered()
