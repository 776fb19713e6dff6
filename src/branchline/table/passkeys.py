"""Passkeys: a device or a keyring proves who somebody is (WebAuthn). The house keeps the public half.

Every question that a passkey answers is asked once: an answer that is sent again finds its question spent.
"""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from branchline.game import Json
from branchline.table.person import STRANGER, Person
from branchline.table.persons import Belongings, Persons
from branchline.table.store import Store, schema
from branchline.table.trouble import NotYours
from branchline.table.way_back import Kind, WaysBack

PASSKEYS = sa.Table(
    "passkeys",
    schema,
    sa.Column("id", sa.String(1400), primary_key=True),  # the credential's own, base64url
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),  # as the passkey counts them; most never do
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("used", sa.Double),
)

HOUSE: Final = "Branchline"


@dataclass(frozen=True)
class Site:
    """Where the page stands: a passkey answers for its own site alone."""

    host: str  # without the port
    origin: str  # with scheme and port


@dataclass(frozen=True)
class Passkey:
    id: str
    label: str
    created: float
    used: float | None


class Passkeys:
    def __init__(self, store: Store, persons: Persons, ways: WaysBack) -> None:
        self.store = store
        self.persons = persons
        self.ways = ways
        persons.belongings.append(Belongings(join, forget))

    async def of(self, person: Person) -> list[Passkey]:
        return await asyncio.to_thread(self._of, person.mark)

    def _of(self, mark: str) -> list[Passkey]:
        query = sa.select(PASSKEYS).where(PASSKEYS.c.person == mark).order_by(PASSKEYS.c.created)
        with self.store.reading() as connection:
            return [Passkey(row.id, row.label, row.created, row.used) for row in connection.execute(query)]

    # -- a new one -----------------------------------------------------------------------

    async def ask_for(self, person: Person, site: Site) -> Json:
        """What a browser needs to make a passkey for somebody."""
        import webauthn  # slow to import, seldom needed
        from webauthn.helpers import structs

        challenge = await self.ways.offer(person, Kind.CHALLENGE)
        known = [
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(key.id))
            for key in await self.of(person)
        ]
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_id=bytes.fromhex(person.mark),
            user_name=person.name or HOUSE,
            challenge=challenge.encode(),
            exclude_credentials=known,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
        )
        return as_json(options)

    async def add(self, person: Person, answer: Json, label: str, site: Site) -> None:
        """Keep the passkey that a browser has made for somebody who was asked."""
        await asyncio.to_thread(self._add, person, answer, label, site)

    def _add(self, person: Person, answer: Json, label: str, site: Site) -> None:
        import webauthn
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = challenge_of(answer)
        with self.store.writing() as connection:
            if self.ways.spend(connection, challenge, Kind.CHALLENGE).person != person.mark:
                raise NotYours("links", "Somebody else was asked for this passkey.")
            try:
                made = webauthn.verify_registration_response(
                    credential=answer,
                    expected_challenge=challenge.encode(),
                    expected_rp_id=site.host,
                    expected_origin=site.origin,
                )
            except (WebAuthnException, ValueError, KeyError, TypeError) as error:
                raise NotYours("links", "This passkey is not good for this site.") from error
            values = {
                "id": bytes_to_base64url(made.credential_id),
                "person": person.mark,
                "public_key": made.credential_public_key,
                "uses": made.sign_count,
                "label": label[:80],
                "created": self.store.clock.now(),
            }
            connection.execute(sa.insert(PASSKEYS).values(values))

    async def drop(self, person: Person, id: str) -> None:
        await asyncio.to_thread(self._drop, person.mark, id)

    def _drop(self, mark: str, id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(PASSKEYS).where(PASSKEYS.c.person == mark, PASSKEYS.c.id == id))

    # -- coming back ---------------------------------------------------------------------

    async def ask(self, site: Site) -> Json:
        """What a browser needs to let a passkey answer who comes."""
        import webauthn

        challenge = await self.ways.offer(STRANGER, Kind.CHALLENGE)
        return as_json(webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge.encode()))

    async def open_on(self, answer: Json, site: Site, key: str, label: str, join: Person | None = None) -> Person:
        """The device with this key leads to whom the passkey answers for. With `join`, who came with it so far
        is the same human."""
        person = await asyncio.to_thread(self._open_on, answer, site, key, label, join)
        self.persons.forget()
        return person

    def _open_on(self, answer: Json, site: Site, key: str, label: str, join: Person | None) -> Person:
        import webauthn
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = challenge_of(answer)
        with self.store.writing() as connection:
            if self.ways.spend(connection, challenge, Kind.CHALLENGE).person != STRANGER.mark:
                raise NotYours("links", "This answer is to another question.")
            asked = sa.select(PASSKEYS).where(PASSKEYS.c.id == str(answer.get("id"))[:1400])
            row = connection.execute(asked).first()
            if row is None:
                raise NotYours("links", "Nobody here has this passkey, or they have taken it away.")
            try:
                proved = webauthn.verify_authentication_response(
                    credential=answer,
                    expected_challenge=challenge.encode(),
                    expected_rp_id=site.host,
                    expected_origin=site.origin,
                    credential_public_key=row.public_key,
                    credential_current_sign_count=row.uses,
                )
            except (WebAuthnException, ValueError, KeyError, TypeError) as error:
                raise NotYours("links", "This passkey's answer is not good.") from error
            used = {"uses": proved.new_sign_count, "used": self.store.clock.now()}
            connection.execute(sa.update(PASSKEYS).where(PASSKEYS.c.id == row.id).values(used))
            return self.persons.lead(connection, key, label, row.person, join)


def challenge_of(answer: Json) -> str:
    """The question that an answer says it answers; what it says is checked with its signature."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        said = parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        return said.challenge.decode("ascii")
    except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotYours("links", "This is no answer of a passkey.") from error


def as_json(options: Any) -> Json:
    import webauthn

    made: Json = json.loads(webauthn.options_to_json(options))
    return made


def join(connection: sa.Connection, old: str, new: str) -> None:
    connection.execute(sa.update(PASSKEYS).where(PASSKEYS.c.person == old).values(person=new))


def forget(connection: sa.Connection, mark: str) -> None:
    connection.execute(sa.delete(PASSKEYS).where(PASSKEYS.c.person == mark))
