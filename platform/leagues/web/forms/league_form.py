"""The form of a league: its settings and its games."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.find_people import people_called
from accounts.models import User
from accounts.names import by_name
from core import error_messages
from core.line_fields import LineInput
from games.kernel import contract as games
from leagues.models import League, LeagueGame
from leagues.present.examples import EXAMPLES
from leagues.present.labels import TIE_BREAKS
from leagues.present.presets import Preset
from leagues.scoring.tie_breaks import TieBreak
from leagues.services.seasons.league_games import GAMES, GameChoice
from leagues.web.forms.field_errors import add_errors
from matches.engine import catalogue, targets

RESERVED = {"new", "invited"}
"""Words that cannot be a league's slug, because they are addresses below /leagues/."""
GROUPS = (
    (_("The league"), ("name", "slug", "description", "invite_only", "organisers")),
    (_("Matches"), ("live", "seats", "matches_each", "at_once", "appointment_days")),
    (_("Divisions"), ("division_size", "moving")),
    (
        pgettext_lazy("of a league", "Standings"),
        ("counts", "points", "tie_breaks", "corrections", "void"),
    ),
    (
        _("Seasons"),
        ("sign_up_days", "season_days", "break_days", "continues", "confirm_draw"),
    ),
    (pgettext_lazy("of a league", "Players"), ("most", "substitutes")),
)
"""The fields of a league's form under headings, without its games."""
ALONE = dict.fromkeys(("seats", "division_size", "moving", "most")) | {"points": []}
"""The values of settings with an error of their own, so that no other is compared with them."""
NUMBERS = 120
"""The characters of a list of points."""


class PointsField(forms.CharField):
    """Points by place, written as "4, 2, 1, 0"."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        parts = [part for part in str(value or "").replace(";", ",").split(",") if part.strip()]
        # The league refuses words and far too long numbers with the sentence of that field.
        return [int(part) if _is_number(part.strip()) else part for part in parts]


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= NUMBERS


class TieBreaksField(forms.MultiValueField):
    """Several choices in order."""

    def __init__(self, **options: Any) -> None:
        choices = [
            ("", _("nothing else")),
            *((name.value, label) for name, label in TIE_BREAKS.items()),
        ]
        labels = [_("First"), _("Then"), _("Third"), _("Fourth"), _("Fifth")]
        selects = [
            forms.Select(attrs={"aria-label": label}, choices=choices)
            for label, _name in zip(labels, TieBreak, strict=True)
        ]
        super().__init__(
            fields=[forms.ChoiceField(choices=choices, required=False) for _name in TieBreak],
            widget=_Selects(selects),
            require_all_fields=False,
            **options,
        )

    def compress(self, data_list: list[str]) -> list[str]:
        return [name for name in data_list if name]


class _Selects(forms.MultiWidget):
    def decompress(self, value: Any) -> list[Any]:
        return [*(value or []), *[""] * len(TieBreak)][: len(TieBreak)]


def _words(field: forms.Field, value: Any) -> str:
    """Return the value of a field as a person reads it."""
    match field:
        case forms.BooleanField():
            return now("Yes") if value else now("No")
        case forms.ChoiceField():
            choices: Any = field.choices
            return str(dict(choices).get(value, value))
        case TieBreaksField():
            return "; ".join(str(TIE_BREAKS[name]) for name in value)
        case _:
            return "" if value is None else str(field.prepare_value(value))


class LeagueForm(forms.ModelForm[League]):
    """A league's settings; `founded`: the league to change, or None for a new one."""

    slug = forms.SlugField(
        label=_("address"),
        max_length=60,
        required=False,
        help_text=_(
            "Lower-case letters, digits and hyphens. Leave empty to make it from the name."
        ),
    )
    points = PointsField(
        label=_("points for each place"),
        required=False,
        max_length=NUMBERS,
        help_text=_(
            "Start with first place: 4, 2, 1, 0. Leave empty for one point per player "
            "finishing behind."
        ),
    )
    tie_breaks = TieBreaksField(label=_("tie-breaks"), required=False)
    organisers = LineInput(
        label=_("organisers"),
        required=False,
        max_length=400,
        help_text=_("Names, separated by commas."),
    )

    class Meta:
        model = League
        fields = (
            "name",
            "slug",
            "description",
            "invite_only",
            "live",
            "seats",
            "division_size",
            "matches_each",
            "at_once",
            "points",
            "counts",
            "tie_breaks",
            "moving",
            "corrections",
            "void",
            "sign_up_days",
            "season_days",
            "break_days",
            "appointment_days",
            "most",
            "substitutes",
            "confirm_draw",
            "continues",
        )

    def __init__(
        self, data: Any = None, *, founded: League | None = None, preset: Preset | None = None
    ) -> None:
        # A new league starts with the settings of its preset.
        settings = {} if preset is None else preset.settings
        super().__init__(data, instance=founded or League(**settings))
        self.games_errors: list[str] = []
        self.fields["description"].widget.attrs["rows"] = 4
        if founded is None:
            del self.fields["organisers"]
        else:
            del self.fields["slug"], self.fields["invite_only"]
            people = by_name(founded.organisers.all())
            self.initial["organisers"] = ", ".join(person.name for person in people)
        rows = founded.games.filter(dropped=False).select_related("rules") if founded else ()
        known = {row.rules.game: row for row in rows}
        for meta in catalogue.easiest_first():
            self._add_game(meta, known.get(meta.slug))
        for name in EXAMPLES.keys() & self.fields.keys():
            field = self.fields[name]
            field.help_text = f"{field.help_text} {EXAMPLES[name]}".lstrip()
        for field in self.fields.values():
            field.label = capfirst(str(field.label))  # the model's own begin in lower case

    def _add_game(self, meta: games.Meta, row: LeagueGame | None) -> None:
        self.fields[f"game-{meta.slug}"] = forms.BooleanField(
            label=now(meta.title), required=False, initial=row is not None
        )
        self.fields[f"tempo-{meta.slug}"] = forms.ChoiceField(
            label=now("Tempo of %(game)s") % {"game": now(meta.title)},
            required=False,
            initial=row.tempo if row else "",
            choices=[("", now("Tempo: league default"))]
            + [(tempo.slug, now(tempo.label)) for tempo in meta.tempos],
        )
        target = msgspec.convert(row.target, games.Target) if row else meta.targets[0]
        self.fields[f"target-{meta.slug}"] = forms.ChoiceField(
            label=now("Length of a match of %(game)s") % {"game": now(meta.title)},
            required=False,
            initial=targets.slug(target),
            choices=[(targets.slug(one), targets.words(meta, one)) for one in meta.targets],
        )

    def clean_slug(self) -> str:
        """Return the league's slug: as typed, or made from its name.

        Raises:
            ValidationError: the name gives none, or the slug is reserved.
        """
        if self.cleaned_data["slug"] in RESERVED:
            raise ValidationError(error_messages.TAKEN)
        # Without a valid name, only the name gets an error.
        name = self.cleaned_data.get("name")
        slug = self.cleaned_data["slug"] or slugify(name or "")
        if slug in RESERVED or (name and not slug):
            raise ValidationError(_("Write an address. We could not make one from this name."))
        return str(slug)

    def clean_organisers(self) -> list[User]:
        """Return the users with these names, as organisers of the league.

        Raises:
            ValidationError: a name belongs to no user.
        """
        found = []
        for name in filter(None, map(str.strip, self.cleaned_data["organisers"].split(","))):
            person = people_called(name).filter(is_active=True, is_guest=False).first()
            if person is None:
                raise ValidationError(_("There is no user called %(name)s.") % {"name": name})
            found.append(person)
        return found

    def clean(self) -> dict[str, Any] | None:
        """Leave settings with an error of their own out of the comparison with the others."""
        for name in ALONE.keys() & self.errors.keys():
            setattr(self.instance, name, ALONE[name])
        return super().clean()

    # The choices ----------------------------------------------------------------------------

    def played(self) -> list[GameChoice]:
        """Return the chosen games."""
        return [
            GameChoice(
                meta.slug,
                self.cleaned_data[f"tempo-{meta.slug}"],
                self.cleaned_data[f"target-{meta.slug}"],
            )
            for meta in catalogue.easiest_first()
            if self.cleaned_data[f"game-{meta.slug}"]
        ]

    def changes_games(self) -> bool:
        """Return whether the games or their settings were changed."""
        return any(name.startswith(("game-", "tempo-", "target-")) for name in self.changed_data)

    def settings(self) -> dict[str, Any]:
        """Return the columns of the league."""
        columns = {field.name for field in League._meta.get_fields()} - {"organisers"}
        return {name: value for name, value in self.cleaned_data.items() if name in columns}

    def refuse(self, wrong: ValidationError) -> None:
        """Add the errors to their fields, and those of the games to the group of games."""
        if about_games := getattr(wrong, "error_dict", {}).pop(GAMES, None):
            self.games_errors = ValidationError(about_games).messages
            ways = {game.slug: played for game, played, *_others in self.games()}
            first = next(iter(ways.values()))
            marked = ways.get(about_games[0].code, first)
            marked.field.widget.attrs["aria-invalid"] = "true"  # page.js goes there
        add_errors(self, wrong)

    def tell_present(self) -> None:
        """Add the present value to each field that differs from it: another organiser was faster."""
        for name in self.changed_data:
            is_now = _words(self.fields[name], self.get_initial_for_field(self.fields[name], name))
            self.add_error(name, now("It is now: %(value)s") % {"value": is_now or "\N{EN DASH}"})

    # For the template -----------------------------------------------------------------------

    def games(
        self,
    ) -> list[tuple[games.Meta, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Return each game, whether it is chosen, its tempo and its length."""
        return [
            (one, self[f"game-{one.slug}"], self[f"tempo-{one.slug}"], self[f"target-{one.slug}"])
            for one in catalogue.easiest_first()
        ]

    def basics(self) -> list[forms.BoundField]:
        """Return the required fields of a new league."""
        return [self["name"], self["description"], self["invite_only"]]

    def has_hidden_errors(self) -> bool:
        """Return whether an optional field has an error."""
        shown = {
            "name",
            "description",
            "invite_only",
            *(name for name in self.fields if name.startswith("game-")),
        }
        return bool(set(self.errors) - shown - {NON_FIELD_ERRORS})

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Return the other fields under headings."""
        return [
            (heading, [self[name] for name in names if name in self.fields])
            for heading, names in GROUPS
        ]
