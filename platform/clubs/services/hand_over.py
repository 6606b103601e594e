"""Hand a club over to a member who agrees, and replace a founder who can no longer lead it."""

from __future__ import annotations

from django.db import transaction

from accounts.hold_people import hold_people
from accounts.models import User
from clubs import access
from clubs.limits import MOST_CLUBS, ROLES
from clubs.models import Club, ClubMember
from clubs.services.lead_members import other_member, set_role
from clubs.services.lock_club import lock_club
from clubs.services.tell import tell_people
from core import clock, rate_limits
from core.refusals import refused
from core.signals import staff_acted
from games.kernel.contract import N_
from moderation.models import Sanction

Role = ClubMember.Role
OFFERED = N_("%(name)s offers you the club %(club)s.")
ANSWER_THERE = N_("Accept or decline on the page of the club.")
TAKEN_OVER = N_("%(name)s leads the club %(club)s now. You are an officer.")
DECLINED = N_("%(name)s has declined to take over the club %(club)s.")
SUCCEEDS = N_("You lead the club %(club)s now, because its founder no longer can.")


@transaction.atomic
def offer_club(club_id: int, by: User, user_id: int) -> None:
    """Offer a club to a member, and tell them; the offer replaces an earlier one.

    Raises:
        Refused: `not_found`, `not_yours`, `changed_meanwhile`, `rate_limited`.
    """
    club, member = other_member(club_id, by, user_id)
    rate_limits.check_attempts(ROLES.counter(str(club.pk)))
    _end_offers(club)
    member.offered_at = clock.now()
    member.save(update_fields=["offered_at"])
    key = f"offer:{member.pk}:{clock.now_ms()}"
    more = [ANSWER_THERE]
    tell_people([user_id], club, OFFERED, by_id=by.pk, key=key, more=more, name=by.name)


@transaction.atomic
def withdraw_offer(club_id: int, by: User, user_id: int) -> None:
    """Withdraw the offer of a club to this member, for its founder; one to another member stays.

    Raises:
        Refused: `not_found`, `not_yours`, `offer_over`.
    """
    club = lock_club(club_id)
    access.check_founder(by, club)
    member = club.members.filter(user=user_id).first()
    if member is None or not member.is_offered:
        raise refused("offer_over")
    _end_offers(club)


@transaction.atomic
def accept_offer(club_id: int, user: User) -> None:
    """Become the founder of a club that was offered; the founder becomes an officer, and is told.

    Raises:
        Refused: `not_found`, `members_only`, `offer_over`, `too_many_clubs`.
    """
    hold_people(user.pk)
    club, own = _offered(club_id, user)
    if ClubMember.objects.filter(user=user, role=Role.FOUNDER).count() >= MOST_CLUBS:
        raise refused("too_many_clubs", most=MOST_CLUBS)
    before = club.members.get(role=Role.FOUNDER)
    set_role(before, Role.OFFICER)
    set_role(own, Role.FOUNDER)
    key = f"taken:{own.pk}:{clock.now_ms()}"
    tell_people([before.user_id], club, TAKEN_OVER, by_id=user.pk, key=key, name=user.name)


@transaction.atomic
def decline_offer(club_id: int, user: User) -> None:
    """Decline a club that was offered, and tell its founder.

    Raises:
        Refused: `not_found`, `members_only`, `offer_over`.
    """
    club, own = _offered(club_id, user)
    _end_offers(club)
    founder = club.members.get(role=Role.FOUNDER)
    key = f"declined:{own.pk}:{clock.now_ms()}"
    tell_people([founder.user_id], club, DECLINED, by_id=user.pk, key=key, name=user.name)


def hand_on_clubs(*, user_id: int, **_: object) -> None:
    """Replace a user who is banned from the site as the founder of clubs; a suspension ends by itself.

    A club without another member keeps its founder, until the staff acts.
    """
    now = clock.now()
    sanctions = {one.kind for one in Sanction.objects.in_force(now).filter(user=user_id)}
    if Sanction.Kind.SUSPENSION in sanctions and Sanction.Kind.BAN not in sanctions:
        return
    led = ClubMember.objects.filter(user=user_id, role=Role.FOUNDER)
    for club_id in led.order_by("club_id").values_list("club_id", flat=True):
        with transaction.atomic():
            club = lock_club(club_id)
            own = club.members.filter(user=user_id, role=Role.FOUNDER).first()
            if own is not None and (heir := heir_of(club)) is not None:
                set_role(own, Role.MEMBER)
                succeed(club, heir)


def heir_of(club: Club) -> ClubMember | None:
    """Return the next founder: the officer with the longest membership, or else the member."""
    others = club.members.filter(role__in=ClubMember.INSIDE, user__is_active=True)
    others = others.exclude(role=Role.FOUNDER)
    return others.filter(role=Role.OFFICER).first() or others.first()


def succeed(club: Club, heir: ClubMember) -> None:
    """Make this member the founder of a locked club that has none, tell them, and record it."""
    _end_offers(club)
    set_role(heir, Role.FOUNDER)
    club.succeeded_at = clock.now()
    club.save(update_fields=["succeeded_at"])
    key = f"succeeds:{heir.pk}:{clock.now_ms()}"
    tell_people([heir.user_id], club, SUCCEEDS, by_id=None, key=key)
    facts = {"founder": heir.user_id}
    staff_acted.send(sender=Club, by_id=None, verb="succeed", app="clubs", target=club, facts=facts)


def _offered(club_id: int, user: User) -> tuple[Club, ClubMember]:
    """Return the locked club that was offered to this member, and the membership."""
    club = lock_club(club_id)
    own = access.check_inside(user, club)
    if not own.is_offered:
        raise refused("offer_over")
    return club, own


def _end_offers(club: Club) -> None:
    club.members.filter(offered_at__isnull=False).update(offered_at=None)
