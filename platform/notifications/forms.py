"""What people choose about notices."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from notifications import outgoing_requests
from notifications.models import Channel, Kind


class ChoiceForm(forms.Form):
    """What a channel tells of, and when."""

    kinds = forms.MultipleChoiceField(
        label=_("Notify me"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    daily = forms.ChoiceField(
        label=_("When"),
        choices=[("", _("immediately")), ("yes", _("once a day, at 8:00"))],
        required=False,
        widget=forms.RadioSelect,
    )


class WebhookForm(forms.Form):
    """Where a webhook is, and what it understands."""

    target = forms.CharField(
        label=_("Address (URL)"),
        max_length=outgoing_requests.LONGEST,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    shape = forms.ChoiceField(
        label=_("Format"),
        choices=Channel.Shape.choices,
        initial=Channel.Shape.DISCORD,
        widget=forms.RadioSelect,
    )

    def clean_target(self) -> str:
        """An address that may be one; where it leads is looked at when something is sent."""
        return clean_address(self.cleaned_data["target"])

    def webhook(self) -> dict[str, str]:
        """Return what `channels.set_webhook` takes."""
        return {"url": self.cleaned_data["target"], "shape": self.cleaned_data["shape"]}


class BrowserForm(forms.Form):
    """What a browser says when it subscribes."""

    endpoint = forms.CharField(max_length=outgoing_requests.LONGEST)
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=64)
    before = forms.CharField(max_length=outgoing_requests.LONGEST, required=False)

    def clean_endpoint(self) -> str:
        """The address of its push service."""
        return clean_address(self.cleaned_data["endpoint"])

    def clean(self) -> None:
        """Check that a push can be sealed with the keys.

        Raises:
            ValidationError: it cannot.
        """
        # What needs OpenSSL's bindings is loaded where it is needed.
        from notifications import web_push

        said = self.cleaned_data
        try:
            web_push.read_key(said.get("key", ""), said.get("auth", ""))
        except web_push.BadKey:
            raise ValidationError(_("These are not valid browser keys."), code="key") from None


def clean_address(url: str) -> str:
    """An https:// address; http:// only leads where the server's own list allows it.

    Raises:
        ValidationError: it is none.
    """
    try:
        outgoing_requests.check_url(url)
    except outgoing_requests.Forbidden:
        raise ValidationError(
            _("We cannot send anything to this address. It should look like https://…"),
            code="address",
        ) from None
    return url
