"""The form for a new table: seats, tempo, length, rules and visibility."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from core.line_fields import LineInput
from core.refusals import Refused, sentence
from games.kernel.contract import Meta, Option, OptionValue
from games.kernel.options import complete
from lobby.services.play_now import suitable_level
from matches.engine import targets, tempos
from matches.engine.clocks import UNTIMED
from matches.models import Match, RulesVersion
from matches.present import tempo_words
from matches.present.talk import MANNERS
from matches.services.seating.reserve_seat import friend_called

WHOEVER, FRIEND, BOT = "", "friend", "bot-"
EVERYONE, BOTS = "on", "bots"
OWN = "own"
UNITS = (
    (1, _("seconds")),
    (60, _("minutes")),
    (60 * 60, _("hours")),
    (24 * 60 * 60, _("days")),
)
USUAL = ""
"""The tempo if none was chosen."""
OPTION = "option-"

_DRAWN = {"class": "input"}


class UnitField(forms.TypedChoiceField):
    """The unit of a time, in seconds."""

    def __init__(self, **wanted: Any) -> None:
        widget = forms.Select(attrs=_DRAWN)
        super().__init__(choices=UNITS, coerce=int, required=False, widget=widget, **wanted)


@dataclass(frozen=True, slots=True)
class FoldedField:
    """A choice in a folded part. `usual`: the value that the summary does not mention."""

    field: forms.BoundField
    usual: str

    @property
    def value(self) -> str:
        """Return the present choice, as the form sends it."""
        return str(self.field.value() or "")

    @property
    def words(self) -> str:
        """Return the label of the present choice."""
        assert isinstance(self.field.field, forms.ChoiceField)
        choices: Any = self.field.field.choices
        return {str(value): str(label) for value, label in choices}.get(self.value, self.value)


@dataclass(frozen=True, slots=True)
class Fold:
    """A folded part of the form. `usual`: its summary while nothing differs from the usual."""

    fields: list[FoldedField]
    usual: str
    is_wrong: bool

    @property
    def told(self) -> list[str]:
        """Return what differs from the usual; a choice that was not sent is the usual one."""
        differing = [one for one in self.fields if one.value not in ("", one.usual)]
        if len(self.fields) == 1:
            return [one.words for one in differing]
        return [f"{one.field.label}: {one.words}" for one in differing]

    @property
    def is_open(self) -> bool:
        return self.is_wrong or bool(self.told)


class TableForm(forms.Form):
    """A form built from the game's meta. Chairs count from 1, and the first is the host's.

    `editions`: the revisions on offer, newest first. `host`: the user who opens the table, if
    known. `opponent`: the name of a user for whom the second chair is reserved by default.
    """

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    tempo = forms.ChoiceField(
        label=_("Tempo"),
        required=False,
        widget=forms.RadioSelect,
        help_text=tempo_words.WHEN_IT_IS_UP,
    )
    each = forms.IntegerField(
        label=_("Time per decision"),
        required=False,
        min_value=1,
        initial=45,
        widget=forms.NumberInput(attrs=_DRAWN),
    )
    each_unit = UnitField(label=_("Unit of the time per decision"))
    bank = forms.IntegerField(
        label=_("Time bank"),
        required=False,
        min_value=0,
        initial=5,
        widget=forms.NumberInput(attrs=_DRAWN),
    )
    bank_unit = UnitField(label=_("Unit of the time bank"))
    target = forms.ChoiceField(label=_("Length of the match"), widget=forms.RadioSelect)
    public = forms.ChoiceField(
        label=_("Who plays with you?"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", _("Friends, by a link")),
            (EVERYONE, _("Everyone")),
            (BOTS, _("Bots")),
        ],
    )
    level = forms.ChoiceField(label=_("Level of the bots"), required=False)
    rated = forms.ChoiceField(
        label=_("Counts for ratings"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("Only if the table is public")), ("on", _("Yes")), ("off", _("No"))],
    )
    talk = forms.ChoiceField(
        label=_("Chat at the table"),
        required=False,
        widget=forms.RadioSelect,
        choices=[(manner, _(words)) for manner, words in MANNERS.items()],
    )

    welcomes_bots = forms.ChoiceField(
        label=_("Third-party bots"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", _("By invitation only")),
            ("on", _("May join")),
        ],
    )
    rulings = forms.ChoiceField(
        label=_("Word court rulings on words of this match"),
        required=False,
        choices=[
            (Match.Rulings.NONE.value, _("count for later matches only")),
            (Match.Rulings.POINTS.value, _("also correct the points of this match")),
        ],
    )

    def __init__(
        self,
        meta: Meta,
        editions: Sequence[RulesVersion],
        host: User | None,
        data: Any = None,
        *,
        opponent: str = "",
    ) -> None:
        least, most = meta.seats
        super().__init__(
            data,
            initial={
                "seats": least,
                "each_unit": 1,
                "bank_unit": 60,
                "public": "",
                "rated": "",
                "talk": Match.Talk.ON,
                "welcomes_bots": "",
                "rulings": Match.Rulings.NONE,
            },
        )
        self.meta, self.host = meta, host
        self._choose("seats", [(n, str(n)) for n in range(least, most + 1)])
        proposed = [(tempo.slug, now(tempo.label)) for tempo in meta.tempos]
        own = [(OWN, now("Custom tempo"))] if meta.limits else []
        levels = [(one.slug, now(one.label)) for one in meta.levels]
        self._choose("level", [("", now("As good as me")), *levels])
        self._choose("tempo", [(USUAL, now("Automatic")), *proposed, *own])
        self.initial["tempo"] = USUAL
        self._choose("target", [(targets.slug(t), targets.words(meta, t)) for t in meta.targets])
        self.initial["target"] = targets.slug(meta.targets[0])
        for number in range(2, most + 1):
            self._add_chair(number)
        if opponent:
            self.initial.update({"chair-2": FRIEND, "friend-2": opponent[: names.LONGEST]})
        if editions:
            self._add_revision(editions)
        for option in meta.options:
            self._add_option(option)
        if not meta.contests:
            del self.fields["rulings"]

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _add_chair(self, number: int) -> None:
        bots = [
            (f"{BOT}{level.slug}", now("Bot: %(label)s") % {"label": now(level.label)})
            for level in self.meta.levels
        ]
        self.fields[f"chair-{number}"] = forms.ChoiceField(
            label=now("Seat %(number)s") % {"number": number},
            required=False,
            choices=[(WHOEVER, now("Anyone")), (FRIEND, now("A certain person")), *bots],
        )
        self.fields[f"friend-{number}"] = LineInput(
            label=now("Name for seat %(number)s") % {"number": number},
            required=False,
            max_length=names.LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "off", "list": "friend-names"}),
        )

    def _add_revision(self, editions: Sequence[RulesVersion]) -> None:
        self.initial["revision"] = editions[0].revision
        self.fields["revision"] = forms.TypedChoiceField(
            label=_("Rules version"),
            coerce=int,
            required=False,
            empty_value=None,
            choices=[(e.revision, _name_edition(e)) for e in editions],
            help_text=" ".join(f"{_name_edition(e)}: {now(e.notes)}" for e in editions if e.notes),
        )

    def _add_option(self, option: Option) -> None:
        # If tempos differ in this option, no choice means the tempo's own default.
        suits = any(option.name in tempo.proposes for tempo in self.meta.tempos)
        self.initial[f"{OPTION}{option.name}"] = "" if suits else str(option.default)
        self.fields[f"{OPTION}{option.name}"] = forms.TypedChoiceField(
            label=now(option.label),
            required=False,
            empty_value=None,
            coerce=_reader(option),
            choices=[("", now("As the tempo suggests"))] * suits
            + [
                (str(choice), _faithful(label) if choice == option.default else now(label))
                for choice, label in zip(option.choices, option.labels, strict=True)
            ],
        )

    # The choices ----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Find the friends by name, and refuse options that the game does not have."""
        cleaned = super().clean() or {}
        self.bots: dict[int, str] = {}
        self.friends: dict[int, User | None] = {}
        for number in range(2, (cleaned.get("seats") or 0) + 1):
            holder = cleaned.get(f"chair-{number}", WHOEVER)
            if holder == FRIEND and f"friend-{number}" in cleaned:
                self._keep(number, cleaned[f"friend-{number}"])
            elif holder.startswith(BOT):
                self.bots[number - 1] = holder.removeprefix(BOT)
            elif cleaned.get("public") == BOTS:
                self.bots[number - 1] = cleaned.get("level") or self._suitable_level()
        self._clean_own_tempo(cleaned)
        unknown = [
            name for name in self.data if name.startswith(OPTION) and name not in self.fields
        ]
        if unknown:
            try:
                complete(self.meta, {unknown[0].removeprefix(OPTION)[: names.LONGEST]: ""})
            except Refused as refused:
                raise ValidationError(sentence(refused.refusal), code="unknown_option") from refused
        return cleaned

    def _suitable_level(self) -> str:
        return (
            self.meta.levels[0].slug if self.host is None else suitable_level(self.host, self.meta)
        )

    def _clean_own_tempo(self, cleaned: dict[str, Any]) -> None:
        """Store a custom tempo as the slug that `tempos.find_tempo` reads."""
        own = {"each", "each_unit", "bank", "bank_unit"}
        if cleaned.get("tempo") != OWN:
            for name in own & self.errors.keys():
                del self.errors[name]  # the fields were left empty
            return
        if own & self.errors.keys():
            return
        if cleaned["each"] is None:
            self.add_error("each", _("Set the time per decision."))
            return
        each_s = cleaned["each"] * (cleaned["each_unit"] or 1)
        bank_s = (cleaned["bank"] or 0) * (cleaned["bank_unit"] or 1)
        try:
            cleaned["tempo"] = tempos.own_tempo(self.meta, each_s, bank_s).slug
        except Refused as refused:
            field = "bank" if refused.refusal.code == "bank_out_of_bounds" else "each"
            self.add_error(field, sentence(refused.refusal))

    def _keep(self, number: int, name: str) -> None:
        try:
            friend = friend_called(name) if name else None
        except Refused as refused:
            self.add_error(f"friend-{number}", sentence(refused.refusal))
            return
        if friend is not None and friend in (self.host, *self.friends.values()):
            self.add_error(f"friend-{number}", _("%(name)s already has a seat.") % {"name": name})
        self.friends[number - 1] = friend

    def options(self) -> dict[str, OptionValue]:
        """Return the options with a choice."""
        chosen = {
            option.name: self.cleaned_data[f"{OPTION}{option.name}"] for option in self.meta.options
        }
        return {name: choice for name, choice in chosen.items() if choice is not None}

    def chosen_tempo(self) -> str:
        """Return the chosen tempo; by default there is no clock if all others are bots."""
        rated = self.is_rated()
        if rated is None:
            rated = self.is_public()
        alone = len(self.bots) == self.cleaned_data["seats"] - 1 and not rated
        chosen: str = self.cleaned_data["tempo"]
        return chosen or (UNTIMED if alone else self.meta.tempos[0].slug)

    def is_public(self) -> bool:
        """Return whether the table is in the list of open tables."""
        return bool(self.cleaned_data["public"] == EVERYONE)

    def is_rated(self) -> bool | None:
        """Return whether the match is rated; None means the default."""
        return {"on": True, "off": False}.get(self.cleaned_data["rated"])

    def wanted(self) -> dict[str, Any]:
        """Return the arguments of `lay_table`, except its host and its game."""
        chosen = self.cleaned_data
        return {
            "seats": chosen["seats"],
            "bots": self.bots,
            "friends": self.friends,
            "tempo": self.chosen_tempo(),
            "target": chosen["target"],
            "revision": chosen.get("revision"),
            "options": self.options(),
            "public": self.is_public(),
            "talk": chosen["talk"] or Match.Talk.ON,
            "rated": self.is_rated(),
            "welcomes_bots": bool(chosen["welcomes_bots"]),
            "rulings": chosen.get("rulings") or Match.Rulings.NONE,
        }

    # For the template -----------------------------------------------------------------------

    def numbers_of_seats(self) -> list[tuple[Any, str]]:
        """Return each number of seats as a radio button, with the duration of a round."""
        choices = [
            (choice, _minutes(self.meta, int(choice.data["value"]))) for choice in self["seats"]
        ]
        for choice, _duration in choices:
            choice.data["attrs"]["aria-describedby"] = f"{choice.id_for_label}-minutes"
        return choices

    def tempos(self) -> list[tuple[Any, str]]:
        """Return each tempo as a radio button with its meaning."""
        usual = now("No clock against bots (if unrated), otherwise %(tempo)s")
        told = {
            USUAL: usual % {"tempo": now(self.meta.tempos[0].label)},
            **{tempo.slug: tempo_words.meaning(self.meta, tempo) for tempo in self.meta.tempos},
            OWN: now("Set the time per decision and each player's time bank."),
        }
        choices = [(choice, told.get(str(choice.data["value"]), "")) for choice in self["tempo"]]
        for choice, _means in choices:
            choice.data["attrs"]["aria-describedby"] = f"{choice.id_for_label}-means"
        return choices

    def own_tempo(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the parts of a custom tempo: a time and its unit each."""
        return [(self[name], self[f"{name}_unit"]) for name in ("each", "bank")]

    def chairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return each chair except the host's: its kind of player, and a friend's name."""
        most = self.meta.seats[1]
        return [(self[f"chair-{n}"], self[f"friend-{n}"]) for n in range(2, most + 1)]

    def seating(self) -> Fold:
        """Return the choice for each chair except the host's."""
        chairs = [FoldedField(holder, WHOEVER) for holder, _friend in self.chairs()]
        return self._fold(chairs, now("free"), also="friend-")

    def pace(self) -> Fold:
        """Return the choice of the tempo."""
        return self._fold([FoldedField(self["tempo"], USUAL)], now("Automatic"), also="each bank")

    def company(self) -> Fold:
        """Return the choices about ratings, chat, and bots of other people."""
        return self._fold(self._folded(["rated", "talk", "welcomes_bots"]), now("as usual"))

    def house_rules(self) -> Fold:
        """Return the choices of the house rules: the edition and the options."""
        names = [name for name in self.fields if _is_house_rule(name)]
        return self._fold(self._folded(names), now("as in the published game"))

    def _folded(self, names: Iterable[str]) -> list[FoldedField]:
        return [FoldedField(self[name], str(self.initial.get(name, ""))) for name in names]

    def _fold(self, fields: list[FoldedField], usual: str, also: str = "") -> Fold:
        """Return a folded part; `also`: beginnings of the names of its other fields."""
        names = [one.field.name for one in fields]
        others = tuple(also.split())
        is_wrong = any(name in names or name.startswith(others) for name in self.errors)
        return Fold(fields, usual, is_wrong)


def _is_house_rule(name: str) -> bool:
    return name in ("revision", "rulings") or name.startswith(OPTION)


def _name_edition(edition: RulesVersion) -> str:
    return now("Revision %(number)s") % {"number": edition.revision}


def _reader(option: Option) -> Callable[[str], OptionValue]:
    """Return the function that parses the text of a choice."""
    known = {str(choice): choice for choice in option.choices}

    def read(text: str) -> OptionValue:
        if text not in known:
            raise ValueError(text)
        return known[text]

    return read


def _faithful(label: str) -> str:
    return now("%(choice)s (faithful)") % {"choice": now(label)}


def _minutes(meta: Meta, seats: int) -> str:
    """Return the duration of a round with this number of seats, in words."""
    least, most = meta.minutes[seats]
    return now("About %(least)s to %(most)s minutes a round.") % {"least": least, "most": most}
