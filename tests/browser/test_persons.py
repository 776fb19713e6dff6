"""A person in real browsers: a passkey that is made on one device and used on another, a link for a phone."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Server
from tests.browser.test_table import start

pytestmark = pytest.mark.browser


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A keyring in the browser, which says yes by itself."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    keyring = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = line.send("WebAuthn.addVirtualAuthenticator", {"options": keyring})
    return line, str(made["authenticatorId"])


def test_a_passkey_leads_back_to_the_same_person_once_an_answer(desk: Page, friend: Page, server: Server) -> None:
    site = server.url.replace("127.0.0.1", "localhost")  # passkeys answer for names, not for numbers
    desk.goto(f"{site}/me")
    desk.get_by_label("Name", exact=True).fill("Ada Lovelace")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    assert desk.get_by_label("Time zone").input_value(), "the browser says where it is"
    line, keyring = authenticator(desk)
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.locator("#ways-back")).to_contain_text("made with Chrome on Linux")
    (passkey,) = line.send("WebAuthn.getCredentials", {"authenticatorId": keyring})["credentials"]

    line, keyring = authenticator(friend)
    line.send("WebAuthn.addCredential", {"authenticatorId": keyring, "credential": passkey})
    friend.goto(f"{site}/back")
    with friend.expect_request("**/back/passkey") as sent:
        friend.get_by_role("button", name="Use my passkey").click()
    expect(friend).to_have_url(f"{site}/me")
    expect(friend.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")

    again = desk.context.request.post(f"{site}/back/passkey", data=sent.value.post_data_json)
    assert (again.status, "spent" in again.json()["reason"]) == (403, True), "the same answer again is none"


def test_a_phone_is_taken_along_by_a_link_and_sent_away(desk: Page, phone: Page, server: Server) -> None:
    start(desk, server)
    table = desk.url
    desk.goto(f"{server.url}/me")
    desk.get_by_role("button", name="One more device").click()
    expect(desk.locator(".qr svg")).to_be_visible()
    link = desk.get_by_label("Link for another device").input_value()
    phone.goto(link)
    expect(phone.locator("main")).to_contain_text("On this device from now on")
    phone.get_by_role("button", name="That is me").click()
    phone.goto(table)
    expect(phone.locator("body")).not_to_contain_text("You are watching")

    desk.goto(f"{server.url}/me")
    row = desk.locator(".rows li", has_text=re.compile("seen")).filter(has_not_text="this one")
    row.get_by_role("button", name="Send away").click()
    expect(row).to_have_count(0)
    phone.reload()
    expect(phone.locator("body")).to_contain_text("You are watching")
