"""The yardsticks in bench/: each says what it measures and what it can be told; that they fit the house, mypy holds."""

import runpy
from pathlib import Path

import pytest

BENCHES = sorted((Path(__file__).parents[1] / "bench").glob("*.py"))


@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: bench.stem)
def test_a_bench_that_is_asked_for_help_explains_itself_and_measures_nothing(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [str(bench), "--help"])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(bench), run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {bench.name}")
