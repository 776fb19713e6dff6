"""Thinkers on a real Ray cluster: two nodes on this machine, with a token. The same moves as here."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from branchline.cli import app
from branchline.refusal import Refused
from branchline.table.cluster import check

SCRIPT = Path(__file__).parent / "on_cluster.py"
TOKEN = "a-token-that-only-this-club-knows-0123456789"
LONG = 240  # seconds: a machine may be busy with much else

once = [
    pytest.mark.slow,
    pytest.mark.skipif("BRANCHLINE_TEST_RAY" not in os.environ, reason="BRANCHLINE_TEST_RAY=1 starts a cluster"),
]


def environment(token: str | None) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    own |= {
        "RAY_raylet_start_wait_time_s": str(LONG),
        "RAY_agent_register_timeout_ms": str(1000 * LONG),
        "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": str(LONG),
    }
    return own if token is None else {**own, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(SCRIPT), "cluster", str(port)]
    with subprocess.Popen(
        command, env=environment(TOKEN), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("two nodes"):
                break
        else:
            pytest.skip("Ray itself does not start on this machine.")
        yield f"ray://127.0.0.1:{port}"
        process.stdin.close()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()


def asked(address: str, token: str | None) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "ask", address],
        env=environment(token),
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return told


class TestOnACluster:
    pytestmark = once

    def test_bots_and_matches_are_the_same_as_here(self, address: str) -> None:
        told = asked(address, TOKEN)
        assert "nodes" in told, told
        assert (told["nodes"], told["thinkers"]) == (2, 2)
        assert told["moves"] == told["moves here"]
        assert told["match"] == told["match here"]

    @pytest.mark.parametrize("token", [None, "another-token-of-another-club-0123456789"])
    def test_who_has_not_its_token_is_told_so(self, address: str, token: str | None) -> None:
        assert "asks for its token, in RAY_AUTH_TOKEN" in asked(address, token)["refused"]


@pytest.mark.parametrize(
    ("on", "why"), [("ray", "Thinkers are on a Ray cluster"), ("ray://127.0.0.1:1", "Nobody answers")]
)
def test_what_is_no_cluster_is_refused(on: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        check(on)


def test_serve_refuses_a_cluster_where_nobody_answers_before_it_serves() -> None:
    refused = CliRunner().invoke(app, ["serve", "--port", "0", "--thinkers", "ray://127.0.0.1:1"]).exception
    assert isinstance(refused, Refused)
    assert "ray://127.0.0.1:1" in refused.reason
