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
            N_("This token opens nothing. It was mistyped or revoked, or its account is closed."),
        ),
        "missing_scope": (
            403,
            N_("This token may not do that. It takes one that may “%(scope)s”."),
        ),
        "bots_only": (
            403,
            N_("Programs play for the accounts of bots alone. Declare this one to be a bot first."),
        ),
        "has_played": (
            409,
            N_("Somebody has played with this account. Make a new one for your bot."),
        ),
        "bot_already": (409, N_("This account is a bot's already.")),
        "name_too_long": (
            409,
            N_("With “[bot]” behind it this name is too long. Choose one of %(most)s letters."),
        ),
        "hello_first": (401, N_("Say hello first, with a token.")),
        "wrong_request": (400, N_("This request is not as described: %(what)s.")),
        "invalid": (422, N_("This was not accepted. %(what)s")),
        "other_method": (405, N_("This address takes another method: %(methods)s.")),
        "wrong_cursor": (404, N_("This cursor leads nowhere. Begin without one.")),
        "too_many_tokens": (409, N_("You have enough tokens. Revoke one that you do not need.")),
        "too_many_sockets": (
            429,
            N_("This bot has %(most)s connections open. Close one that you do not need."),
        ),
        "api_reads": (403, N_("Programs only read here: the host allows no more.")),
        "api_off": (404, N_("There is no API here: the host has switched it off.")),
    }
)
