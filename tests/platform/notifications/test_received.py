"""Every channel's notice really arrives: at a mail server, a browser's push, a webhook."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from notifications import outgoing_requests, reasons, web_push
from notifications.models import Channel, Delivery, Notice
from notifications.services import channels, deliver
from notifications.services.send_trial import send_trial
from tests.platform.accounts.cast import browser as signed_in
from tests.platform.matches.cast import dealt, person
from tests.platform.notifications.cast import (
    DAY,
    DAY_ONE,
    MINUTE,
    Browser,
    log,
    over_days,
    reached_by_mail,
    work,
)
from tests.platform.notifications.servers import (
    HERE,
    Listener,
    Post,
    certificate_for,
    listening,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _near(settings: Any) -> None:
    settings.NOTIFY_NEAR = HERE
    settings.ORIGIN = "https://cards.example"


@pytest.mark.parametrize(
    ("chosen", "asked", "subject", "until"),
    [
        ("", "de", "Sleeping Queens: Du bist dran", "bis Mittwoch, 25. November 2026, 08:00 UTC."),
        (
            "de",
            "en",
            "Sleeping Queens: Du bist dran",
            "bis Mittwoch, 25. November 2026, 08:00 UTC.",
        ),
        (
            "fr",
            "de",
            "Sleeping Queens\u202f: à toi de jouer",
            "jusqu\u2019au mercredi 25 novembre 2026 à 08:00 UTC.",
        ),
        (
            "",
            "it",
            "Sleeping Queens: tocca a te",
            "fino a mercoledì 25 novembre 2026, 08:00 UTC.",
        ),
        (
            "en",
            "de",
            "Sleeping Queens: it is your turn",
            "until Wednesday 25 November 2026, 08:00 UTC.",
        ),
    ],
)
def test_a_notice_speaks_the_language_of_its_reader(
    post: Post, chosen: str, asked: str, subject: str, until: str
) -> None:
    with clock.stopped(DAY_ONE):
        _match, waited_for, _other = over_days()
        reached_by_mail(waited_for)
        waited_for.language, waited_for.browser_language = chosen, asked
        waited_for.save(update_fields=["language", "browser_language"])
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    mail = post.mails[-1]
    assert mail["Subject"] == subject
    assert until in mail.get_content()


def test_a_mail_says_whose_turn_it_is_until_when_and_how_to_stop(
    post: Post, client: Client
) -> None:
    with clock.stopped(DAY_ONE):
        match, waited_for, other = over_days()
        reached_by_mail(waited_for)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    begins, mail = post.mails
    assert begins["Subject"] == "Sleeping Queens begins"
    assert mail["Subject"] == "Sleeping Queens: it is your turn"
    assert mail["To"] == "someone@example.org"
    text = mail.get_content()
    assert f"With {other.name}." in text
    assert "You have until Wednesday 25 November 2026, 08:00 UTC." in text
    assert f"https://cards.example/matches/{match.pk}" in text
    stop = mail["List-Unsubscribe"].strip(" <>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in text
    assert log(waited_for) == [("mail", "sent", "")]
    assert log(other) == []

    where = stop.removeprefix("https://cards.example")
    assert client.get(where).status_code == 200
    channel = Channel.objects.get(user=waited_for)
    assert channel.off_at is None
    answer = client.post(where, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    channel.refresh_from_db()
    assert channel.off_at is not None
    assert client.get(where[:-2] + "x/").status_code == 404


def test_a_push_is_read_by_its_browser_alone_and_signed_by_us(web: Listener) -> None:
    browser = Browser()
    with clock.stopped(DAY_ONE):
        match, waited_for, _ = over_days()
        browser.subscribed(waited_for, f"{web.url}/push/abc")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    begins, turn = web.heard
    assert browser.read(begins.body)["title"] == "Sleeping Queens begins"
    told = browser.read(turn.body)
    assert told["title"] == "Sleeping Queens: it is your turn"
    assert told["url"] == reverse("matches:table", args=[match.pk])
    assert told["tag"] == turn.headers["Topic"] == match.pk.hex
    assert told["waiting"] == 1
    assert turn.headers["Content-Encoding"] == "aes128gcm"
    assert int(turn.headers["TTL"]) == (DAY - MINUTE) // 1000
    scheme, said, key = turn.headers["Authorization"].replace(",", "").split()
    assert scheme == "vapid"
    head, claims, signature = said.removeprefix("t=").split(".")
    assert json.loads(web_push.decode_base64url(claims)) == {
        "aud": web.url,
        "exp": (DAY_ONE + MINUTE) // 1000 + web_push.SIGNED_S,
        "sub": "mailto:nightcap@localhost",
    }
    raw = web_push.decode_base64url(signature)
    ours = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), web_push.decode_base64url(key.removeprefix("k="))
    )
    ours.verify(
        encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
        f"{head}.{claims}".encode(),
        ec.ECDSA(hashes.SHA256()),
    )


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A, to the byte."""
    own = ec.derive_private_key(
        int.from_bytes(
            web_push.decode_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"
        ),
        ec.SECP256R1(),
    )
    sealed = web_push.encrypt_push(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=web_push.decode_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
        own=own,
    )
    assert web_push.encode_base64url(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_webhook_can_tell_that_it_was_us_and_when(web: Listener) -> None:
    with clock.stopped(DAY_ONE):
        match, waited_for, _ = over_days()
        channel = channels.set_webhook(waited_for, f"{web.url}/hook?a=b", "raw")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    heard = web.heard[1]
    at = heard.headers["X-Nightcap-Timestamp"]
    assert int(at) == (DAY_ONE + MINUTE) // 1000
    signed = hmac.new(channel.secret.encode(), f"{at}.".encode() + heard.body, hashlib.sha256)
    assert heard.headers["X-Nightcap-Signature"] == f"sha256={signed.hexdigest()}"
    assert heard.path == "/hook?a=b"
    told = json.loads(heard.body)
    assert told["kind"] == "turn"
    assert told["match"] == str(match.pk)
    assert told["due_ms"] == DAY_ONE + DAY
    assert told["url"] == f"https://cards.example/matches/{match.pk}/"


@pytest.mark.parametrize(("shape", "field"), [("discord", "content"), ("slack", "text")])
def test_a_webhook_of_discord_or_slack(web: Listener, shape: str, field: str) -> None:
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channels.set_webhook(waited_for, web.url, shape)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    said = json.loads(web.heard[1].body)
    assert said[field].startswith("Sleeping Queens: it is your turn\n")
    assert "X-Nightcap-Signature" not in web.heard[1].headers
    assert said.get("allowed_mentions", {"parse": []}) == {"parse": []}


def test_over_tls_by_the_name_of_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = certificate_for("localhost", tmp_path)
    with listening(certificate) as web:
        url = web.url.replace("127.0.0.1", "localhost")
        with pytest.raises(outgoing_requests.Unreachable, match="SSLCertVerificationError"):
            outgoing_requests.post_to_stranger(url, {}, b"nobody vouches for it")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert outgoing_requests.post_to_stranger(url, {}, b"hello") == 201
        with pytest.raises(outgoing_requests.Unreachable, match="SSLCertVerificationError"):
            outgoing_requests.post_to_stranger(web.url, {}, b"the certificate is for a name")
    (heard,) = web.heard
    assert heard.body == b"hello"
    assert heard.headers["Host"] == url.removeprefix("https://")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.1.2.3/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[::ffff:0:10.0.0.1]/",
        "https://[::10.0.0.1]/",
        "https://[fec0::1]/",
        "https://[5f00::1]/",
        "https://[3fff::1]/",
        "https://[100:0:0:1::1]/",
        "https://[2001::1]/",
        "https://[4000::1]/",
        "https://[ff0e::1]/",
        "https://192.88.99.1/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://2130706433/",
        "https://0x7f.1/",
        "http://1.1.1.1/",
        "ftp://1.1.1.1/",
        "https://me@1.1.1.1/",
        "https://1.1.1.1:0/",
        "https://1.1.1.1:99999/",
        "https://[::1/",
        "https://exa mple.org/",
        "https://",
        "",
    ],
)
def test_what_is_no_public_address_is_never_reached(settings: Any, url: str) -> None:
    settings.NOTIFY_NEAR = ()
    with pytest.raises(outgoing_requests.Forbidden):
        outgoing_requests.post_to_stranger(url, {}, b"")


@pytest.mark.parametrize("host", ["1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::8"])
def test_what_is_somebodys_address_is_reached_over_tls_alone(settings: Any, host: str) -> None:
    settings.NOTIFY_NEAR = ()
    assert outgoing_requests.resolve_address(host, 443, secure=True) == host
    with pytest.raises(outgoing_requests.Forbidden):
        outgoing_requests.resolve_address(host, 80, secure=False)


def test_a_name_that_leads_to_a_private_address_is_told(settings: Any) -> None:
    """The form refuses the address itself; a name can change after it was accepted."""
    settings.NOTIFY_NEAR = ()
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channels.set_webhook(waited_for, "https://127.1/hook", "slack")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert log(waited_for) == [("webhook", "failed", reasons.PRIVATE)]
    assert "The address is not public." in signed_in(waited_for).get("/notices/").content.decode()


def test_nobody_is_led_elsewhere(web: Listener) -> None:
    web.status, web.moved_to = 302, f"{web.url}/elsewhere"
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channels.set_webhook(waited_for, f"{web.url}/hook", "slack")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert {heard.path for heard in web.heard} == {"/hook"}
    assert log(waited_for) == [("webhook", "failed", "refused")]


def test_a_webhook_that_hangs_is_tried_again_and_given_up(
    web: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_requests, "PATIENCE_S", 0.05)
    web.stays_silent = True
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channel = channels.set_webhook(waited_for, web.url, "slack")
        channels.choose_kinds(channel, ["turn"], daily=False)
    at = DAY_ONE + MINUTE
    for wait in (1, 5, 30, 120, 360):
        with clock.stopped(at):
            work()
            assert log(waited_for) == [("webhook", "waiting", "away")]
        with clock.stopped(at + wait * MINUTE - 1):
            work()
        at += wait * MINUTE
    assert len(web.heard) == 5
    with clock.stopped(at):
        work()
    assert log(waited_for) == [("webhook", "failed", "away")]
    assert len(web.heard) == 6
    channel.refresh_from_db()
    assert channel.failures == 1


def test_a_peer_that_drips_does_not_hold_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte arrives within the timeout, but the whole answer never ends."""
    monkeypatch.setattr(outgoing_requests, "PATIENCE_S", 0.2)
    done = threading.Event()
    server = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        peer, _ = server.accept()
        peer.recv(1000)
        while not done.wait(0.02):
            try:
                peer.send(b"H")
            except OSError:
                break
        peer.close()

    thread = threading.Thread(target=drip)
    thread.start()
    began = time.monotonic()
    try:
        with pytest.raises(outgoing_requests.Unreachable):
            outgoing_requests.post_to_stranger(
                f"http://127.0.0.1:{server.getsockname()[1]}/", {}, b""
            )
        assert time.monotonic() - began < 10
    finally:
        done.set()
        thread.join()
        server.close()


def test_a_mailbox_that_bounces_is_switched_off(post: Post, client: Client) -> None:
    """The page shows it."""
    post.to_recipient = "550 no such user"
    user = person("Alice")
    channel = reached_by_mail(user)
    channels.choose_kinds(channel, ["begun"], daily=False)
    for number in range(deliver.MOST_FAILURES):
        channel.refresh_from_db()
        assert channel.off_at is None
        with clock.stopped(DAY_ONE + number * DAY):
            dealt(user, person(f"Bob{number}"), tempo="correspondence")
            work()
    channel.refresh_from_db()
    assert channel.off_at is not None
    assert ("mail", "failed", "refused") in log(user, "begun")
    assert post.mails == []
    client.force_login(user)
    page = client.get(reverse("notifications:notices")).content.decode()
    assert "Switched off automatically" in page
    assert "The address refused it." in page
    client.post(reverse("notifications:switch_channel", args=[channel.pk]), {"on": "yes"})
    channel.refresh_from_db()
    assert (channel.off_at, channel.failures) == (None, 0)  # type: ignore[comparison-overlap]  # it was read anew from the database


def test_a_mailbox_that_is_full_just_now_is_tried_again(post: Post) -> None:
    post.to_mail = "452 later"
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channel = reached_by_mail(waited_for)
        channels.choose_kinds(channel, ["turn"], daily=False)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
        assert log(waited_for) == [("mail", "waiting", "away")]
    post.to_mail = "250 taken"
    with clock.stopped(DAY_ONE + 2 * MINUTE):
        work()
    assert log(waited_for) == [("mail", "sent", "")]
    assert len(post.mails) == 1


def test_a_mail_server_that_is_away_is_no_fault_of_the_mailbox(post: Post, settings: Any) -> None:
    settings.EMAIL_PORT = 1
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channel = reached_by_mail(waited_for)
        channels.choose_kinds(channel, ["turn"], daily=False)
    at = DAY_ONE + MINUTE
    for wait_ms in (*deliver.BACKOFF_MS, 0):
        with clock.stopped(at):
            work()
        at += wait_ms
    assert log(waited_for) == [("mail", "failed", "away")]
    channel.refresh_from_db()
    assert (channel.failures, channel.off_at) == (0, None)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_removed(web: Listener, status: int) -> None:
    """The log shows it."""
    web.status = status
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        Browser().subscribed(waited_for, web.url)
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    assert not Channel.objects.filter(user=waited_for).exists()
    assert log(waited_for, "begun") == [("push", "failed", "gone")]
    assert log(waited_for) == [("push", "skipped", "off")]


def test_a_subscription_that_is_gone_is_told_on_the_next_page(web: Listener) -> None:
    """A user whose only channel was that push sees it on the next page."""
    web.status = 410
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        Browser().subscribed(waited_for, web.url)
    browser, words = signed_in(waited_for), "One of your browsers no longer gets notices."
    assert words not in browser.get("/").content.decode()
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    path = f"/matches/{Notice.objects.filter(user=waited_for)[0].match_id}/"
    for page in ("/", path, "/"):
        assert words in browser.get(page).content.decode()
    browser.get("/notices/", headers={"Sec-Fetch-Dest": "empty"})  # a service worker
    assert words in browser.get("/notices/").content.decode()
    assert words not in browser.get("/").content.decode()


def test_a_browser_that_subscribed_anew_tells_of_the_same() -> None:
    """A push service may end a subscription; the service worker sends the old one with the new."""
    user, own = person("Alice"), Browser()
    channels.choose_kinds(own.subscribed(user, "https://push.example/1"), ["turn"], daily=False)
    User.objects.filter(pk=user.pk).update(push_ended=True)
    told = {"endpoint": "https://push.example/2", "before": "https://push.example/1"}
    keys = {"key": own.p256dh, "auth": web_push.encode_base64url(own.auth)}
    assert signed_in(user).post("/notices/browser/", told | keys).status_code == 302
    channel = Channel.objects.get(user=user)
    assert (channel.target, channel.kinds) == ("https://push.example/2", ["turn"])
    assert not User.objects.get(pk=user.pk).push_ended


def test_a_webhook_that_is_gone_is_switched_off(web: Listener) -> None:
    web.status = 410
    with clock.stopped(DAY_ONE):
        _, waited_for, _ = over_days()
        channel = channels.set_webhook(waited_for, web.url, "discord")
    with clock.stopped(DAY_ONE + MINUTE):
        work()
    channel.refresh_from_db()
    assert channel.off_at is not None
    assert channel.off_why == "gone"


def test_a_trial_goes_out_at_once_and_its_failure_is_told(web: Listener) -> None:
    user = person("Alice")
    with clock.stopped(DAY_ONE):
        channel = channels.set_webhook(user, web.url, "raw")
        send_trial(channel)
        work()
        assert json.loads(web.heard[0].body)["title"] == "Nightcap can reach you here"
        web.status = 500
        send_trial(channel)
        work()
    assert list(Delivery.objects.order_by("pk").values_list("status", "why")) == [
        ("sent", ""),
        ("failed", "away"),
    ]
    channel.refresh_from_db()
    assert channel.failures == 0
