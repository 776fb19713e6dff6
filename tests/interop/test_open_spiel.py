"""Our games under OpenSpiel: in a process of its own, since importing it takes hold of sys.stderr for good,
which breaks later tests that redirect it."""

import re
import subprocess
import sys
from pathlib import Path


def test_our_games_play_under_openspiel() -> None:
    checks = Path(__file__).with_name("under_open_spiel.py")
    done = subprocess.run([sys.executable, "-m", "pytest", "-v", str(checks)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 12


def test_one_import_registers_them_and_the_process_ends_well() -> None:
    script = (
        'import branchline.interop.open_spiel, pyspiel; print(pyspiel.load_game("branchline_mini_rails(players=4)"))'
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "branchline_mini_rails(players=4)"), done.stderr
