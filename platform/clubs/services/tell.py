"""Tell people news of a club."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from accounts.services import reach
from clubs.models import Club, ClubMember
from core.signals import club_news


def tell_people(
    user_ids: Iterable[int],
    club: Club,
    sentence: str,
    *,
    by_id: int | None,
    key: str,
    more: Iterable[str] = (),
    path: str = "",
    **facts: str,
) -> None:
    """Tell these users news that a member caused, except users apart from that member.

    `by_id`: the member; None: the site itself. `key`: the same for the same news. `path`: a page, by default that of the club.
    """
    people = set(user_ids) - {by_id}
    if by_id is not None:
        people -= reach.apart(by_id, people).all
    for user_id in sorted(people):
        club_news.send(
            sender=Club,
            user_id=user_id,
            key=f"clubs.{key}",
            sentence=sentence,
            facts={"club": club.name, **facts},
            more=[*more],
            path=path or reverse("clubs:club", args=[club.slug]),
            kind="club",
        )


def leaders_of(club: Club) -> list[int]:
    """Return the ids of the founder and the officers."""
    return list(club.members.filter(role__in=ClubMember.LEADS).values_list("user_id", flat=True))
