"""A host looks after the tables: list, show, export, delete and restore, new links, backups, and a check of all."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline.cli import app
from branchline.game import Json
from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.caretaker import Caretaker
from branchline.table.person import Person, new_key
from branchline.table.service import Tables

SEATS: list[Json] = [{"kind": "me", "name": "Ada", "auto": True}, {"kind": "open"}, {"kind": "here", "name": "Cleo"}]


@pytest.fixture
def laid(tmp_path: Path) -> tuple[str, str]:
    """A database with two tables, one of them with some moves made; the id of that one."""
    database = f"sqlite:///{tmp_path}/club.sqlite"

    async def lay() -> str:
        tables = Tables(database, bots=Bots(workers=1, warm=False))
        await tables.start()
        ada = Person.with_key(new_key())
        await tables.create("express-01", SEATS, ada, seed="quiet")
        table = await tables.create("mini-rails", SEATS, ada, title="Thursday", seed="club")
        key = new_key()
        friend = await tables.persons.keep(Person.with_key(key), key, "Firefox on Linux", "Bert")
        await tables.join(table.id, str(table.seats[1].token), friend, "Bert")
        for _ in range(6):
            seat = table.to_act
            assert seat is not None
            who = friend if seat == 1 else ada
            await table.play(who, table.seen(seat).legal()[0], table.count(seat), seat, confirm=True)
        await tables.stop()
        return table.id

    return database, asyncio.run(lay())


def admin(*words: str) -> str:
    done = CliRunner().invoke(app, ["admin", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_tables_are_listed_shown_and_exported(laid: tuple[str, str]) -> None:
    database, id = laid
    assert id in admin("list", "--database", database)
    assert "seat 2: Bert (open, taken)" in admin("show", id, "--database", database)
    told = json.loads(admin("export", id, "--database", database))
    assert (told["seed"], told["title"], told["names"][1]) == ("club", "Thursday", "Bert")
    assert "2 tables replayed, 0 with faults." in admin("check", "--database", database)


def test_a_deleted_table_comes_back_as_it_was(laid: tuple[str, str], tmp_path: Path) -> None:
    database, id = laid
    before = admin("export", id, "--database", database)
    admin("delete", id, str(tmp_path / "gone.json"), "--database", database)
    assert id not in admin("list", "--database", database)
    assert "laid again" in admin("restore", str(tmp_path / "gone.json"), "--database", database)
    assert admin("export", id, "--database", database) == before


def test_the_drawer_keeps_a_table_until_it_is_asked_for(laid: tuple[str, str]) -> None:
    database, id = laid
    before = admin("export", id, "--database", database)
    assert f"restore {id}" in admin("delete", id, "--database", database)
    assert id not in admin("list", "--database", database)
    assert "Thursday" in admin("drawer", "--database", database)
    assert "The table Thursday is back." in admin("restore", id, "--database", database)
    assert admin("export", id, "--database", database) == before
    with pytest.raises(Refused, match="Nothing lies in the drawer"):
        admin("restore", "no-such-thing", "--database", database)


def test_persons_are_listed_shown_exported_taken_out_and_let_in(laid: tuple[str, str]) -> None:
    database, id = laid
    listed = admin("persons", "--database", database, "--find", "bert")
    mark = next(word for word in listed.split() if len(word) == 16)
    assert "Cleo" not in listed
    shown = admin("show-person", mark, "--database", database)
    assert "Bert: a guest, 1 devices" in shown
    assert f"table {id}: Thursday, running" in shown
    assert json.loads(admin("export-person", mark, "--database", database))["person"]["name"] == "Bert"
    admin("delete-person", mark, "--database", database)
    assert "seat 2: a bot for Bert" in admin("show", id, "--database", database)
    assert mark not in admin("persons", "--database", database)
    assert "The person Bert is back." in admin("restore", mark, "--database", database)
    assert mark in admin("persons", "--database", database)
    with pytest.raises(Refused, match="nobody known"):
        admin("show-person", "0123456789abcdef", "--database", database)


def test_the_quotas_are_told_as_a_server_would_have_them() -> None:
    told = admin("quotas", "--quotas", "tables=20/hour")
    assert "tables: 20 in an hour for a browser, 160 in an hour for an address" in told
    assert "sockets: 300 at once" in told
    with pytest.raises(Refused, match="There is a quota for"):
        admin("quotas", "--quotas", "cakes=3/hour")


def test_a_sealed_backup_opens_with_the_key_that_the_server_prints(laid: tuple[str, str], tmp_path: Path) -> None:
    database, id = laid
    key = admin("key", "--database", database).strip()
    tables = Tables(database)
    sealed = tmp_path / "club.sealed"
    sealed.write_bytes(asyncio.run(Caretaker(tables).sealed_backup(tmp_path)))
    other = f"sqlite:///{tmp_path}/other.sqlite"
    with pytest.raises(Refused, match="does not open"):
        admin("restore", str(sealed), "--database", other)
    assert "Restored 2 tables" in admin("restore", str(sealed), "--database", other, "--key", key)
    assert admin("export", id, "--database", other) == admin("export", id, "--database", database)


def test_a_backup_is_checked_and_fills_an_empty_database(laid: tuple[str, str], tmp_path: Path) -> None:
    database, id = laid
    kept, other = tmp_path / "night.backup", f"sqlite:///{tmp_path}/other.sqlite"
    assert "2 tables with" in admin("backup", str(kept), "--database", database)
    assert "Restored 2 tables" in admin("restore", str(kept), "--database", other)
    assert admin("export", id, "--database", other) == admin("export", id, "--database", database)
    with pytest.raises(Refused, match="never written over"):
        admin("backup", str(kept), "--database", database)
    with pytest.raises(Refused, match="has to be empty"):
        admin("restore", str(kept), "--database", database)


def test_half_a_backup_is_refused_and_changes_nothing(laid: tuple[str, str], tmp_path: Path) -> None:
    database, _ = laid
    kept, half = tmp_path / "night.backup", tmp_path / "half.backup"
    admin("backup", str(kept), "--database", database)
    half.write_bytes(kept.read_bytes()[:-40])
    other = f"sqlite:///{tmp_path}/other.sqlite"
    with pytest.raises(Refused, match="no backup that can be read"):
        admin("restore", str(half), "--database", other)
    assert "Restored 2 tables" in admin("restore", str(kept), "--database", other)


def test_a_seat_gets_a_new_link_and_the_old_one_leads_nowhere(laid: tuple[str, str]) -> None:
    database, id = laid
    first, second = (admin("link", id, "1", "--database", database).strip() for _ in range(2))
    assert first != second
    assert first.startswith(f"/join/{id}/")
    with pytest.raises(Refused, match="no seat 9"):
        admin("link", id, "9", "--database", database)
    with sqlite3.connect(database.removeprefix("sqlite:///")) as club:
        club.execute(
            "insert into club (id, name, door, site, finished, records)"
            " values (1, 'Rails', 'open', 'https://club.example/rails', 'members', 'members')"
        )
    assert admin("link", id, "1", "--database", database).startswith(f"https://club.example/rails/join/{id}/")
