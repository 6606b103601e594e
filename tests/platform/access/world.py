"""One object for every address, and every kind of visitor."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RegexPattern

from accounts.models import User
from accounts.services import blocks, export_data, revoke_access
from clubs.models import Club, ClubTable
from clubs.services.announcements import announce
from clubs.services.found_club import found_club
from clubs.services.join_club import join_by_link
from clubs.services.lead_members import appoint_officer
from clubs.services.talk import post_message
from core import clock
from core.previews.preview import site_preview
from court.models import Case, Ruling
from court.services.appeal_dispute import appeal_dispute
from court.services.gather_evidence import gather_evidence
from court.services.publish_releases import publish_releases
from daily.days import day_of
from games.kernel import registry
from leagues.models import Fixture
from matches.models import Match
from matches.store.load_match import load_table
from moderation.reports.services.file_report import file_report
from moderation.sanctions.services import appeal
from moderation.sanctions.services.impose import impose_sanction
from moderation.staff import roles
from notifications.services import channels
from notifications.stop_links import make_stop_token
from tests.platform.accounts import cast
from tests.platform.court.cast import play_out, ruled, word_doubted, words_table
from tests.platform.leagues.cast import Days, people, running
from tests.platform.leagues.cast import organiser as olga
from tests.platform.matches.cast import GAME, dealt, person
from tests.platform.moderation.staff import adele, max_, mona, otto, staff
from tests.sure import sure
from texts.models import Text

WHO = {
    "n": "a visitor who is not signed in",
    "g": "a guest",
    "u": "a user, a stranger to all the others",
    "p": "a player: host of the match, party to the cases, in the league, founder of the club, with a webhook",
    "b": "a user whom the player has blocked",
    "x": "a user who was banned while signed in",
    "s": "a moderator who sits at the match and is party to the cases",
    "m": "a moderator",
    "o": "an organiser of all leagues",
    "l": "a user who organises this league and is an officer of the club",
    "a": "an administrator",
    "w": "an administrator without a second factor",
    "r": "a superuser",
}
"""All visitors, by the letter of their column."""


@dataclass
class World:
    """The values for addresses: `named` by the name of an argument, `special` for single pages."""

    people: dict[str, User | None]
    days: Days
    match: Match
    named: dict[str, Any]
    special: dict[str, dict[str, Any]]
    browsers: dict[str, Client] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def address(self, name: str, pattern: URLPattern) -> str:
        """Return the address of this page for an existing object."""
        at = pattern.pattern
        keys = list(at.regex.groupindex if isinstance(at, RegexPattern) else at.converters)
        if name.startswith("admin:"):
            return self._in_admin(name, pattern, keys)
        known = self.named | self.special.get(name, {})
        return reverse(name, kwargs={key: known[key] for key in keys})

    def _in_admin(self, name: str, pattern: URLPattern, keys: list[str]) -> str:
        if name == "admin:app_list":
            return reverse(name, args=["matches"])
        if name == "admin:view_on_site":
            return reverse(name, args=[1, 1])
        if name == "admin:anything_else":
            return "/admin/nothing"
        if "object_id" not in keys:
            return reverse(name)
        app, model, _ = name.partition(":")[2].split("_")
        found = apps.get_model(app, model)._base_manager.first()
        change = reverse(f"admin:{app}_{model}_change", args=[found.pk if found else 1])
        ends = {"object": "", "change": "change/", "delete": "delete/", "history": "history/"}
        return change.removesuffix("change/") + ends[name.rpartition("_")[2]]

    def ask(self, who: str, method: str, address: str) -> Any:
        """Return the response to a visitor with the cookies from the beginning."""
        client = self.browsers[who]
        before = client.cookies.output()
        form = "application/x-www-form-urlencoded"
        try:
            with self.days.now():
                return client.generic(method, address, content_type=form)
        finally:
            if client.cookies.output() != before:
                client.cookies.clear()
                client.cookies.load(self.cookies[who])


def every_pattern() -> Iterator[tuple[str, URLPattern]]:
    """Yield every address with a unique name, the admin's too; those of allauth are named as ours."""
    yield from _patterns(get_resolver(), "")


def _patterns(resolver: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
    last = ""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inside = f"{pattern.namespace}:" if pattern.namespace else space
            yield from _patterns(pattern, inside)
        elif not (pattern.name or "").startswith(("account_", "mfa_")):
            # Addresses without a name in the admin: an object's own address, and any others.
            model = last.rpartition("_")[0]
            unnamed = f"{model}_object" if "_" in model else "anything_else"
            last = pattern.name or unnamed
            yield f"{space}{last}", pattern


@contextmanager
def quiet_world(settings: Any) -> Iterator[World]:
    """Create one of everything on a server with email; expected refusals are not logged."""
    settings.CAN_MAIL = True
    made = world()
    logging.disable(logging.ERROR)
    try:
        yield made
    finally:
        logging.disable(logging.NOTSET)


def world() -> World:
    """Create one of everything, and sign in all visitors."""
    days = Days()
    host, *others = people(4)
    season = running(days, olga(), [host, *others])
    judge, root = mona(), User.objects.create_superuser("Root", cast.PASSWORD)
    everybody: dict[str, User | None] = {
        "n": None,
        "g": cast.gus(),
        "u": person("Eve"),
        "p": host,
        "b": cast.bob(),
        "x": person("Carl"),
        "s": judge,
        "m": max_(),
        "o": otto(),
        "l": person("Lisa"),
        "a": adele(),
        "w": staff("Wanda", roles.ADMINISTRATORS),
        "r": root,
    }
    season.league.organisers.set([_there(everybody["l"])])
    blocks.block_user(host, _there(everybody["b"]).pk)
    with days.now():
        made = _made(host, judge, root, days)
        # By the clock of this world, since the first page of a day records the user's presence.
        User.objects.update(seen_on=clock.machine_now().date())
    club = _club(host, _there(everybody["l"]), made.match, slug=season.league.slug)
    made.special["clubs:invited"] = {"token": club.invite}
    fixture = Fixture.objects.filter(seats__entry__user=host, division__season=season)
    made.people = everybody
    made.named |= {
        "slug": season.league.slug,
        "league": season.league.slug,
        "club_id": club.pk,
        "fixture_id": fixture.order_by("pk")[0].pk,
        "entry_id": season.entries.order_by("pk")[0].pk,
        "player_id": _there(everybody["u"]).pk,
        "tier": 1,
        "rest": "nowhere",
    }
    for who, user in everybody.items():
        page = cast.browser(None if who == "w" else user, raise_request_exception=False)
        if who == "w":  # has the right, but no confirmed second factor
            page.force_login(_there(user))
        made.browsers[who] = page
        made.cookies[who] = page.cookies.output(header="", sep=";")
    revoke_access.ban_user(_there(everybody["x"]))
    made.special["accounts:reset_password"] = {
        "uidb36": user_pk_to_url_str(host),
        "key": default_token_generator.make_token(User.objects.get(pk=host.pk)),
    }
    return made


def _made(host: User, judge: User, root: User, days: Days) -> World:
    other = person("Dora")
    match = dealt(host, judge, other)
    report = file_report(host, "behaviour", about=other, table=load_table(match.pk), text="Rude.")
    sanction = impose_sanction(root, other, "mute", cause="insult", reason="Be kind.")
    appeal.appeal_sanction(other, sanction.pk, "Please.")
    waiting, decided = (_appealed(host, other, judge) for _ in range(2))
    ruled(decided, root)
    deal = day_of(datetime.date(2026, 1, 1))
    pinned = publish_releases()["wortspiel"]
    assert pinned is not None
    hook = channels.set_webhook(host, "https://hooks.example/abc", "raw")
    mailbox = EmailAddress.objects.create(user=host, email="host@example.org", primary=True)
    for page in Text.Page:
        Text.objects.create(page=page, language="en", body="# Words", published=True)
    kept = export_data.request_export(host)
    export_data.make_export(kept.pk)
    kept.refresh_from_db()
    named: dict[str, Any] = {
        "match_id": match.pk,
        "number": 1,
        "step": 1,
        "game": GAME,
        "version": match.rules.version,
        "rules_id": match.rules_id,
        "chapter": "api",
        "example": registry.examples_of(GAME)[0].name,
        "token": match.invite,
        "report_id": report.pk,
        "user_id": other.pk,
        "sanction_id": sanction.pk,
        "appeal_id": sanction.appeal.pk,
        "case_id": waiting.pk,
        "dispute_id": waiting.dispute_id,
        "ruling_id": Ruling.objects.get(case=decided).pk,
        "name": host.name,
        "pk": hook.pk,
        "pinned": pinned.hash,
        "date": deal.date,
    }
    at_court = {"match_id": waiting.dispute.match_id}
    special: dict[str, dict[str, Any]] = {
        "accounts:download_data": {"token": kept.token},
        "accounts:confirm_address": {"key": EmailConfirmationHMAC(mailbox).key},
        "pages:preview": {"token": site_preview().token},
        "notifications:stop_mails": {"token": make_stop_token(hook)},
        "clubs:act": {"verb": "write"},
        "clubs:lead": {"verb": "accept"},
        "clubs:go_to_table": {"verb": "watch"},
        "clubs:staff_act": {"verb": "clear"},
        "court:match_words": at_court,
        "court:appeal_dispute": at_court,
        "court:withdraw_appeal": at_court,
        "leagues:organise_action": {"verb": "close"},
        "leagues:season_csv": {"what": "members"},
        "leagues:arrange_fixture": {"verb": "agree"},
        "leagues:decide_fixture": {"verb": "void"},
        "matches:keep_declaration": {"name": "nothing"},
        "api:client": {"name": "random_bot.py"},
    }
    return World({}, days, match, named, special)


def _club(host: User, officer: User, match: Match, *, slug: str) -> Club:
    """Return a club of the host with an officer, a table, a message and an announcement."""
    club = found_club(
        host, name="Club", slug=slug, about="Cards.", language="en", entrance=Club.Entrance.ASK
    )
    join_by_link(sure(club.invite), officer)
    appoint_officer(club.pk, host, officer.pk)
    ClubTable.objects.create(club=club, match=match)
    post_message(club.pk, host, "Hello")
    announce(club.pk, host, "Cards", "Tonight.")
    return club


def _appealed(host: User, *others: User) -> Case:
    """Return a case about the first word of a finished round of Wortspiel."""
    match = words_table(host, *others)
    dispute = word_doubted(match)
    appeal_dispute(dispute.pk, host, "It is a word, I say it each day.")
    play_out(match)
    case = Case.objects.get(dispute=dispute)
    gather_evidence(case.pk)
    return case


def _there(user: User | None) -> User:
    assert user is not None
    return user
