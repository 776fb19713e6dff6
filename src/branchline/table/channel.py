"""A channel: a way by which somebody is reached. Their browser, their mail, or a hook of a place where they talk."""

import base64
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.mail import Mail, Undelivered
from branchline.table.notice import Letter
from branchline.table.reach import Reach
from branchline.table.store import Store, schema, stale

if TYPE_CHECKING:
    from py_vapid import Vapid02  # slow to import, seldom needed

CHANNELS: Final = sa.Table(
    "channels",
    schema,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("keys", sa.JSON, nullable=False),  # of a browser, to write so that only it can read
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("site", sa.String(200), nullable=False),  # where its owner finds this server
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("trouble", sa.String(200), nullable=False),  # why the last letter did not arrive
)

HOUSE_KEYS: Final = sa.Table(
    "house_keys",
    schema,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

KINDS: Final = {
    "push": "Browser",
    "mail": "Mail",
    "ntfy": "ntfy",
    "discord": "Discord",
    "slack": "Slack",
    "matrix": "Matrix",
}
HOOKS: Final = tuple(kind for kind in KINDS if kind not in ("push", "mail"))

DAYS: Final = 3 * 24 * 3600
"""Seconds for which a browser that is switched off is waited for."""


@dataclass(frozen=True)
class Channel:
    id: str
    person: str
    kind: str
    address: str
    keys: Mapping[str, str]
    label: str
    site: str
    trouble: str = ""


class Channels:
    """How letters go out, by kind."""

    def __init__(self, store: Store, mail: Mail | None, reach: Reach) -> None:
        self.store = store
        self.mail = mail
        self.reach = reach
        self._vapid: Vapid02 | None = None

    async def send(self, channel: Channel, letter: Letter) -> None:
        """Hand a letter over, or raise Undelivered."""
        link = f"{channel.site}{letter.path}"
        if channel.kind == "mail":
            if self.mail is None:
                raise Undelivered("This server sends no mail any more.", for_good=True)
            foot = f"\n\n{link}\n\nHow you are called: {channel.site}/me/notices"
            await self.mail.send(channel.address, letter.subject, letter.text + foot)
        elif channel.kind == "push":
            await self.push(channel, letter, link)
        else:
            body, headers = HOOK[channel.kind](letter, link)
            await self.reach.post(channel.address, body, headers)

    # -- browsers --------------------------------------------------------------------------

    async def push(self, channel: Channel, letter: Letter, link: str) -> None:
        """By the push service of somebody's browser; it can't read what it carries."""
        from pywebpush import WebPusher  # slow to import, seldom needed

        told = {"title": letter.subject, "body": letter.text, "url": link, "tag": letter.path}
        try:
            pusher = WebPusher({"endpoint": channel.address, "keys": dict(channel.keys)})
            body = pusher.encode(json.dumps(told).encode())["body"]
        except Exception as error:  # whatever is wrong with keys that a browser gave us
            raise Undelivered("This browser can't be written to: its keys are no good.", for_good=True) from error
        where = urlsplit(channel.address)
        claims = {"aud": f"{where.scheme}://{where.netloc}", "sub": self.contact, "exp": int(time.time()) + 12 * 3600}
        headers = {
            **self.vapid().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAYS),
            "Urgency": "normal",
        }
        await self.reach.post(channel.address, body, headers)

    @property
    def contact(self) -> str:
        """Whom a push service can write to if something is wrong."""
        return f"mailto:{self.mail.sender.rpartition('<')[2].rstrip('>')}" if self.mail else "mailto:host@localhost"

    @property
    def public_key(self) -> str:
        """What a browser has to know to take notices of this server and of no other."""
        from cryptography.hazmat.primitives import serialization

        key = self.vapid().public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(key).decode().rstrip("=")

    def vapid(self) -> "Vapid02":
        """The server's own key: made at the first start, kept with the games, the same for all its workers."""
        from py_vapid import Vapid02

        if self._vapid is None:
            self._vapid = Vapid02.from_string(self._kept_key())
        return self._vapid

    def _kept_key(self) -> str:
        kept = sa.select(HOUSE_KEYS.c.value).where(HOUSE_KEYS.c.name == "vapid")
        for _ in range(2):
            with self.store.reading() as connection:
                found = connection.execute(kept).scalar()
            if found is not None:
                return str(found)
            try:
                with self.store.writing() as connection:
                    connection.execute(sa.insert(HOUSE_KEYS).values(name="vapid", value=new_key()))
            except Refused:
                continue  # another worker was first
        raise stale()


def new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


# -- hooks -------------------------------------------------------------------------------------------


def as_json(said: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    return json.dumps(said).encode(), {"Content-Type": "application/json"}


def to_discord(letter: Letter, link: str) -> tuple[bytes, dict[str, str]]:
    """A name or a title calls nobody: mentions are switched off."""
    text = f"{letter.subject}\n{letter.text}\n{link}"[:1900]
    return as_json({"content": text, "allowed_mentions": {"parse": []}})


def to_slack(letter: Letter, link: str) -> tuple[bytes, dict[str, str]]:
    text = f"{letter.subject}\n{letter.text}"
    for sign, word in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, word)
    return as_json({"text": f"{text}\n{link}"})


def to_matrix(letter: Letter, link: str) -> tuple[bytes, dict[str, str]]:
    """As the hooks of Matrix's bridges take it."""
    return as_json({"text": f"{letter.subject}\n{letter.text}\n{link}", "username": "Branchline"})


def to_ntfy(letter: Letter, link: str) -> tuple[bytes, dict[str, str]]:
    """Its headers carry ASCII only, but for what is coded as in mail."""
    title = f"=?UTF-8?B?{base64.b64encode(letter.subject.encode()).decode()}?="
    return letter.text.encode(), {"Title": title, "Click": link, "Tags": "railway_track"}


HOOK: Final[dict[str, Callable[[Letter, str], tuple[bytes, dict[str, str]]]]] = {
    "discord": to_discord,
    "slack": to_slack,
    "matrix": to_matrix,
    "ntfy": to_ntfy,
}
