"""Every line that people type is tidied by one function, wherever they type it."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from django.apps import apps
from django.db import models

from api.registered import endpoints
from core.invisible_characters import is_unseen
from core.line_fields import MOST_MARKS, LineField, LinesField, tidy_line, tidy_text
from leagues.models import League
from leagues.web.forms.league_form import LeagueForm
from tests.architecture.test_walls import PLATFORM, modules, tree
from tests.platform.leagues import cast
from tests.platform.matches.cast import person

HEART, SHAKING = "\U0001fa77", "\U0001fae8"
"""Characters of Unicode 15: in Python 3.11 they are unassigned."""
LETTERS = (
    0x61, 0xE9, 0x301, 0x94D, 0x915, 0x628, 0x627, 0x200B, 0x200C, 0x200D, 0xFE0F, 0xE0100, 0x845B,
    0x31, 0x20E3, 0x2764, 0x1F468, 0x20, 0x1F3FB, 0x1820, 0x180B,
)  # fmt: skip
"""Letters and emoji, and invisible characters that have an effect beside some of them only."""
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "typed",
    [
        HEART,
        f"Danke {HEART} {SHAKING} \U0001faf6!",
        ENGLAND,
        f"{ENGLAND} gegen {ENGLAND}",
        "\U0001f469\u200d\U0001f373",
        "\u2764\ufe0f",
        "1\ufe0f\u20e3",
        "\U0001f1e9\U0001f1ea",
        "Cafe\u0301".replace("e\u0301", "é"),
        "नमस्ते",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "Việt Nam",
        "\U0001faf8\U0001f3fd",
        "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3ff",
        "\U0001f3f3\ufe0f\u200d\U0001f308 \U0001f3f4\u200d\u2620\ufe0f",
        "\U0001f642\u200d\u2194\ufe0f",
        "\u203c\ufe0f\u2139\ufe0e\u00a9\ufe0f",
        "র\u200d্যাব",
        "\u0d9a\u0dca\u200dරි",
        "ന്\u200d",
        "\u845b\U000e0100\u57ce",
    ],
)
def test_emoji_of_any_version_flags_and_scripts_stay_as_typed(typed: str) -> None:
    assert tidy_line(typed) == typed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Liga\r\nBcc: eve@example.org", "Liga Bcc: eve@example.org"),
        ("one\u2028line\u2029only\x85here", "one line only here"),
        ("left\u202eright\u2066\u200f\u061c", "leftright"),
        ("a \u200b b", "a b"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\U000e0041\U000e0042hidden", "hidden"),
        ("\U0001f3f4\U000e0067 no flag", "\U0001f3f4 no flag"),
        ("\ufdd0\uffff\U0010ffffx", "x"),
        ("Z" + "\u0341\u0351" * 20, None),
        ("A" + "\u200d" * 30 + "nna", "Anna"),
        ("Anna\ufe0f\ufe0e\u200c", "Anna"),
        ("A\ufe0fn\U000e0100n\u180ba", "Anna"),
        ("1\ufe0f2", "12"),
        ("\u2764" + "\ufe0f" * 9, "\u2764\ufe0f"),
        ("\u2764\ufe0e\ufe0f", "\u2764\ufe0e"),
        ("\U0001f469\u200d\u200d\U0001f373\u200d", "\U0001f469\u200d\U0001f373"),
        (
            "\U0001f468\u200d" * 6 + "\U0001f468",
            "\U0001f468" + "\u200d\U0001f468" * 3 + "\U0001f468" + "\u200d\U0001f468" * 2,
        ),
        ("\u0627\u200c\u0628", "\u0627\u0628"),
        ("\u0645\u06cc\u200d\u200d\u062e", "\u0645\u06cc\u062e"),
        ("e\u200d\u0301", "é"),
        ("a" + "\u0300\ufe0f" * 9, None),
    ],
)
def test_what_breaks_turns_or_hides_is_gone(typed: str, kept: str | None) -> None:
    found = tidy_line(typed)
    if kept is None:
        assert len(found) <= 2 + MOST_MARKS
    else:
        assert found == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \t\r\n",
        "\u00a0\u2003\u3000",
        "\u200b\u200c\u200d\u2060\ufeff",
        "\u3164\uffa0\u115f",
        "\u2800\u2800",
        "\u180e\u034f",
        "\ufe0f",
        "\u0301\u0301",
        "\U000e0001\U000e0020",
        "\U0001d173",
        "\x00\x1b",
    ],
)
def test_a_line_that_nobody_sees_is_none(typed: str) -> None:
    assert tidy_line(typed) == ""


def test_nothing_unseen_is_without_something_seen() -> None:
    """Joiners and selectors without effect are removed, so that two different names do not look the
    same.
    """
    letters = [chr(number) for number in LETTERS]
    luck = random.Random(7)
    for _ in range(5_000):
        line = tidy_line("".join(luck.choices(letters, k=luck.randrange(12))))
        assert tidy_line(line) == line
        seen = [one for one in line if not is_unseen(one)]
        assert len(line) <= 2 * len(seen)
        assert not any(is_unseen(one) and one == other for one, other in pairwise(line))


def test_a_text_of_several_lines_keeps_them() -> None:
    assert tidy_text("\r\none\u202e \r\n\r\n two \n\u200b\n") == "one\n\ntwo"
    assert tidy_text("\u2800\n \u200b") == ""


MADE = "the server makes it"
GAME = "a game makes it of its own words"
COLUMNS = {
    "accounts.DeviceHint.device": MADE,
    "accounts.Export.token": MADE,
    "accounts.SignIn.browser": "the server's own words for a browser",
    "accounts.SignIn.session_key": MADE,
    "accounts.UploadedPicture.token": MADE,
    "accounts.User.country": "one of a list",
    "accounts.User.name": "names have a stricter form of their own (`accounts.names`)",
    "accounts.User.password": "a hash",
    "accounts.User.time_zone": "one of a list",
    "clubs.Club.language": "one of a list",
    "court.Ruling.entry": GAME,
    "court.Ruling.pair": GAME,
    "court.Ruling.word": GAME,
    "friends.FriendLink.token": MADE,
    "leagues.News.situation": MADE,
    "matches.Correction.source": MADE,
    "matches.Match.invite": MADE,
    "matches.Message.key": "a hash",
    "matches.Move.body": "a hash",
    "matches.Move.key": "of a program, in the shape of `matches.requests.KEY`",
    "matches.Release.base": "a hash",
    "matches.Release.hash": "a hash",
    "matches.Round.commitment": "a hash",
    "matches.RulesVersion.data": "a hash",
    "matches.Seat.invite": MADE,
    "matches.Seat.nonce": "of a program, in a shape of its own",
    "matches.Seat.offer": MADE,
    "matches.Seat.replay": MADE,
    "matches.StandingOrder.name": GAME,
    "moderation.AuditEntry.app": MADE,
    "moderation.AuditEntry.target": MADE,
    "moderation.AuditEntry.verb": MADE,
    "notifications.Channel.about": MADE,
    "notifications.Channel.key": "of a browser, checked when something is encrypted with it",
    "notifications.Channel.secret": "of a browser or made here",
    "notifications.Channel.target": "an address, checked by `notifications.outgoing_requests`",
    "notifications.Notice.about": MADE,
    "notifications.Notice.situation": MADE,
}
"""Columns of characters that are not typed lines, each with its content."""
SERVICE = "tidied by the service that writes it (`tidy_text`)"
TEXTS = {
    "clubs.Club.name_key": MADE,
    "leagues.League.name_key": MADE,
    "court.Appeal.text": SERVICE,
    "court.Challenge.text": SERVICE,
    "court.Challenge.upheld": SERVICE,
    "court.Dispute.word": GAME,
    "court.Opinion.reason": SERVICE,
    "court.Ruling.reason": SERVICE,
    "matches.Correction.reason": SERVICE,
    "matches.Correction.undone_reason": SERVICE,
    "matches.Round.state": GAME,
    "matches.Round.undo": GAME,
    "matches.RulesVersion.notes": "the words of a release",
    "moderation.Report.reason": SERVICE,
    "moderation.Report.words": SERVICE,
    "moderation.Sanction.lift_reason": SERVICE,
    "moderation.Sanction.reason": SERVICE,
    "moderation.SanctionAppeal.answer": SERVICE,
    "moderation.SanctionAppeal.words": SERVICE,
    "texts.Text.body": "in Markdown, by the host alone",
}
"""Columns of texts that are tidied elsewhere, or are not written by players."""
FORMS = {
    "accounts/forms/appearance.py: image": "a picture in base64, which is decoded or refused",
    "notifications/forms.py: auth": "of a browser",
    "notifications/forms.py: endpoint": "an address, checked by `notifications.outgoing_requests`",
    "notifications/forms.py: key": "of a browser",
    "notifications/forms.py: before": "an address that the browser had before, and is only compared",
    "notifications/forms.py: target": "an address, checked by `notifications.outgoing_requests`",
}
"""Fields of forms that are not typed lines."""
CHOICE = "one of a list, or refused"
COLUMN = "kept in a column that tidies it"
PLACE = "a place in a list, as the API made it"
API = {
    "Act.action": "the game reads it",
    "Act.key": "in the shape of `matches.requests.KEY`",
    "BotEntry.level": CHOICE,
    "Decision.reason": COLUMN,
    "Dropping.reason": COLUMN,
    "Invitation.name": "looked up by what is left of a name (`names.key_of`)",
    "MatchQuery.after": PLACE,
    "MatchQuery.game": CHOICE,
    "NewTable.bots": CHOICE,
    "NewTable.game": CHOICE,
    "NewTable.options": CHOICE,
    "NewTable.target": CHOICE,
    "NewTable.tempo": CHOICE,
    "NewWebhook.url": "an address, checked by `notifications.outgoing_requests`",
    "Paged.after": PLACE,
    "Readiness.nonce": "in a shape of its own",
    "Result.reason": COLUMN,
    "RoundQuery.view": CHOICE,
    "RulesQuery.after": PLACE,
    "RulesQuery.game": CHOICE,
    "RulingQuery.after": PLACE,
    "StepQuery.after": PLACE,
    "Walkover.reason": COLUMN,
}
"""The handling of each text that a program sends."""


OTHERS = (models.SlugField, models.EmailField, models.URLField)
"""Columns of characters that check themselves."""


def columns() -> Iterator[tuple[str, object]]:
    for model in apps.get_models():
        for field in model._meta.get_fields():
            own = (PLATFORM / model._meta.app_label).is_dir()
            if not own or not isinstance(field, models.CharField) or isinstance(field, OTHERS):
                continue
            if field.editable and not field.choices:
                yield f"{model._meta.app_label}.{model.__name__}.{field.name}", field


def test_each_column_of_one_line_is_tidied() -> None:
    loose = {name for name, field in columns() if not isinstance(field, LineField)}
    assert loose == COLUMNS.keys()


def test_each_column_of_several_lines_is_tidied() -> None:
    """A league's description, for example, can neither reverse the page's text nor contain
    invisible words.
    """
    texts = {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if (PLATFORM / model._meta.app_label).is_dir()
        and isinstance(field, models.TextField)
        and not isinstance(field, LinesField)
    }
    assert texts == TEXTS.keys()


@pytest.mark.django_db
def test_a_leagues_description_is_seen_as_typed() -> None:
    """Its lines stay."""
    typed = "\u202eEvery\r\nSunday\u2066, \U0001f469\u200d\U0001f373\n\n\u200b\n"
    found = cast.league(person("Anna"), slug="liga", description=typed)
    assert found.description == "Every\nSunday, \U0001f469\u200d\U0001f373"
    found.description = "\u2800\n\u200b"
    found.save(update_fields=["description"])
    assert found.description == League.objects.get().description == ""


def fields_of_forms() -> Iterator[tuple[str, bool]]:
    """Yield each text field of forms, by module and line, and whether it has several lines."""
    for path in modules(PLATFORM):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "forms.CharField":
                widget = " ".join(ast.unparse(one.value) for one in node.keywords)
                many = "Textarea" in widget or "WORDS" in widget or "PasswordInput" in widget
                parent = next(
                    (
                        ast.unparse(one.targets[0])
                        for one in ast.walk(tree(path))
                        if isinstance(one, ast.Assign) and one.value is node
                    ),
                    "",
                )
                yield f"{path.relative_to(PLATFORM)}: {parent}", many


def test_each_field_of_a_form_for_one_line_is_tidied() -> None:
    loose = {name for name, many in fields_of_forms() if not many}
    assert loose == FORMS.keys()


def texts_of_programs() -> Iterator[str]:
    for one in endpoints:
        for kind in (one.body, one.query):
            if kind is None:
                continue
            info = msgspec.inspect.type_info(kind)
            assert isinstance(info, msgspec.inspect.StructType)
            for field in info.fields:
                if "StrType" in repr(field.type):
                    yield f"{kind.__name__}.{field.name}"


@pytest.mark.django_db
def test_a_league_is_called_by_one_line_however_it_is_written() -> None:
    """A line break in a league's name would break mails, and some marks would reverse the names
    beside it.
    """
    typed = "Liga\r\nX\u202e **"
    found = cast.league(person("Anna"), name=typed, slug="liga")
    assert found.name == "Liga X **"
    found.name = typed
    found.save(update_fields=["name"])
    assert found.name == League.objects.get().name == "Liga X **"
    form = LeagueForm({"name": typed}, founded=found)
    form.is_valid()
    assert form.cleaned_data["name"] == "Liga X **"
    assert LeagueForm({"name": "\u2800\u200b"}).errors["name"] == ["Fill in this field."]


def test_each_text_that_a_program_sends_is_known() -> None:
    assert set(texts_of_programs()) == API.keys()
