"""The refusals of the API."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_token": (
            401,
            N_("This needs a token: send it in the header “Authorization: Bearer …”."),
        ),
        "wrong_token": (
            401,
            N_("This token does not work. It was mistyped or revoked, or its account is closed."),
        ),
        "missing_scope": (
            403,
            N_("This token is not allowed to do that. Use one with the permission “%(scope)s”."),
        ),
        "bots_only": (
            403,
            N_("Programs can only play for bot accounts. Make this account a bot first."),
        ),
        "has_played": (
            409,
            N_("A person has already played with this account. Create a new one for your bot."),
        ),
        "bot_already": (409, N_("This account is already a bot.")),
        "name_too_long": (
            409,
            N_(
                "With “[bot]” added, this name is too long. Choose one with at most %(most)s "
                "letters."
            ),
        ),
        "hello_first": (401, N_("Send “hello” with a token first.")),
        "wrong_request": (400, N_("This request does not match the description: %(what)s.")),
        "invalid": (422, N_("This was not accepted. %(what)s")),
        "other_method": (405, N_("This address does not accept that method. Use %(methods)s.")),
        "wrong_cursor": (404, N_("This cursor is not valid. Start again without one.")),
        "too_many_tokens": (409, N_("You have enough tokens. Revoke one that you do not need.")),
        "too_many_sockets": (
            429,
            N_("This bot already has %(most)s connections open. Close one that you do not need."),
        ),
        "api_reads": (403, N_("Programs can only read here. The host does not allow more.")),
        "api_off": (404, N_("There is no API here. The host has switched it off.")),
    }
)
