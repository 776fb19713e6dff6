"""Mail: letters by the server that the host names; without one there is none, and pages say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from typing import Final

import aiosmtplib

from branchline.refusal import Refused
from branchline.table.trouble import Unavailable

PORTS: Final = {"starttls": 587, "tls": 465, "none": 25}
"""How the line is closed to others, and the port that goes with it."""

PATIENCE: Final = 20.0
"""Seconds for each answer of the mail server."""

HOST: Final = "BRANCHLINE_MAIL_HOST"
PORT: Final = "BRANCHLINE_MAIL_PORT"
USER: Final = "BRANCHLINE_MAIL_USER"
PASSWORD_FILE: Final = "BRANCHLINE_MAIL_PASSWORD_FILE"
FROM: Final = "BRANCHLINE_MAIL_FROM"
TLS: Final = "BRANCHLINE_MAIL_TLS"
"""What the environment may say of it; all worker processes read it there."""


class Undelivered(Unavailable):
    """A message that was not taken.

    `for_good`: it will not be taken later either; `gone`: nobody is there any more. `uncertain`: the line broke before
    the answer, so it may have been.
    """

    def __init__(self, reason: str, *, for_good: bool = False, gone: bool = False, uncertain: bool = False) -> None:
        super().__init__("notices", reason)
        self.for_good = for_good
        self.gone = gone
        self.uncertain = uncertain


@dataclass(frozen=True)
class Mail:
    host: str
    sender: str  # the address that letters come from
    port: int = 587
    user: str = ""
    password: str = field(default="", repr=False)
    tls: str = "starttls"

    @classmethod
    def configured(cls, environ: Mapping[str, str]) -> "Mail | None":
        """As the environment says; None if it names no server. Refuses what can't work."""
        host = environ.get(HOST, "").strip()
        if not host:
            return None
        tls = environ.get(TLS, "").strip().lower() or "starttls"
        if tls not in PORTS:
            raise Refused("mail", f"{TLS} is one of {', '.join(PORTS)}, not {tls[:20]!r}.")
        port = environ.get(PORT, "").strip() or str(PORTS[tls])
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise Refused("mail", f"{PORT} is the number of a port, not {port[:20]!r}.")
        sender = environ.get(FROM, "").strip() or environ.get(USER, "").strip()
        if not is_address(parseaddr(sender)[1]):
            raise Refused("mail", f"{FROM} has to be the address that letters come from, not {sender[:80]!r}.")
        return cls(host, sender, int(port), environ.get(USER, "").strip(), password_in(environ), tls)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Hand one letter to the server. Comes back when it has taken it, else raises Undelivered."""
        letter = self.letter(to, subject, text)
        line = aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            timeout=PATIENCE,
            use_tls=self.tls == "tls",
            start_tls=self.tls == "starttls",
        )
        handed = False
        try:
            async with line:
                if self.user:
                    await line.login(self.user, self.password)
                await line.mail(parseaddr(self.sender)[1])
                await line.rcpt(to)
                handed = True
                await line.data(letter.as_bytes())
        except aiosmtplib.SMTPResponseException as answer:
            said = f"The mail server did not take it: {answer.code} {str(answer.message)[:200]}."
            raise Undelivered(said, for_good=answer.code >= 500) from answer
        except aiosmtplib.SMTPRecipientsRefused as answer:
            raise Undelivered("The mail server does not know this address.", for_good=True) from answer
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            reason = f"The mail server {self.host} does not answer ({type(error).__name__})."
            raise Undelivered(reason, uncertain=handed) from error

    def letter(self, to: str, subject: str, text: str) -> EmailMessage:
        if not is_address(to):
            raise Undelivered(f"{to[:80]!r} is no address for mail.", for_good=True)
        letter = EmailMessage()
        letter["From"] = self.sender
        letter["To"] = to
        letter["Subject"] = " ".join(subject.split())[:200]
        letter["Date"] = formatdate(localtime=False)
        letter["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].partition("@")[2] or "branchline")
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        return letter


def password_in(environ: Mapping[str, str]) -> str:
    """The first line of the password's file: no password stands in an option that others can see."""
    file = environ.get(PASSWORD_FILE, "").strip()
    if not file:
        return ""
    try:
        return (Path(file).read_text("utf-8").splitlines() or [""])[0]
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("mail", f"The file of the mail server's password, {file}, can't be read: {error}.") from error


def is_address(text: str) -> bool:
    """Could a letter be sent there? One plain address, without a name around it."""
    local, _, domain = text.partition("@")
    plain = text.isprintable() and not set(' ,;:<>()[]\\"@') & set(local + domain)
    return bool(local and domain) and plain and len(text) <= 254
