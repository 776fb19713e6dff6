"""The documentation as a site: every page and link of it holds, with the reference from the docstrings."""

import subprocess
import sys
from pathlib import Path

import pytest

from branchline.lab.bench import compiled

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not compiled(), reason="the same pages")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in ("rules/steam-power", "studies/seats", "data", "changes", "library", "learning"):
        assert (tmp_path / page / "index.html").exists(), page
    assert "Proximal policy optimisation" in (tmp_path / "reference/lab/index.html").read_text("utf-8")
    assert (tmp_path / "rules/mini-rails.svg").read_text("utf-8").startswith("<svg")
    assert list((tmp_path / "studies").glob("seats*.png"))
