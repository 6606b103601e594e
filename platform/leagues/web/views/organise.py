"""Views of organisers: create a league, change it, and run its seasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.signed_in import user_of
from accounts.staff import player_page
from core.http import action, form_page, page
from core.numbers import read_id
from core.previews.preview import shared_address
from core.refusals import Refused, refused, sentence, status
from leagues.models import Entry, League, Member, Season
from leagues.present import league_page
from leagues.present.organiser_desk import DrawnDivision, Player, organiser_desk
from leagues.present.presets import PRESETS, preset_named
from leagues.season import access, agreed_settings
from leagues.season.entry_names import entry_name
from leagues.services.entries import fill_places, invite_people, sign_up
from leagues.services.entries.drop_entry import check_still_in, drop_entry
from leagues.services.seasons import end_season
from leagues.services.seasons.advance_leagues import advance_season
from leagues.services.seasons.begin_at_once import begin_season_at_once
from leagues.services.seasons.call_off_season import call_off_season
from leagues.services.seasons.change_league import change_league
from leagues.services.seasons.close_league import close_league
from leagues.services.seasons.confirm_draw import confirm_draw, draw_anew_at_once
from leagues.services.seasons.create_league import create_league
from leagues.services.seasons.move_season import move_season
from leagues.services.seasons.plan_season import plan_season
from leagues.web.forms.dates_form import DatesForm
from leagues.web.forms.drop_form import DropForm
from leagues.web.forms.league_form import LeagueForm
from leagues.web.forms.sure_form import ACTIONS, SureForm
from matches.engine import catalogue

State = Season.State


@form_page
@player_page
def create_league_page(request: HttpRequest) -> HttpResponse:
    """Create a league; a refused form shows errors by field and keeps what was typed."""
    user = user_of(request)
    access.check_founds(user)
    preset = preset_named(request.POST.get("like", request.GET.get("like", "")))
    form = LeagueForm(request.POST or None, preset=preset)
    if form.is_valid():
        try:
            league = create_league(user, form.played(), **form.settings())
            if season := league.seasons.first():
                advance_season(season.pk)  # opens sign-up at once
            messages.success(request, _("League created. Sign-up for its first season is open."))
            return redirect("leagues:organise_league", league.slug)
        except ValidationError as wrong:
            form.refuse(wrong)
    return _form(request, form, presets=PRESETS, preset=preset)


@form_page
@player_page
def edit_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings, for seasons that are drawn from now on."""
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    user = user_of(request)
    access.check_organises(user, league)
    form = LeagueForm(request.POST or None, founded=league)
    seen = read_id(request.POST.get("seen")) if form.is_bound else league.changes
    if form.is_valid():
        try:
            change_league(
                league.pk,
                user,
                form.played() if form.changes_games() else None,
                seen=seen,
                organisers=form.cleaned_data["organisers"],
                **form.settings(),
            )
            messages.success(request, _("Saved. This applies from the next pairings on."))
            return redirect("leagues:organise_league", slug)
        except ValidationError as wrong:
            form.refuse(wrong)
        except Refused as error:
            if error.refusal.code == "changed_meanwhile":
                league.refresh_from_db()
                form = LeagueForm(request.POST, founded=league)
                form.tell_present()
                seen = league.changes
            form.add_error(None, sentence(error.refusal))
    return _form(request, form, slug=slug, seen=seen)


def _form(request: HttpRequest, form: LeagueForm, **context: Any) -> HttpResponse:
    code = 422 if form.is_bound else 200
    return render(request, "leagues/form.html", {"form": form, **context}, status=code)


@page
@player_page
def organise_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organisers' page of a league: the present season, its dates, draw and players."""
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    access.check_organises(user_of(request), league)
    return _desk(request, league)


@action
@player_page
def edit_dates(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan the next season, or move the dates of the present one."""
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    user = user_of(request)
    access.check_organises(user, league)
    season = _present(league)
    form = DatesForm(request.POST, season=season)
    if form.is_valid():
        try:
            if season is None:
                plan_season(league.pk, user, **form.cleaned_data)
            else:
                known = {name: getattr(season, name) for name in ("opens_at", "begins_at")}
                seen = State(request.POST.get("seen", "")) if _is_state(request) else State.PLANNED
                was = request.POST.get("was", "")
                move_season(season.pk, user, **(known | form.cleaned_data), seen=seen, was=was)
            messages.success(request, _("Dates saved."))
            return redirect("leagues:organise_league", slug)
        except ValidationError as wrong:
            form.refuse(wrong)
        except Refused as error:
            form.add_error(None, sentence(error.refusal))
            if season is not None and error.refusal.code == "changed_meanwhile":
                season.refresh_from_db()
                form.tell_present(season)
    return _desk(request, league, form=form)


@action
@player_page
def organise_season(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Carry out a button of the organisers' page; a refusal is shown there.

    Raises:
        Http404: no such league or button.
        Refused: `not_yours`.
    """
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    user = user_of(request)
    access.check_organises(user, league)
    if verb not in ACTS:
        raise Http404
    done, said = ACTS[verb]
    sure = SureForm(verb, request.POST) if verb in ACTIONS else None
    try:
        if sure is not None and not sure.is_valid():
            if verb not in _offered(league, _present(league)):
                raise refused("changed_meanwhile")  # the page has no box now
            return _desk(request, league, sure=sure)
        done(request, league, user)
    except Refused as error:
        return _desk(request, league, trouble=error, verb=verb)
    messages.success(request, said)
    return redirect("leagues:organise_league", slug)


@action
@player_page
def drop_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a player or an entrant without a place; a refused form shows errors by field.

    Raises:
        Refused: `not_yours`.
    """
    league = get_object_or_404(access.visible_to(request.user), slug=slug)
    user = user_of(request)
    access.check_organises(user, league)
    form = None
    try:
        form = DropForm(_entry(league, request.POST.get("entry")), request.POST)
        check_still_in(form.entry, form.entry.season)  # before the box, which may be gone
        if form.is_valid():
            drop_entry(form.entry.pk, user, form.cleaned_data["reason"])
            messages.success(request, _("The player is removed. The place is now free."))
            return redirect("leagues:organise_league", slug)
    except Refused as error:
        return _desk(request, league, drop=form, trouble=error)
    return _desk(request, league, drop=form)


def _call_off(request: HttpRequest, league: League, user: User) -> None:
    call_off_season(_season(league).pk, user)


def _begin_now(request: HttpRequest, league: League, user: User) -> None:
    begin_season_at_once(_season(league).pk, user)


def _draw_anew(request: HttpRequest, league: League, user: User) -> None:
    draw_anew_at_once(_season(league).pk, user)


def _confirm(request: HttpRequest, league: League, user: User) -> None:
    confirm_draw(_season(league).pk, user)


def _end_early(request: HttpRequest, league: League, user: User) -> None:
    end_season.end_season_early(_season(league).pk, user)


def _close(request: HttpRequest, league: League, user: User) -> None:
    close_league(league.pk, user)


def _add_bot(request: HttpRequest, league: League, user: User) -> None:
    sign_up.add_bot(_season(league).pk, user, request.POST.get("level", ""))


def _replace(request: HttpRequest, league: League, user: User) -> None:
    entry = _entry(league, request.POST.get("entry"))
    fill_places.appoint_substitute(
        entry.pk, user, _entry(league, request.POST.get("substitute")).pk
    )


def _invite(request: HttpRequest, league: League, user: User) -> None:
    invite_people.invite_person(league.pk, user, request.POST.get("name", ""))


def _remove(request: HttpRequest, league: League, user: User) -> None:
    invite_people.remove_member(league.pk, user, read_id(request.POST.get("user")))


def _new_link(request: HttpRequest, league: League, user: User) -> None:
    invite_people.set_link(league.pk, user, on=True)


def _no_link(request: HttpRequest, league: League, user: User) -> None:
    invite_people.set_link(league.pk, user, on=False)


Act = Callable[[HttpRequest, League, User], None]
ACTS: dict[str, tuple[Act, Any]] = {
    "call-off": (_call_off, gettext_lazy("The season is cancelled.")),
    "begin": (_begin_now, gettext_lazy("Sign-up is closed. The pairings are being made.")),
    "draw": (_draw_anew, gettext_lazy("New pairings are being made.")),
    "confirm": (_confirm, gettext_lazy("Pairings confirmed. The season begins.")),
    "end": (
        _end_early,
        gettext_lazy("The season ends now. Open matches are decided by the rules."),
    ),
    "close": (_close, gettext_lazy("The league is closed. There will be no further season.")),
    "bot": (_add_bot, gettext_lazy("The bot is in.")),
    "invite": (_invite, gettext_lazy("Invited. We have told them.")),
    "remove": (_remove, gettext_lazy("Removed from the league.")),
    "new-link": (_new_link, gettext_lazy("Here is the new link. The old one no longer works.")),
    "no-link": (_no_link, gettext_lazy("The link no longer works.")),
    "replace": (_replace, gettext_lazy("The place has been filled.")),
}


def _desk(
    request: HttpRequest,
    league: League,
    *,
    form: DatesForm | None = None,
    drop: DropForm | None = None,
    sure: SureForm | None = None,
    trouble: Refused | None = None,
    verb: str = "",
) -> HttpResponse:
    """Show the page; after a refusal of the button `verb`, with its sentence.

    `form`, `drop`, `sure`: refused forms.
    """
    season = _present(league)
    waiting = _waiting(season) if season else []
    levels = _levels(league) if season and _may_join(season) else []
    desk = organiser_desk(season, can_fill=bool(waiting or levels)) if season else None
    coming = league_page.players_signed_up(season)
    drawn = desk.divisions if desk else []
    told = sentence(trouble.refusal) if trouble else ""
    can_drop = desk is not None and drop is not None and desk.may_drop(drop.entry.pk)
    context = {
        "league": league,
        "season": season,
        "form": form or DatesForm(season=season),
        "desk": desk,
        "divisions": [(one, _players(one, drop)) for one in drawn],
        "waiting_list": waiting,
        "substitutes": season is not None and agreed_settings.of_season(season).substitutes,
        "coming": coming,
        "missing": max(0, league.seats - len(coming)),
        "you_are_in": league_page.own_entry(season, user_of(request)) is not None,
        "may_join": season is not None and season.state == State.SIGN_UP,
        "address": shared_address(request, reverse("leagues:league", args=[league.slug])),
        "levels": levels,
        "trouble": told,
        "endings": [
            sure if sure and sure.verb == one else SureForm(one) for one in _offered(league, season)
        ],
        "is_unsure": sure is not None,
        "name_errors": [told] if verb == "invite" and league.invite_only else [],
        "members": league.members.filter(state__in=Member.INSIDE).select_related("user"),
        "invited_name": request.POST.get("name", "") if trouble else "",
        "replacing": read_id(request.POST.get("entry")) if verb == "replace" else 0,
        # The form may be missing on the new page, because another organiser was faster.
        "lost": None if can_drop else drop,
        "substitute": read_id(request.POST.get("substitute")),
        "wanted_level": request.POST.get("level", ""),
        "link": _link(request, league),
    }
    code = status(trouble.refusal) if trouble else 422 if form or drop or sure else 200
    return render(request, "leagues/organise.html", context, status=code)


def _players(drawn: DrawnDivision, drop: DropForm | None) -> list[tuple[Player, DropForm]]:
    """Return the players of a division, each with the form to remove them: one may be refused."""
    fresh = [(one, DropForm(one.entry)) for one in drawn.players]
    return [(one, drop if drop and drop.entry == one.entry else form) for one, form in fresh]


def _offered(league: League, season: Season | None) -> list[str]:
    """Return the actions without undo that the page offers now."""
    if league.closed_at is not None:
        return []
    if season is None or season.state == State.DRAWN:
        return ["close"]
    return ["end" if season.state == State.RUNNING else "call-off", "close"]


def _link(request: HttpRequest, league: League) -> str:
    """Return the whole invitation link; "" if there is none."""
    if league.invite is None:
        return ""
    return shared_address(request, reverse("leagues:invited", args=[league.invite]))


def _waiting(season: Season) -> list[tuple[Entry, str]]:
    """Return the entries that wait for a place in a running season, the first one first."""
    if season.state in (State.PLANNED, State.SIGN_UP):
        return []
    found = season.entries.filter(division=None, dropped_at=None).select_related("user")
    return [(entry, entry_name(entry)) for entry in found.order_by("signed_up_at", "pk")]


def _may_join(season: Season) -> bool:
    """Return whether sign-up is possible now, at least for the waiting list."""
    begun = season.state in (State.DRAWN, State.RUNNING)
    return season.state == State.SIGN_UP or (
        begun and agreed_settings.of_season(season).substitutes
    )


def _levels(league: League) -> list[tuple[str, str]]:
    """Return the levels that every game of the league has."""
    metas = league_page.games_of(league)
    shared = [{level.slug for level in meta.levels} for meta in metas]
    known = catalogue.game_of(metas[0].slug).meta.levels if metas else ()
    return [(one.slug, _(one.label)) for one in known if all(one.slug in some for some in shared)]


def _present(league: League) -> Season | None:
    """Return the season that the organiser can act on."""
    season = league_page.present_season(list(league.seasons.order_by("-number")))
    return None if season is None or season.is_over else season


def _season(league: League) -> Season:
    """Raise `Refused` (`season_over`) if no season can be changed."""
    season = _present(league)
    if season is None:
        raise refused("season_over")
    return season


def _entry(league: League, text: str | None) -> Entry:
    """Raise `Refused` (`changed_meanwhile`) unless it is an entry of this league: it may be deleted."""
    found = Entry.objects.filter(pk=read_id(text), season__league=league).first()
    if found is None:
        raise refused("changed_meanwhile")
    return found


def _is_state(request: HttpRequest) -> bool:
    return request.POST.get("seen", "") in State.values
