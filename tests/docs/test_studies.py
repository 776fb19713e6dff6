"""The studies run as documents: each notebook from the top to the bottom, with a few games, and draws its plots."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from branchline.lab.bench import compiled

STUDIES = sorted((Path(__file__).parents[2] / "docs/studies").glob("*.ipynb"))


@pytest.mark.skipif(not compiled(), reason="the same code, thirty times as slow")
@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_runs_and_draws(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDY_GAMES", "2")
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert any(output.get("name") == "stdout" for output in outputs)


def test_there_is_a_study_of_each_question() -> None:
    assert [file.stem for file in STUDIES] == ["length", "parts", "seats", "thinking"]


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_the_notebook_that_is_kept_shows_what_it_found(file: Path) -> None:
    cells = nbformat.read(file, as_version=4).cells
    assert any("image/png" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
