"""A failed notice is reported truly and retried; text of users stays text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from core import clock
from notifications.models import Channel
from notifications.services import channels, notify
from tests.platform.matches.cast import person
from tests.platform.notifications.cast import DAY, DAY_ONE, HOUR, MINUTE, log, reached_by_mail, work
from tests.platform.notifications.servers import HERE, Listener, Post

pytestmark = pytest.mark.django_db

SENTENCE = "%(league)s: season 1 begins"


@pytest.fixture(autouse=True)
def _near(settings: Any) -> None:
    settings.NOTIFY_NEAR = HERE
    settings.ORIGIN = "https://cards.example"


def tell(user: User, key: str = "one", **facts: str | int) -> None:
    notify.notify_of_news(
        user_id=user.pk, key=key, sentence=SENTENCE, facts=facts, path="/leagues/liga/"
    )


def hook(user: User, web: Listener, shape: str) -> Channel:
    channel = channels.set_webhook(user, web.url, shape)
    channels.choose_kinds(channel, channels.ALL, daily=False)
    return channel


def test_a_line_break_in_a_title_does_not_stop_the_mail(post: Post) -> None:
    """Leagues from before the cleaning of names may have one, and their emails are still sent."""
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        reached_by_mail(user)
        tell(user, league="Liga\r\nBcc: eve@example.org")
        work()
    assert log(user, "league") == [("mail", "sent", "")]
    (mail,) = post.mails
    assert mail["Subject"] == "Liga Bcc: eve@example.org: season 1 begins"
    assert mail["Bcc"] is None


@pytest.mark.parametrize("medium", ["mail", "webhook"])
def test_a_fault_of_the_server_is_called_that_and_tried_again(
    post: Post, web: Listener, medium: str
) -> None:
    """The log distinguishes it from an interrupted delivery, which may have arrived."""
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        channel = reached_by_mail(user) if medium == "mail" else hook(user, web, "raw")
        tell(user)  # without the fact that the sentence requires
        work()
        assert log(user, "league") == [(medium, "waiting", "broken")]
        tell(user, "two", league="Liga")
        work()
    assert log(user, "league")[1] == (medium, "sent", "")
    for hours in (1, 2, 4, 8, 16, 24):
        with clock.stopped(DAY_ONE + hours * HOUR):
            work()
    assert log(user, "league")[0] == (medium, "failed", "broken")
    channel.refresh_from_db()
    assert (channel.failures, channel.off_at) == (0, None)


def test_what_was_broken_arrives_once_it_is_mended(web: Listener) -> None:
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        hook(user, web, "raw")
        tell(user)
        work()
    notice = user.notices.get()
    assert notice.news is not None
    notice.news["facts"] = {"league": "Liga"}
    notice.save()
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(user, "league") == [("webhook", "sent", "")]
    assert json.loads(web.heard[0].body)["title"] == "Liga: season 1 begins"


TRICKY = "**Gratis** [Gratis](https://evil.example) <@1> _a_ ~b~ `c` ||d|| # @everyone"


def test_discord_shows_what_was_typed(web: Listener) -> None:
    """It shows no link under another text."""
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        hook(user, web, "discord")
        tell(user, league=TRICKY)
        work()
    said = json.loads(web.heard[0].body)
    title, url = said["content"].split("\n")
    # Each special character has a backslash, which Discord removes.
    for mark in "*_~`|[]()<>#":
        assert title.count(mark) == title.count(f"\\{mark}") == TRICKY.count(mark)
    assert title.replace("\\", "") == f"{TRICKY}: season 1 begins"
    assert url == "https://cards.example/leagues/liga/"
    assert said["allowed_mentions"] == {"parse": []}


def test_slack_takes_the_text_as_it_is(web: Listener) -> None:
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        hook(user, web, "slack")
        tell(user, league="*Liga* <https://evil.example|Gratis> & co")
        work()
    said = json.loads(web.heard[0].body)
    assert said["mrkdwn"] is False
    assert said["text"] == (
        "*Liga* &lt;https://evil.example|Gratis&gt; &amp; co: season 1 begins\n"
        "https://cards.example/leagues/liga/"
    )


@pytest.mark.parametrize("shape", ["discord", "slack"])
def test_a_long_message_keeps_its_address(web: Listener, shape: str) -> None:
    user = person("Alice")
    with clock.stopped(DAY_ONE + DAY):
        hook(user, web, shape)
        notify.notify_of_news(
            user_id=user.pk,
            key="long",
            sentence=SENTENCE,
            facts={"league": "Liga"},
            more=["[" * 400] * 10,
            path="/leagues/liga/",
        )
        work()
    said = json.loads(web.heard[0].body)
    text = said.get("content") or said["text"]
    assert text.startswith("Liga: season 1 begins\n")
    assert text.endswith("\nhttps://cards.example/leagues/liga/")
    assert len(text) <= (2000 if shape == "discord" else 3000)


@pytest.mark.parametrize("shape", ["discord", "slack"])
def test_a_long_line_is_cut_and_not_left_out(web: Listener, shape: str) -> None:
    """An organiser's long reason is shortened, so the line with the decision remains."""
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        hook(user, web, shape)
        notify.notify_of_news(
            user_id=user.pk,
            key="long",
            sentence=SENTENCE,
            facts={"league": "Liga", "reason": "*<&" * 2000},
            more=["Decided: %(reason)s", "And more."],
            path="/leagues/liga/",
        )
        work()
    said = json.loads(web.heard[0].body)
    most, text = (2000, said["content"]) if shape == "discord" else (3000, said["text"])
    title, line, url = text.split("\n")
    assert (title, url) == ("Liga: season 1 begins", "https://cards.example/leagues/liga/")
    assert line.startswith(r"Decided: \*\<&\*\<&" if shape == "discord" else "Decided: *&lt;&amp;*")
    assert line.endswith("…")
    assert most - 10 < len(text) <= most
    # No character is separated from its backslash.
    assert line[-2] != "\\" if shape == "discord" else line[-2] in "*;"


def test_a_summary_leads_there_in_discord_too(web: Listener) -> None:
    """No character of its addresses is escaped, so the links work."""
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        channels.choose_kinds(hook(user, web, "discord"), channels.ALL, daily=True)
        for key in ("one", "two"):
            notify.notify_of_news(
                user_id=user.pk,
                key=key,
                sentence=SENTENCE,
                facts={"league": "A*"},
                path="/leagues/a-long-name/",
            )
    with clock.stopped(DAY_ONE + DAY):
        work()
    content = json.loads(web.heard[0].body)["content"]
    assert content.count("https://cards.example/leagues/a-long-name/\n") == 2
    assert content.count(r"A\*") == 2
