"""Endpoints for the entries of a season (sign-ups, bots, substitutes) and the members of a league."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.answers import (
    Answer,
    Moment,
    Nothing,
    Page,
    Paged,
    Player,
    Question,
    moment,
    moment_or_none,
    player,
)
from api.endpoints import Call, endpoint
from api.models import Scope
from api.organise.seasons import TAG, organised_league, organised_season
from api.paging import page_of
from core.refusals import refused
from leagues.models import Entry, Member, Season
from leagues.season.entry_names import entry_name
from leagues.services.entries import drop_entry as dropping
from leagues.services.entries import fill_places, invite_people, sign_up
from leagues.services.history import LONGEST_REASON

Reason = Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)]


class EntryAnswer(Answer, frozen=True, kw_only=True):
    """An entry in a season, also one that was withdrawn. `bot`: the level of a bot, "" for a
    person.

    `waiting`: true if it waits for a free place; `division`: its tier, null before the draw.
    """

    entry: int
    name: str
    player: Player | None
    bot: str
    signed_up: Moment
    division: int | None
    waiting: bool
    dropped: Moment | None


class MemberAnswer(Answer, frozen=True, kw_only=True):
    """A member of an invite-only league, or an invited user."""

    player: Player
    state: str


class BotEntry(Question, frozen=True, kw_only=True):
    """A bot of the house, by its level."""

    level: Annotated[str, msgspec.Meta(max_length=40)]


class Dropping(Question, frozen=True, kw_only=True):
    """The reason why an entry is dropped; optional."""

    reason: Reason = ""


class Substitute(Question, frozen=True, kw_only=True):
    """The entry on the waiting list that takes the place."""

    substitute: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class Invitation(Question, frozen=True, kw_only=True):
    """The name of the user to invite."""

    name: Annotated[str, msgspec.Meta(max_length=40)]


@endpoint("GET", "leagues/{league}/seasons/{number}/entries", tag=TAG, scope=Scope.ORGANISE)
def list_entries(call: Call, league: str, number: int, query: Paged) -> Page[EntryAnswer]:
    """List the entries of a season in the order of sign-up, also waiting and dropped ones."""
    found = organised_season(call, league, number).entries.select_related("user", "division")
    return page_of(found, query, {"id": int}, entry_answer)


@endpoint("POST", "leagues/{league}/seasons/{number}/bots", tag=TAG, scope=Scope.ORGANISE)
def add_bot(call: Call, league: str, number: int, body: BotEntry) -> EntryAnswer:
    """Add a bot of the house to a season."""
    season = organised_season(call, league, number)
    return entry_answer(sign_up.add_bot(season.pk, call.acting, body.level))


@endpoint("POST", "leagues/{league}/entries/{entry_id}/drop", tag=TAG, scope=Scope.ORGANISE)
def drop_entry(call: Call, league: str, entry_id: int, body: Dropping) -> Nothing:
    """Drop an entry from a season; before the draw it is deleted."""
    dropping.drop_entry(_entry(call, league, entry_id).pk, call.acting, body.reason)
    return Nothing()


@endpoint("POST", "leagues/{league}/entries/{entry_id}/replace", tag=TAG, scope=Scope.ORGANISE)
def replace_entry(call: Call, league: str, entry_id: int, body: Substitute) -> EntryAnswer:
    """Give the place of a dropped entry to one on the waiting list."""
    gone, substitute = _entry(call, league, entry_id), _entry(call, league, body.substitute)
    fill_places.appoint_substitute(gone.pk, call.acting, substitute.pk)
    return entry_answer(_entry(call, league, body.substitute))


@endpoint("GET", "leagues/{league}/members", tag=TAG, scope=Scope.ORGANISE)
def list_members(call: Call, league: str, query: Paged) -> Page[MemberAnswer]:
    """List the members of an invite-only league, and the invited users."""
    inside = organised_league(call, league).members.filter(state__in=Member.INSIDE)
    return page_of(inside.select_related("user"), query, {"id": int}, _member)


@endpoint("POST", "leagues/{league}/members", tag=TAG, scope=Scope.ORGANISE)
def invite_person(call: Call, league: str, body: Invitation) -> Nothing:
    """Invite a user by name. They are notified, and accept or decline."""
    invite_people.invite_person(organised_league(call, league).pk, call.acting, body.name)
    return Nothing()


@endpoint("POST", "leagues/{league}/members/{player_id}/remove", tag=TAG, scope=Scope.ORGANISE)
def remove_member(call: Call, league: str, player_id: int, body: Nothing) -> Nothing:
    """Cancel an invitation, or remove a member from the league.

    If the user is not, or no longer, invited or a member, the refusal is `changed_meanwhile`.
    """
    invite_people.remove_member(organised_league(call, league).pk, call.acting, player_id)
    return Nothing()


def entry_answer(entry: Entry) -> EntryAnswer:
    """Return an entry as the API shows it."""
    return EntryAnswer(
        entry=entry.pk,
        name=entry_name(entry),
        player=player(entry.user) if entry.user is not None and entry.user.is_active else None,
        bot=entry.bot,
        signed_up=moment(entry.signed_up_at),
        division=None if entry.division is None else entry.division.tier,
        waiting=entry.is_waiting and entry.season.state not in BEFORE_DRAW,
        dropped=moment_or_none(entry.dropped_at),
    )


BEFORE_DRAW = (Season.State.PLANNED, Season.State.SIGN_UP)


def _member(member: Member) -> MemberAnswer:
    return MemberAnswer(player=player(member.user), state=member.state)


def _entry(call: Call, league: str, entry_id: int) -> Entry:
    """Return an entry of a league that the token's owner organises.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    organised = organised_league(call, league)
    found = Entry.objects.select_related("user", "division", "season")
    one = found.filter(pk=entry_id, season__league=organised).first()
    if one is None:
        raise refused("not_found")
    return one
