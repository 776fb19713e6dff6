"""Mail by a real server on this machine, and what is said when there is none."""

from pathlib import Path

import pytest

from branchline.refusal import Refused
from branchline.table.mail import Mail, Undelivered
from tests.post import free_port, letterbox

pytestmark = pytest.mark.anyio


async def test_a_letter_arrives_as_it_was_written() -> None:
    with letterbox() as box:
        await box.mail.send("ada@example.org", "Your turn:\n Größe & Co", "Grüße.\nhttp://table.test/tables/abc")
    (letter,) = box.letters
    assert (letter["To"], letter["From"]) == ("ada@example.org", "Branchline <table@example.org>")
    assert letter["Subject"] == "Your turn: Größe & Co"
    assert letter.get_content().splitlines() == ["Grüße.", "http://table.test/tables/abc"]
    assert letter["Auto-Submitted"] == "auto-generated"


async def test_a_mail_server_that_is_down_took_nothing_and_may_be_asked_again() -> None:
    mail = Mail("127.0.0.1", "table@example.org", free_port(), tls="none")
    with pytest.raises(Undelivered, match="does not answer") as told:
        await mail.send("ada@example.org", "Your turn", "…")
    assert (told.value.for_good, told.value.uncertain) == (False, False)


@pytest.mark.parametrize(("answer", "for_good"), [("451 later", False), ("550 never", True)])
async def test_what_the_mail_server_refuses_is_said_with_its_words(answer: str, for_good: bool) -> None:
    with letterbox() as box:
        box.answer = answer
        with pytest.raises(Undelivered, match=answer) as told:
            await box.mail.send("ada@example.org", "Your turn", "…")
    assert (told.value.for_good, told.value.uncertain) == (for_good, False)


@pytest.mark.parametrize(
    "to", ["", "ada", "ada@", "ada@example.org, bert@example.org", "ada@example.org\nBcc: x@y.org"]
)
async def test_nothing_is_sent_to_what_is_no_address(to: str) -> None:
    with pytest.raises(Undelivered, match="no address"):
        await Mail("127.0.0.1", "table@example.org", 1, tls="none").send(to, "Your turn", "…")


def test_the_host_configures_it_by_the_environment(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("sesame\n")
    environ = {
        "BRANCHLINE_MAIL_HOST": "mail.example.org",
        "BRANCHLINE_MAIL_USER": "table@example.org",
        "BRANCHLINE_MAIL_PASSWORD_FILE": str(password),
    }
    mail = Mail.configured(environ)
    assert mail == Mail("mail.example.org", "table@example.org", 587, "table@example.org", "sesame", "starttls")
    assert "sesame" not in repr(mail)
    assert Mail.configured({}) is None


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("TLS", "perhaps", "one of starttls, tls, none"),
        ("PORT", "70000", "number of a port"),
        ("FROM", "nobody", "address that letters come from"),
        ("PASSWORD_FILE", "/nowhere/password", "can't be read"),
    ],
)
def test_what_can_not_work_is_said_at_the_start(name: str, value: str, said: str) -> None:
    environ = {"BRANCHLINE_MAIL_HOST": "mail.example.org", "BRANCHLINE_MAIL_FROM": "table@example.org"}
    with pytest.raises(Refused, match=said):
        Mail.configured(environ | {f"BRANCHLINE_MAIL_{name}": value})
