"""Reasons for a delivery that was not sent, or not yet: codes, and sentences for the user's log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

UNWANTED = "unwanted"
OFF = "off"
LOOKING = "looking"
OVER = "over"
SHORT = "short"
QUIET = "quiet"
DAILY = "daily"
NO_ADDRESS = "no_address"
AWAY = "away"
REFUSED = "refused"
GONE = "gone"
PRIVATE = "private"
BROKEN = "broken"
CRASHED = "crashed"

SENTENCES = {
    UNWANTED: _("You chose not to get this here."),
    OFF: _("The channel was switched off."),
    LOOKING: _("You were looking at the match."),
    OVER: _("It was no longer true by then."),
    SHORT: _("There was too little time left to read it."),
    QUIET: _("It waits until your quiet hours are over."),
    DAILY: _("It waits for the next morning summary."),
    NO_ADDRESS: _("There is no confirmed email address."),
    AWAY: _("The address did not answer in time."),
    REFUSED: _("The address refused it."),
    GONE: _("The address no longer exists."),
    PRIVATE: _("The address is not public."),
    BROKEN: _("A server error prevented sending."),
    CRASHED: _("The server was interrupted while sending. It may or may not have arrived."),
}
"""The sentences of the log."""
