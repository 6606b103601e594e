"""The forms of clubs: settings, an announcement, a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import slugify
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from clubs.models import Announcement, Club
from lobby.forms import TableForm

RESERVED = {"new", "with"}
"""Words that cannot be a club's address, because they are addresses below /clubs/."""


def _languages() -> list[tuple[str, Any]]:
    return [("", _("Several languages")), *settings.LANGUAGES]


class ClubForm(forms.ModelForm[Club]):
    """The settings of a club. Without an address, a listed club gets one from its name."""

    language = forms.ChoiceField(label=_("Language"), choices=_languages, required=False)
    entrance = forms.ChoiceField(
        label=_("How people join"),
        choices=Club.Entrance.choices,
        initial=Club.Entrance.ASK,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Club
        fields = ("name", "about", "entrance", "language", "slug")

    def __init__(self, data: Any = None, *, club: Club | None = None) -> None:
        super().__init__(data, instance=club)
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _(
            "Part of the link to the club. Leave empty to make it from the name. "
            "A private club gets a random address."
        )
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["about"].widget.attrs["rows"] = 5

    def clean(self) -> dict[str, Any]:
        """Make the address, and refuse one that is an address of the site."""
        cleaned = super().clean() or {}
        if "slug" in self.errors or "name" not in cleaned:
            return cleaned
        made = cleaned.get("slug") or slugify(cleaned["name"])[:60].strip("-") or "club"
        if made in RESERVED:
            self.add_error("slug", _("This address is taken. Choose another one."))
        cleaned["slug"] = made
        return cleaned

    def _post_clean(self) -> None:
        """Leave the checks of the row to the service, which saves it under a lock."""

    def settings(self) -> dict[str, Any]:
        """Return the columns of the club."""
        return dict(self.cleaned_data)


class AnnouncementForm(forms.ModelForm[Announcement]):
    """An announcement to the members of a club."""

    class Meta:
        model = Announcement
        fields = ("title", "text")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["title"].widget.attrs["autocomplete"] = "off"
        self.fields["text"].widget.attrs["rows"] = 4


class ReasonForm(forms.Form):
    """The reason of a measure by the staff."""

    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea({"rows": 2}))


class ClubTableForm(TableForm):
    """The form of a table that only the members of a club find."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._choose("public", [("", now("Members of the club"))])
        self._choose("rated", [("", now("No")), ("on", now("Yes"))])
