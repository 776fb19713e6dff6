"""Reach: where notices may be sent by people's own wish, and how.

An address that somebody types in must not lead this server into its own house: it is looked up, every answer is
checked, and exactly the one that was checked is spoken to, without following where it sends us on, for a short time.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from branchline.table.mail import Undelivered

PATIENCE: Final = 10.0
"""Seconds for all of it: looking up, speaking, the answer."""

PRIVATE: Final = "BRANCHLINE_NOTIFY_PRIVATE"
"""The environment's list of hosts in the house's own network that may be spoken to all the same: host:port, ..."""

HIDDEN_IN: Final = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")
)
"""Addresses of IPv6 that stand for others, of IPv4: where they lead is not to be seen."""


@dataclass(frozen=True)
class Reach:
    allowed: frozenset[str] = frozenset()  # "host:port" of what is private and may be reached all the same

    @classmethod
    def configured(cls, environ: Mapping[str, str]) -> "Reach":
        return cls(frozenset(part.strip().lower() for part in environ.get(PRIVATE, "").split(",") if part.strip()))

    async def check(self, url: str) -> tuple[SplitResult, str]:
        """The parts of an address and the one number to speak to; Undelivered for good if it is not to be reached."""
        parts, port = parts_of(url)
        host = str(parts.hostname)
        private = f"{host.lower()}:{port}" in self.allowed
        if parts.scheme != "https" and not private:
            raise Undelivered("The address has to begin with https://.", for_good=True)
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise Undelivered(f"There is no server called {host[:80]}.") from error
        numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if not private and not all(is_public(number) for number in numbers):
            raise Undelivered(f"{host[:80]} is in a private network: nothing is sent there.", for_good=True)
        return parts, numbers[0]

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Send it. Comes back when it was taken, else raises Undelivered."""
        import httpx  # slow to import; `trust` has done it

        spoken = False
        try:
            async with asyncio.timeout(PATIENCE):
                parts, number = await self.check(url)
                port = parts.port or (443 if parts.scheme == "https" else 80)
                at = f"[{number}]" if ":" in number else number
                target = parts._replace(netloc=f"{at}:{port}", fragment="").geturl()
                sent = {**headers, "Host": parts.netloc.rpartition("@")[2]}
                spoken = True
                async with (
                    httpx.AsyncClient(
                        verify=trust(), trust_env=False, follow_redirects=False, timeout=PATIENCE
                    ) as client,
                    client.stream(
                        "POST", target, content=body, headers=sent, extensions={"sni_hostname": parts.hostname}
                    ) as answer,
                ):
                    status = answer.status_code
        except (httpx.ConnectError, httpx.ConnectTimeout, ssl.SSLError) as error:
            raise Undelivered(f"{host_of(url)} does not answer.") from error
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError) as error:
            raise Undelivered(f"{host_of(url)} gave no answer in {PATIENCE:g} seconds.", uncertain=spoken) from error
        if status >= 300:
            lasting = 300 <= status < 500 and status not in (408, 425, 429)
            raise Undelivered(f"{host_of(url)} did not take it: {status}.", for_good=lasting, gone=status in (404, 410))


@cache
def trust() -> ssl.SSLContext:
    """Whose word on who somebody is we take. Made once: it takes a while, as does what speaks to others."""
    import httpx

    return httpx.create_ssl_context(trust_env=False)


def parts_of(url: str) -> tuple[SplitResult, int]:
    """An address of the web and its port."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), 0
    plain = url.isascii() and url.isprintable() and " " not in url.strip()
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain or parts.username or len(url) > 2000:
        raise Undelivered("That is no address of the web, such as https://example.org/hook.", for_good=True)
    return parts, port


def host_of(url: str) -> str:
    return str(urlsplit(url).hostname or "")[:80]


def is_public(number: str) -> bool:
    """Is this address one of the whole world's, not of this computer or of a network of its own?"""
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if any(address in net for net in HIDDEN_IN):
            return False
    return address.is_global and not address.is_multicast
