"""The small data sets hold what these rules play: the records replay, and their digest is that of the card."""

import json
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import branchline

DATA = Path(__file__).parents[2] / "docs/data"


@pytest.mark.parametrize("name", branchline.games())
def test_a_data_set_replays_and_its_card_speaks_of_it(name: str) -> None:
    file = pq.ParquetFile(DATA / f"{name}.parquet")
    made = json.loads(file.metadata.metadata[b"branchline"])
    rows = file.read(columns=["record", "scores"]).to_pylist()
    digest = sha256("".join(row["record"] for row in rows).encode()).hexdigest()
    assert (made["digest"], made["games"]) == (digest, len(rows))
    card = (DATA / f"{name}.md").read_text("utf-8")
    assert made["digest"] in card
    assert made["command"] in card
    assert branchline.replay(json.loads(rows[0]["record"])).scores() == rows[0]["scores"]
