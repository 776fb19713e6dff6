"""Our games under OpenSpiel: in a process of its own, since importing it takes hold of sys.stderr for good,
which breaks later tests that redirect it."""

import subprocess
import sys
from pathlib import Path

import branchline


def test_our_games_play_under_openspiel() -> None:
    checks = Path(__file__).with_name("under_open_spiel.py")
    done = subprocess.run([sys.executable, "-m", "pytest", "-v", str(checks)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(branchline.games()) + 3} passed" in done.stdout
