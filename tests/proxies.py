"""A real nginx and a real Caddy, where installed, before a real server; with the very files of docs/recipes."""

import datetime
import ipaddress
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

RECIPES = Path(__file__).parents[1] / "docs" / "recipes"
PROXIES = ("nginx", "caddy")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that we sign ourselves, and its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "club")]),
    )
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    pem, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "club.pem").write_bytes(made.public_bytes(pem))
    (folder / "club.key").write_bytes(key.private_bytes(pem, private, serialization.NoEncryption()))
    return folder / "club.pem", folder / "club.key"


class Club:
    """A server behind a proxy, and what the server has written down."""

    def __init__(self, folder: Path, url: str, certificate: Path, journal: Path) -> None:
        self.folder, self.url, self.journal = folder, url, journal
        self.trust = ssl.create_default_context(cafile=str(certificate))

    def browser(self, address: str = "127.0.0.1") -> httpx.Client:
        """Somebody's browser, at this address of the machine."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=address)
        headers = {"accept": "text/html", "origin": self.url.removesuffix("/rails")}
        return httpx.Client(transport=transport, base_url=self.url, headers=headers, timeout=60)

    @property
    def written(self) -> str:
        return self.journal.read_text("utf-8")


@contextmanager
def club_behind(
    proxy: str, folder: Path, *options: str, named: bool = True, hidden: Sequence[str] = ()
) -> Iterator[Club]:
    """A club behind nginx or Caddy as the recipe has it, but for ports, certificate, and the lines that are hidden.
    If it is not `named`, the server knows nothing of its address."""
    if shutil.which(proxy) is None:
        pytest.skip(f"{proxy} is not installed here (Debian and Ubuntu: apt install {proxy})")
    front, back = free_port(), free_port()
    certificate, key = own_certificate(folder)
    url = f"https://127.0.0.1:{front}/rails"
    text = written_for(proxy, folder, front, back, certificate, key)
    if not named:
        text = text.replace(f"127.0.0.1:{back};", f"127.0.0.1:{back}/;")  # what knows no prefix is asked without it
    for line in hidden:
        assert line in text
        text = re.sub(rf".*{re.escape(line)}.*\n", "", text)
    (folder / "proxy.conf").write_text(text)
    journal = folder / "journal"
    serve = [
        sys.executable,
        "-m",
        "branchline",
        "serve",
        "--port",
        str(back),
        "--database",
        str(folder / "club.sqlite"),
    ]
    with journal.open("w") as out:
        server = subprocess.Popen([*serve, *(["--url", url] if named else []), *options], stdout=out, stderr=out)
    door = subprocess.Popen(command_of(proxy, folder), stderr=subprocess.DEVNULL)
    club = Club(folder, url, certificate, journal)
    try:
        answers(club, [server, door])
        yield club
    finally:
        for process, stop in ((door, signal.SIGTERM), (server, signal.SIGINT)):
            process.send_signal(stop)
            process.wait(30)


def written_for(proxy: str, folder: Path, front: int, back: int, certificate: Path, key: Path) -> str:
    """The recipe, for this machine: other ports, a certificate of our own, and no folder of the system."""
    text = (RECIPES / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[proxy]).read_text("utf-8")
    assert "127.0.0.1:8000" in text
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{back}")
    if proxy == "caddy":
        there = f"https://127.0.0.1:{front} {{\n\ttls {certificate} {key}\n"
        return text.replace("club.example {", f"{{\n\tadmin off\n\tauto_https off\n}}\n{there}")
    changes = {
        "listen 443 ssl http2;": f"listen 127.0.0.1:{front} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "/etc/letsencrypt/live/club.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/club.example/privkey.pem": str(key),
    }
    for usual, ours in changes.items():
        assert usual in text
        text = text.replace(usual, ours)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return f"daemon off; pid {folder}/pid; events {{}}\nhttp {{ access_log off; {folders}\n{text}\n}}\n"


def command_of(proxy: str, folder: Path) -> list[str]:
    if proxy == "nginx":
        return ["nginx", "-c", str(folder / "proxy.conf"), "-e", str(folder / "proxy.log")]
    return ["caddy", "run", "--config", str(folder / "proxy.conf"), "--adapter", "caddyfile"]


def answers(club: Club, processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait until the club can be reached."""
    with club.browser() as browser:
        for _ in range(1200):
            assert all(process.poll() is None for process in processes), club.written
            try:
                if browser.get("/health").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
    raise AssertionError(f"the club does not answer: {club.written}")
