"""Notices in the browser: a test email, its unsubscribe link, and a push notification."""

from __future__ import annotations

import json
import re
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, address_of, new_name
from tests.browser.server import Server
from tests.browser.test_accounts import fills_in, mails_to

PATIENCE_S = 20
SHOWN = """async (known) => {
    const worker = await navigator.serviceWorker.ready;
    let shown = [];
    for (let tries = 0; tries < 100 && shown.length <= known; tries++) {
        await new Promise((done) => setTimeout(done, 50));
        shown = await worker.getNotifications();
    }
    return shown.map((one) => [one.title, one.body, one.tag, one.data.url]);
}"""
"""The notifications shown, once there are more than before; at the latest after five seconds."""


CHANGES = """async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const keys = { p256dh: await crypto.subtle.exportKey("raw", pair.publicKey), auth: new ArrayBuffer(16) };
    const newSubscription = { endpoint: "https://push.example/new", getKey: (name) => keys[name] };
    const event = new Event("pushsubscriptionchange");
    let work;
    Object.assign(event, { newSubscription, oldSubscription: null, waitUntil: (done) => (work = done) });
    dispatchEvent(event);
    await work;
}"""
"""A push service does this after months; Chromium's tools cannot cause it."""


def test_a_trial_arrives_by_mail_and_its_link_ends_them(arrive: Arrive, server: Server) -> None:
    person, name = arrive(), new_name("Nora Nacht")
    address = address_of(name)
    person.goto("/sign-up/")
    fills_in(person, name=name, address=address)
    confirm = re.search(r"https?://\S+/address/\S+", mails_to(server, address)[-1])
    assert confirm
    person.page.goto(confirm[0])
    person.press(person.page.get_by_role("main").get_by_role("button"))
    person.goto("/notices/")
    expect(person.page.get_by_text(address)).to_be_visible()
    expect(person.page.get_by_label("My time is running out")).to_be_checked()
    assert not Axe().run(person.page).response["violations"]

    person.press(person.page.get_by_role("button", name="Send a test message"))
    expect(person.page.locator(".notice:not(#offline, #ended)")).to_contain_text(
        "A test message is on its way."
    )
    mail = _awaited(server, address, "You asked for this test message.")
    # The link must point to this server, with its port.
    stop = re.search(rf"{re.escape(server.url)}/notices/stop/[^\s>]+", mail)
    assert stop
    _becomes(person, "sent")

    stranger = arrive()
    stranger.page.goto(stop[0])
    stranger.press(stranger.page.get_by_role("button", name="No more emails"))
    expect(stranger.page.get_by_role("heading")).to_have_text("No more emails")
    person.goto("/notices/")
    expect(person.page.get_by_text("You have switched this off.")).to_be_visible()


def test_a_push_shows_what_it_says(whole_browser: Browser, arrive: Arrive) -> None:
    person = arrive(chromium=whole_browser, permissions=["notifications"], service_workers="allow")
    person.play_now()
    person.goto("/notices/")
    expect(person.page.get_by_role("button", name="Get notices in this browser")).to_be_visible()
    person.page.evaluate("""async () => {
        await navigator.serviceWorker.register("/sw.js");
        await navigator.serviceWorker.ready;
    }""")
    wire = person.context.new_cdp_session(person.page)
    found: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    until = time.monotonic() + PATIENCE_S
    while not found and time.monotonic() < until:
        person.page.wait_for_timeout(50)
    until += PATIENCE_S
    said = {"title": "It is your turn", "body": "With Bob.", "url": "/matches/", "tag": "t"}
    shown: list[list[str]] = []
    for text in (json.dumps(said), "no JSON"):
        before = len(shown)
        while len(shown) == before and time.monotonic() < until:
            # A push is lost while the worker still starts: Chromium's tools do not store it.
            wire.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": person.home, "registrationId": found[0], "data": text},
            )
            shown = person.page.evaluate(SHOWN, before)
    assert sorted({tuple(one) for one in shown}) == [
        ("It is your turn", "With Bob.", "t", "/matches/"),
        ("Nightcap", "", "", "/"),
    ]


def test_a_subscription_changed_by_the_push_service_is_renewed(
    whole_browser: Browser, arrive: Arrive
) -> None:
    person = arrive(chromium=whole_browser, service_workers="allow")
    person.play_now()
    person.page.evaluate("navigator.serviceWorker.ready")
    (worker,) = person.context.service_workers
    worker.evaluate(CHANGES)
    person.goto("/notices/")
    expect(person.page.get_by_text("This browser now gets notices.")).to_be_visible()
    expect(person.page.get_by_text("No browser gets notices yet.")).to_have_count(0)


def test_a_browser_that_may_not_says_so(arrive: Arrive) -> None:
    person = arrive()
    person.play_now()
    person.goto("/notices/")
    person.press(person.page.get_by_role("button", name="Get notices in this browser"))
    expect(person.page.locator("[data-says]")).to_contain_text("does not allow notices")


def test_without_scripts_the_page_says_what_needs_them(arrive: Arrive) -> None:
    person = arrive(scripted=False)
    person.play_now()
    person.goto("/notices/")
    expect(person.page.get_by_text("This needs JavaScript.")).to_be_visible()
    expect(person.page.get_by_role("button", name="Get notices in this browser")).to_be_hidden()
    person.unfold()
    person.page.get_by_label("Address (URL)").fill("https://hooks.example/1")
    person.press(person.page.locator("form[action$='webhook/'] button"))
    person.unfold()
    expect(person.page.get_by_text("Discord · hooks.example")).to_be_visible()
    # Removal needs a confirmation, which can be cancelled.
    asked = person.page.get_by_text("Remove this webhook?")
    expect(asked).to_be_hidden()
    person.press(person.page.get_by_role("button", name="Remove"))
    expect(asked).to_be_visible()
    person.press(person.page.get_by_role("button", name="Close"))
    expect(asked).to_be_hidden()


def _awaited(server: Server, address: str, words: str) -> str:
    """Return the newest email with these words; a worker sends it."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for mail in reversed(mails_to(server, address)):
            if words in mail:
                return mail
        time.sleep(0.1)
    raise AssertionError("no such mail arrived")


def _becomes(person: Person, status: str) -> None:
    """Wait until the log of notices shows this status, with a few reloads."""
    chip = person.page.locator(".told .chip").first
    for _ in range(PATIENCE_S * 5):
        person.goto("/notices/")
        if chip.inner_text() == status:
            return
        person.page.wait_for_timeout(200)
    raise AssertionError(chip.inner_text())
