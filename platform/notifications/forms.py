"""Forms of the notice settings."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from notifications import outgoing_requests, reasons
from notifications.models import Channel, Kind
from notifications.outgoing_requests import Flaw

FLAWS = {
    Flaw.FORM: _("We cannot send anything to this address. It should look like https://…"),
    Flaw.USER: _("Leave out the user name and the password before the @."),
    Flaw.PORT: _("Enter a port from 1 to 65535, or none."),
    Flaw.PRIVATE: reasons.SENTENCES[reasons.PRIVATE],
}
"""The sentence for each flaw of an address."""


class ChoiceForm(forms.Form):
    """The kinds of notice of a channel, and their time."""

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
    """The address of a webhook, and its format."""

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
        """Check the form of the address; the network of a name is checked when a message is sent."""
        return clean_address(self.cleaned_data["target"])

    def webhook(self) -> dict[str, str]:
        """Return the arguments of `channels.set_webhook`."""
        return {"url": self.cleaned_data["target"], "shape": self.cleaned_data["shape"]}


class BrowserForm(forms.Form):
    """The subscription data of a browser."""

    endpoint = forms.CharField(max_length=outgoing_requests.LONGEST)
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=64)
    before = forms.CharField(max_length=outgoing_requests.LONGEST, required=False)

    def clean_endpoint(self) -> str:
        """Check the address of its push service."""
        return clean_address(self.cleaned_data["endpoint"])

    def clean(self) -> None:
        """Check that a push can be encrypted with the keys.

        Raises:
            ValidationError: it cannot.
        """
        # Imported here, because only this call needs OpenSSL's bindings.
        from notifications import web_push

        said = self.cleaned_data
        try:
            web_push.read_key(said.get("key", ""), said.get("auth", ""))
        except web_push.BadKey:
            raise ValidationError(_("These are not valid browser keys."), code="key") from None


def clean_address(url: str) -> str:
    """Return an https:// address; http:// is only allowed for addresses on the server's own list.

    Raises:
        ValidationError: any other address.
    """
    try:
        outgoing_requests.check_url(url)
    except outgoing_requests.Forbidden as error:
        raise ValidationError(FLAWS[error.args[0]], code="address") from None
    return url
