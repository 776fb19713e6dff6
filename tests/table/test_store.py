"""What was acknowledged is kept; a database that cannot keep it says so in a sentence."""

import asyncio
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError

from branchline.table import migrations
from branchline.table.person import STRANGER
from branchline.table.service import Tables
from branchline.table.store import HEAD, LEARNED, Entry, Store
from branchline.table.table import Table
from branchline.table.trouble import Stale, Unavailable
from tests.table.party import ADA, first_move, people, play_turn, record_of, view_of

pytestmark = pytest.mark.anyio

STEPS = list(ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions())


async def test_a_restart_keeps_every_move(database: str, tables: Tables, rails: Table) -> None:
    for _ in range(5):
        await play_turn(rails, ADA)
    again = await Tables(database).get(rails.id)

    assert again.position == rails.position
    assert view_of(again, ADA) == view_of(rails, ADA)
    assert record_of(again, ADA) == record_of(rails, ADA)


async def test_a_database_that_knows_no_encoding_keeps_names_as_well(database: str) -> None:
    """PostgreSQL makes such databases where no locale is set."""
    if database.startswith("sqlite:"):
        pytest.skip("SQLite always knows its encoding")
    with Store(database).engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("drop database if exists plain")
        connection.exec_driver_sql("create database plain encoding 'SQL_ASCII' locale 'C' template template0")
    plain = database.replace("/postgres?", "/plain?")
    tables = Tables(plain)
    await tables.start()
    table = await tables.create("mini-rails", people("me Zoë", "here Øystein", "here 李"), ADA)
    await tables.stop()
    assert (await Tables(plain).get(table.id)).names == ["Zoë", "Øystein", "李"]


async def test_chance_is_stored_with_the_moves_so_that_a_replay_draws_nothing(tables: Tables, rails: Table) -> None:
    row, moves = tables.store.whole(rails.id)

    assert row.n == len(moves) == rails.n
    assert {move.seat for move in moves} == {-1}
    assert [move.text for move in moves] == [text for _, text in record_of(rails, STRANGER)["moves"]]


async def test_of_two_appends_of_the_same_move_one_is_refused(tables: Tables, rails: Table) -> None:
    row = tables.store.row(rails.id)
    moves = [Entry(0, first_move(rails, ADA), 0)]
    after = replace(row, n=row.n + 1, revision=row.revision + 1)
    tables.store.append(after, moves)
    for revision in (row.revision + 1, row.revision + 2):
        with pytest.raises(Stale):
            tables.store.append(replace(after, revision=revision), moves)

    assert tables.store.row(rails.id) == after


async def test_the_database_itself_holds_each_move_once(tables: Tables, rails: Table) -> None:
    with tables.store.engine.connect() as connection, pytest.raises(IntegrityError):
        connection.exec_driver_sql("insert into moves select * from moves where n = 1")


async def test_two_servers_play_at_one_table_without_losing_a_move(database: str, tables: Tables, rails: Table) -> None:
    other = Tables(database)
    there = await other.get(rails.id)
    n = rails.n
    move = first_move(rails, ADA)
    answers = await asyncio.gather(
        rails.play(ADA, move, n, confirm=True), there.play(ADA, move, n, confirm=True), return_exceptions=True
    )
    assert sum(isinstance(answer, Stale) for answer in answers) == 1, answers

    for server in (tables, other) * 4:
        await play_turn(await server.get(rails.id), ADA)
    assert (await tables.get(rails.id)).position == (await other.get(rails.id)).position


def test_a_server_tells_what_it_has_written_itself_from_what_others_wrote(file: Path) -> None:
    ours, theirs = Store(f"sqlite:///{file}"), Store(f"sqlite:///{file}")
    assert ours.written_elsewhere()  # as far as it knows
    assert not ours.written_elsewhere()

    ours.learn("ada", "mini-rails", "first")
    assert not ours.written_elsewhere()
    theirs.learn("bert", "mini-rails", "first")
    assert ours.written_elsewhere()
    assert not ours.written_elsewhere()
    theirs.learn("bert", "mini-rails", "second")
    ours.learn("ada", "mini-rails", "second")
    assert ours.written_elsewhere()


def test_what_others_write_just_before_or_after_a_transaction_of_ours_is_not_taken_for_it(file: Path) -> None:
    ours, theirs = Store(f"sqlite:///{file}"), Store(f"sqlite:///{file}")
    ours.written_elsewhere()
    with ours.writing() as connection:
        theirs.learn("bert", "mini-rails", "first")
        connection.execute(sa.insert(LEARNED).values(person="ada", game="mini-rails", lesson="first", at=0.0))
        assert not ours.written_elsewhere()  # as far as it can tell while it writes
    assert ours.written_elsewhere()

    ours.learn("ada", "mini-rails", "second")
    theirs.learn("bert", "mini-rails", "second")
    assert ours.written_elsewhere()
    assert not ours.written_elsewhere()


def test_after_a_fault_of_the_file_the_next_transaction_goes_over_another_line(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    with store.writing() as connection:
        line = connection.connection.driver_connection
    with pytest.raises(Unavailable), store.writing() as connection:
        connection.exec_driver_sql("insert into nowhere values (1)")
    store.learn("ada", "mini-rails", "first")
    assert store.learned("ada", "mini-rails") == ["first"]
    with store.writing() as connection:
        assert connection.connection.driver_connection is not line


def test_what_others_write_while_a_line_is_replaced_is_not_missed(file: Path) -> None:
    """Another line begins its count anew, and might come to the same number."""
    ours, theirs = Store(f"sqlite:///{file}"), Store(f"sqlite:///{file}")
    ours.written_elsewhere()
    for lesson in ("first", "second", "third"):
        with pytest.raises(Unavailable), ours.writing() as connection:
            connection.exec_driver_sql("insert into nowhere values (1)")
        theirs.learn("bert", "mini-rails", lesson)
        assert ours.written_elsewhere(), lesson


async def test_moves_are_on_the_disk_before_they_are_acknowledged(file: Path, tables: Tables) -> None:
    with tables.store.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2  # full


async def test_the_migrations_make_what_the_store_expects(tables: Tables) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from branchline.table.store import schema

    with tables.store.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), schema)
    assert differences == []


def test_the_newest_migration_is_the_one_that_the_store_asks_for() -> None:
    folder = Path(migrations.__file__).parent
    assert ScriptDirectory(str(folder)).get_current_head() == HEAD


@pytest.mark.parametrize("older", [step.revision for step in STEPS if step.revision != HEAD])
async def test_a_database_of_an_older_branchline_is_brought_up_to_date(
    database: str, tables: Tables, rails: Table, older: str
) -> None:
    before = tables.store.whole(rails.id)
    with tables.store.engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.downgrade(config, older)
    store = Store(database)
    store.open()
    assert store.whole(rails.id) == before
    store.close()


async def test_a_database_of_a_newer_branchline_is_left_alone(database: str, tables: Tables) -> None:
    with tables.store.engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    with pytest.raises(Unavailable, match="newer Branchline"):
        Store(database).open()


def test_a_file_that_is_no_database_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "letter.sqlite"
    file.write_text("Dear Ada, " * 500)
    with pytest.raises(Unavailable, match="damaged"):
        Store(str(file)).open()
    assert file.read_text() == "Dear Ada, " * 500


async def test_a_damaged_file_gives_a_sentence_and_not_half_a_game(
    database: str, file: Path, tables: Tables, rails: Table
) -> None:
    await tables.stop()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    file.write_bytes(content)

    def read() -> None:
        store = Store(database)
        store.open()
        store.whole(rails.id)

    with pytest.raises(Unavailable, match="damaged"):
        read()


@pytest.mark.parametrize(
    "damage",
    [
        "delete from moves where n = 5",
        "update moves set text = 'tile 9z turned 7' where n = 9",
        "update moves set code = 77777 where n = 9",
        "update moves set code = -9223372036854775808 where n = 9",
        "update moves set seat = 2 where n = 9",
    ],
)
async def test_moves_that_were_tampered_with_are_noticed(
    database: str, tables: Tables, rails: Table, damage: str
) -> None:
    with tables.store.engine.begin() as connection:
        connection.exec_driver_sql(damage)
    with pytest.raises(Unavailable, match="damaged"):
        await Tables(database).get(rails.id)


async def test_a_read_only_database_refuses_a_move_and_keeps_the_game(file: Path, tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), ADA)
    before = view_of(table, ADA)
    await tables.stop()
    reading = Tables(f"sqlite:///file:{file}?mode=ro&uri=true")
    table = await reading.get(table.id)
    with pytest.raises(Unavailable, match="read-only"):
        await table.play(ADA, first_move(table, ADA), table.n)

    assert view_of(table, ADA) == before


def test_a_server_on_a_read_only_file_says_so_at_once() -> None:
    """As a user without rights: root may write everything."""
    script = (
        "import os, sys\n"
        "from branchline.table.store import Store\n"
        "store = Store(sys.argv[1])\n"
        "if os.getuid() == 0: os.setuid(65534)\n"
        "try: store.open()\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        store = Store(str(file))
        store.open()
        store.close()
        file.chmod(0o444)
        Path(folder).chmod(0o555)
        done = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False)
        Path(folder).chmod(0o755)

    assert done.stdout.startswith("Unavailable The database"), done
    assert "read-only" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://somewhere/x", "SQLite or PostgreSQL"),
        ("nonsense://", "not the URL|SQLite or PostgreSQL"),
        ("/proc/nowhere/x.sqlite", "can't be opened"),
        ("sqlite+fancy:///x.sqlite", "no database driver"),
    ],
)
def test_a_database_that_cannot_be(url: str, words: str) -> None:
    with pytest.raises(Unavailable, match=words):
        Store(url).open()


async def test_many_tables_do_not_fill_the_memory(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.table.service.CACHED", 5)
    made = [await tables.create("hidden-hands", people("me Ada", "here Bert"), ADA) for _ in range(12)]
    assert len(tables._tables) <= 5
    assert [(await tables.get(table.id)).n for table in made] == [table.n for table in made]
