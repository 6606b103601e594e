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
    UNWANTED: _("You chose not to hear of this here."),
    OFF: _("The channel was switched off."),
    LOOKING: _("You were looking at the match."),
    OVER: _("It was no longer so by then."),
    SHORT: _("There was too little time left to read it."),
    QUIET: _("It waits until your quiet time is over."),
    DAILY: _("It waits for the next morning's summary."),
    NO_ADDRESS: _("There is no confirmed mail address."),
    AWAY: _("Nobody answered there in time."),
    REFUSED: _("It was refused there."),
    GONE: _("There is nothing there any more."),
    PRIVATE: _("That address is not a public one."),
    BROKEN: _("A fault of this server kept it from being sent."),
    CRASHED: _("The server was interrupted while it sent this: it may have arrived or not."),
}
"""The sentences of the log."""
