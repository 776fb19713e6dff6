"""A mail server and a push service on this machine that keep what they are given."""

import base64
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from branchline.table.mail import Mail
from branchline.table.reach import Reach


class Letterbox:
    """What has come in, in its order; `answer` is what the next letters are told."""

    def __init__(self, port: int) -> None:
        self.mail = Mail("127.0.0.1", "Branchline <table@example.org>", port, tls="none")
        self.letters: list[EmailMessage] = []
        self.answer = "250 taken"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            letter = BytesParser(policy=default).parsebytes(envelope.content or b"")  # type: ignore[arg-type]
            assert isinstance(letter, EmailMessage)
            self.letters.append(letter)
        return self.answer

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]


@contextmanager
def letterbox() -> Iterator[Letterbox]:
    box = Letterbox(free_port())
    server = Controller(box, hostname="127.0.0.1", port=box.mail.port)
    server.start()
    try:
        yield box
    finally:
        server.stop()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class PushService:
    """What a browser's maker runs: takes what is pushed, and can't read it. The browser that can is in here, too."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.reach = Reach(frozenset({f"127.0.0.1:{port}"}))
        self.status = 201
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}

    def subscribe(self, name: str) -> dict[str, object]:
        """As `pushManager.subscribe` gives it."""
        private, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.keys[f"/{name}"] = private, secret
        public = private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": f"{self.url}/{name}", "keys": {"p256dh": coded(public), "auth": coded(secret)}}

    def read(self, name: str) -> list[dict[str, str]]:
        """What a browser shows of it."""
        private, secret = self.keys[f"/{name}"]
        return [
            json.loads(http_ece.decrypt(body, private_key=private, auth_secret=secret, version="aes128gcm"))
            for path, _, body in self.taken
            if path == f"/{name}"
        ]


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService(free_port())

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            service.taken.append((self.path, dict(self.headers), body))
            self.send_response(service.status)
            self.send_header("location", f"{service.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", int(service.url.rpartition(":")[2])), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
