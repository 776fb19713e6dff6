"""What goes to PyPI: a wheel that works uncompiled, and descriptions that PyPI takes."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import branchline
from branchline.lab.bench import compiled

ROOT = Path(__file__).parents[1]
SESSION = """
import branchline
pos = branchline.game("mini-rails").start(seats=3, seed=7)
while not pos.over:
    pos.play(branchline.player("greedy").choose(pos))
print(branchline.__file__, branchline.__version__, pos.winners())
"""


@pytest.mark.skipif(not compiled(), reason="the same wheel")
def test_the_wheel_without_a_compiler_works_and_pypi_takes_it(tmp_path: Path) -> None:
    uncompiled = os.environ | {"BRANCHLINE_COMPILED": "0"}
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, env=uncompiled, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"branchline-{branchline.__version__}-py3-none-any.whl"
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    # As pip unpacks it, beside the packages that are installed here.
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(bare)], check=True)
    done = subprocess.run(
        [sys.executable, "-c", SESSION], env=uncompiled | {"PYTHONPATH": str(bare)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(bare))


def test_the_citation_and_the_changes_know_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited["version"], cited["license"], cited["type"]) == (branchline.__version__, "MIT", "software")
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert branchline.__version__ in versions


def test_wheels_are_configured_for_linux_and_macos() -> None:
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert wheels["linux"]["archs"] == ["x86_64", "aarch64"]
    assert wheels["macos"]["archs"] == ["x86_64", "arm64"]
