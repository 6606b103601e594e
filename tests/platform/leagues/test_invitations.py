"""Invite-only leagues: visibility, invitations, answers and leaving."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest

from accounts.models import User
from accounts.services import blocks
from core.refusals import Refused
from leagues import personal_data
from leagues.models import Fixture, League, Member, News, Season
from leagues.season import limits
from leagues.services.entries import invite_people, join_league
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.web.consumers import DivisionSocket
from matches.models import Match
from notifications.models import Notice
from realtime.sockets import PageReader
from tests.platform.access.forms import unlinked
from tests.platform.accounts.cast import browser, gus
from tests.platform.leagues import cast
from tests.platform.leagues.cast import Days
from tests.platform.leagues.test_founding import NEW, least, text
from tests.platform.matches.cast import person

pytestmark = pytest.mark.django_db
OK, TO, NONE, REFUSED = HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.NOT_FOUND, 409


def founded(by: User, **settings: object) -> League:
    """Return a secret league whose address is in no form."""
    return cast.league(by, **({"name": "Secret evening", "invite_only": True} | settings))


def link_of(league: League) -> str:
    """Return the target of the league's link."""
    league.refresh_from_db()
    return f"/leagues/invited/{league.invite}/"


def organise(by: User, league: League, verb: str, **fields: object) -> Any:
    """Press a button of the organisers' page, and return the answer."""
    return browser(by).post(f"/leagues/{league.slug}/organise/{verb}", fields)


def running(olga: User) -> tuple[Days, Season, list[User]]:
    """Return a secret season with drawn fixtures, played by the invited people."""
    days, players = Days(), cast.people(4)
    with days.now():
        league = founded(olga)
        for player in players:
            invite_people.invite_person(league.pk, olga, player.name)
        advance_leagues()
        advance_leagues()
        for player in players:
            assert browser(player).post(f"/leagues/{league.slug}/sign-up").status_code == TO
    days.go(7.01)
    return days, league.seasons.get(), players


def test_it_is_founded_at_an_address_that_nobody_guesses() -> None:
    alice = person("Alice")
    page = browser(alice).post(NEW, least(invite_only="on", slug="ours"))
    assert page.status_code == TO, page.context["form"].errors
    league = League.objects.get()
    assert league.invite_only
    assert league.slug != "ours"
    assert link_of(league) in text(browser(alice).get(page["Location"]))


def test_its_name_does_not_say_that_it_is_there() -> None:
    founded(cast.organiser(), name="Ours")
    sent = least(name="Ours")
    page = browser(person("Alice")).post(NEW, sent)
    assert page.status_code == TO
    again = browser(person("Bob")).post(NEW, sent | {"slug": "other"})
    assert again.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "This name, or one that looks like it, is already taken." in text(again)


def test_nobody_else_knows_of_it() -> None:
    olga, host = cast.organiser(), person("Host")
    _days, season, players = running(olga)
    season.league.organisers.set([host])
    fixture = Fixture.objects.filter(division__season=season).first()
    assert fixture is not None
    at = f"/leagues/{season.league.slug}/"
    pages = ["", "1/", "1/1/", "1/1/table.csv", "1/1/fixtures.csv", "1/1/division.json"]
    own = [f"fixtures/{fixture.pk}/", f"fixtures/{fixture.pk}/appointment.ics", "leave/", "edit/"]
    for stranger in (person("Eve"), None, gus()):
        for address in [*pages, *own, "organise/"]:
            answer = browser(stranger).get(f"{at}{address}")
            asks = stranger is None or stranger.is_guest
            missing = browser(stranger).get(f"/leagues/none-such/{address}")
            assert answer.status_code == missing.status_code, address
            assert answer.status_code in ((NONE, TO, 403) if asks else (NONE,)), address
            assert "Secret evening" not in answer.content.decode()
        for listing in ("/leagues/", "/", "/tables/", f"/people/{players[0].name}/"):
            assert "Secret evening" not in browser(stranger).get(listing).content.decode()
    for verb in ("sign-up", "accept", "organise/close", f"fixtures/{fixture.pk}/void"):
        assert browser(person(f"Eve {verb[:4]}")).post(f"{at}{verb}").status_code == NONE
    for inside in (players[0], host):
        assert "Secret evening" in text(browser(inside).get("/leagues/"))
        for address in pages:
            assert browser(inside).get(f"{at}{address}").status_code in (OK, TO), address
    assert not Match.objects.filter(public=True).exists()
    assert not Match.objects.filter(rated=True).exists()


def test_the_socket_of_its_tables_tells_a_stranger_nothing() -> None:
    olga, eve = cast.organiser(), person("Eve")
    _days, season, players = running(olga)
    query = (("division", str(season.divisions.get().pk)),)
    readers = {
        who: PageReader(
            user_id=user.pk if user else None,
            epoch=user.epoch if user else 0,
            language="en",
            query=query,
        )
        for who, user in (("eve", eve), ("nobody", None), ("player", players[0]))
    }
    told = DivisionSocket.fragments(readers.values())
    assert told[readers["player"]]
    assert not told[readers["eve"]]
    assert not told[readers["nobody"]]


def test_the_link_tells_a_stranger_to_what_it_invites() -> None:
    """The page names the league, and links to sign-in and sign-up."""
    league = founded(cast.organiser())
    link, nobody = link_of(league), browser()
    said = text(page := nobody.get(link))
    assert "You are invited to Secret evening" in said
    for way in ("/sign-in/", "/sign-up/"):
        assert f'{way}?next={link}"' in page.content.decode()
    assert "Join the league" not in said
    asked = nobody.post(link)
    assert (asked.status_code, asked["Location"]) == (TO, f"/sign-in/?next={link}")
    assert not league.members.exists()
    assert nobody.get("/leagues/invited/none-such/").status_code == NONE


def test_the_list_tells_of_an_invitation_until_it_is_answered() -> None:
    olga, ada = person("Olga"), person("Ada")
    league = founded(olga)
    assert "You are invited" not in text(browser(ada).get("/leagues/"))
    organise(olga, league, "invite", name="Ada")
    assert "You are invited" in text(browser(ada).get("/leagues/"))
    assert "You are invited" not in text(browser(olga).get("/leagues/"))
    browser(ada).post(f"/leagues/{league.slug}/accept")
    assert "You are invited" not in text(browser(ada).get("/leagues/"))


def test_an_invitation_by_name_is_told_once() -> None:
    """The player accepts or declines it."""
    olga, ann, ben = cast.organiser(), person("Ann"), person("Ben")
    league = founded(olga)
    assert organise(olga, league, "invite", name="Ann").status_code == TO
    assert organise(olga, league, "invite", name="Ben").status_code == TO
    assert Notice.objects.filter(user=ann).count() == 1
    assert "invites you to the league" in text(browser(ann).get("/notices/"))
    at = f"/leagues/{league.slug}/"
    assert "You are invited to this league." in text(browser(ann).get(at))
    assert browser(ann).post(f"{at}accept").status_code == TO
    assert "You are a member of this league." in text(browser(ann).get(at))
    assert "You will no longer see this league." in text(browser(ben).get(f"{at}part"))
    assert browser(ben).post(f"{at}part").status_code == TO
    assert browser(ben).get(at).status_code == NONE
    again = organise(olga, league, "invite", name="Ben")
    assert again.status_code == REFUSED
    assert "Ben has declined." in text(again)


def test_accepting_signs_up_while_sign_up_is_open() -> None:
    """One press does both."""
    olga, ann, days = cast.organiser(), person("Ann"), Days()
    season = cast.open_for_sign_up(days, olga, [], name="Secret evening", invite_only=True)
    at = f"/leagues/{season.league.slug}/"
    with days.now():
        organise(olga, season.league, "invite", name="Ann")
        page = text(browser(ann).get(at))
        assert "Accept and sign up" in page
        assert "Just accept" in page
        assert browser(ann).post(f"{at}sign-up").status_code == TO
        page = text(browser(ann).get(at))
    assert "You are a member of this league." in page
    assert "You are in." in page
    assert [entry.user for entry in season.entries.all()] == [ann]


def test_the_organiser_learns_that_a_guest_has_no_account() -> None:
    host, guest = person("Host"), gus()
    page = organise(host, founded(host), "invite", name=guest.name)
    said = f"{guest.name} is a guest. Only players with an account can join a league."
    assert said in text(page)
    assert not Member.objects.exists()


def test_whom_nobody_can_invite_is_said_and_the_name_stays() -> None:
    olga, ann = cast.organiser(), person("Ann")
    league = founded(olga)
    blocks.block_user(ann, olga.pk)
    for name in ("Ann", "Nobody Here", gus().name):
        answer = organise(olga, league, "invite", name=name)
        assert HTTPStatus.BAD_REQUEST <= answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
        assert f'value="{name}"' in text(answer)
        told = answer.content.decode()
        assert unlinked(told) == []
        assert told.count('aria-describedby="invite-error"') == 1
        assert "notice--bad" not in told, "told at the top of the page"
    assert not Notice.objects.exists()
    assert not Member.objects.exists()


def test_the_link_lets_in_until_it_is_replaced() -> None:
    olga, ann = cast.organiser(), person("Ann")
    league = founded(olga)
    first = link_of(league)
    assert "You are invited to Secret evening" in text(browser(ann).get(first))
    assert browser(ann).get(f"/leagues/{league.slug}/").status_code == NONE
    assert browser(gus()).post(first).status_code == HTTPStatus.FORBIDDEN
    assert browser(ann).post(first).status_code == TO
    assert browser(ann).get(f"/leagues/{league.slug}/").status_code == OK
    assert organise(olga, league, "new-link").status_code == TO
    assert browser(person("Ben")).post(first).status_code == NONE
    second = link_of(league)
    assert second != first
    assert organise(olga, league, "no-link").status_code == TO
    assert browser(person("Cleo")).get(second).status_code == NONE


def test_a_removed_member_sees_nothing() -> None:
    """The link does not restore the membership."""
    olga, ann = cast.organiser(), person("Ann")
    league = founded(olga)
    join_league.join_by_link(link_of(league).split("/")[-2], ann)
    assert organise(olga, league, "remove", user=ann.pk).status_code == TO
    assert browser(ann).get(f"/leagues/{league.slug}/").status_code == NONE
    assert browser(ann).post(link_of(league)).status_code == NONE
    assert organise(olga, league, "remove", user=ann.pk).status_code == REFUSED


@pytest.mark.parametrize("verb", ["invite", "remove", "new-link", "no-link"])
def test_members_who_do_not_organise_invite_nobody(verb: str) -> None:
    olga, ann = cast.organiser(), person("Ann")
    league = founded(olga)
    link = link_of(league)
    join_league.join_by_link(link.split("/")[-2], ann)
    answer = organise(ann, league, verb, name="Olga", user=ann.pk)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert link_of(league) == link
    assert [member.state for member in league.members.all()] == [Member.State.JOINED]


def test_who_plays_drops_out_before_parting() -> None:
    olga = cast.organiser()
    days, season, players = running(olga)
    with days.now():
        answer = browser(players[0]).post(f"/leagues/{season.league.slug}/part")
        assert answer.status_code == REFUSED
        removed = organise(olga, season.league, "remove", user=players[1].pk)
        assert removed.status_code == REFUSED
        assert "is playing this season" in text(removed)


def test_only_members_stay_for_the_next_season_and_are_told() -> None:
    olga = cast.organiser()
    days, season, players = running(olga)
    days.go(31)
    days.go(0)
    season.refresh_from_db()
    assert season.state == Season.State.FINISHED
    for fixture in Fixture.objects.filter(division__season=season):
        fixture.seats.update(absent=False)
    with days.now():
        join_league.part_from_league(season.league.pk, players[0])
    days.go(4)
    days.go(0)
    following = season.league.seasons.get(number=2)
    assert following.state == Season.State.SIGN_UP
    assert players[0].pk not in following.entries.values_list("user", flat=True)
    assert not News.objects.filter(user=players[0], season=following).exists()


def test_an_invitation_stands_in_own_data() -> None:
    """It is deleted with the account."""
    olga, ann = cast.organiser(), person("Ann")
    league = founded(olga)
    invite_people.invite_person(league.pk, olga, "Ann")
    assert [one["league_name"] for one in personal_data.export_memberships(ann)] == [league.name]
    personal_data.forget_user(user_id=ann.pk)
    assert not Member.objects.exists()


def test_nobody_is_invited_and_removed_without_end() -> None:
    """Each invitation after a removal sends a push and an email again, so they are limited.

    The limit counts all leagues of an organiser together.
    """
    olga, bob = cast.organiser(), person("Bob")
    leagues = [founded(olga), founded(olga, name="Another evening")]
    for number in range(limits.INVITATIONS.most):
        invite_people.invite_person(leagues[number % 2].pk, olga, bob.name)
        invite_people.remove_member(leagues[number % 2].pk, olga, bob.pk)
    told = Notice.objects.filter(user=bob).count()
    with pytest.raises(Refused) as caught:
        invite_people.invite_person(leagues[0].pk, olga, bob.name)
    assert caught.value.refusal.code == "rate_limited"
    assert 0 < int(str(caught.value.refusal.facts["seconds"])) <= limits.INVITATIONS.seconds
    assert Notice.objects.filter(user=bob).count() == told
    invite_people.invite_person(leagues[0].pk, olga, person("Charlie").name)
