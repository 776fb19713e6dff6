"""Records and tables of older commits: they open for ever, and lead to the same end.

A folder holds what the commit of its name made: games of every case, played at random and by greedy
players, and a database of running tables, each with a draft. 118b08e was the last with the first form of the
database, 128247c the last before people had persons.
"""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

import branchline
from branchline.game import Json
from branchline.table.person import Person
from branchline.table.service import Tables

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.jsonl"))
DATABASES = sorted(HERE.glob("*/*.db"))
TABLES = {"118b08e": 4, "128247c": 10}


def kept(file: Path) -> list[Json]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_an_older_record_leads_to_the_same_end(file: Path) -> None:
    for game in kept(file):
        position = branchline.replay(game["record"])
        assert position.over, game["case"]
        assert position.scores() == game["scores"], game["case"]
        assert position.winners() == game["winners"], game["case"]
        assert position.record() == game["record"], game["case"]


@pytest.mark.parametrize("file", DATABASES, ids=lambda file: file.parent.name)
def test_running_tables_of_an_older_database_are_played_to_their_end(file: Path, tmp_path: Path) -> None:
    commit = file.parent.name
    owner = Person.with_key(f"key-of-commit-{commit}-0123456789")
    asyncio.run(play_on(Path(shutil.copy(file, tmp_path / "tables.sqlite")), owner, TABLES[commit]))


async def play_on(database: Path, owner: Person, count: int) -> None:
    """All that was begun there, by who held the seats: the key in their browser is still good."""
    tables = Tables(str(database))
    await tables.start()
    try:
        found = await tables.list(owner, mine=True)
        assert len(found) == count
        for summary in found:
            table = await tables.get(summary.id)
            assert table.draft is not None, "what was drafted is still there"
            while not table.over:
                mover = table.to_act
                assert mover is not None
                drafted = table.draft
                if drafted is not None and drafted.complete:
                    await table.confirm(owner, table.count(mover), mover)
                else:
                    move = sorted(table.seen(mover).codes())[table.n % 3 :: 3] or table.seen(mover).legal()
                    await table.play(owner, move[0], table.count(mover), mover, confirm=True)
            record = table.sight.record(table.sight.eyes(owner))
            assert branchline.replay({key: record[key] for key in record if key != "seed"}).over
    finally:
        await tables.stop()
