"""The host's commands: look after the house, also while a server plays on the same database."""

import asyncio
import json
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid

from branchline.refusal import Refused

if TYPE_CHECKING:  # every command of `branchline` loads this module, and these are slow to load
    from branchline.table.caretaker import Caretaker

T = TypeVar("T")

app = typer.Typer(help="Look after a server: its tables and persons, links, backups, and a check of all.")
out = Console(highlight=False, soft_wrap=True)

Database = Annotated[
    str | None,
    typer.Option(envvar="BRANCHLINE_DATABASE", metavar="URL", help="The usual one, sqlite:///FILE or postgresql://..."),
]
Id = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, as in its address.")]
Mark = Annotated[str, typer.Argument(metavar="PERSON", help="As `persons` lists them.")]
Asked = Annotated[str, typer.Option("--find", metavar="WORDS", help="Only where a name, title or id has them.")]
Limit = Annotated[int, typer.Option(min=1)]


def usual(database: str | None) -> str:
    from branchline.server import usual_database

    return database or usual_database()


def house(database: str | None) -> "Caretaker":
    from branchline.table.caretaker import Caretaker
    from branchline.table.service import Tables

    tables = Tables(usual(database))
    tables.store.open()
    return Caretaker(tables)


def done(caretaker: "Caretaker", what: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(what)
    finally:
        caretaker.store.close()


def day(moment: float | None) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M") if moment else ""


def grid(*headings: str) -> Grid:
    made = Grid(box=SIMPLE_HEAD)
    for heading in headings:
        made.add_column(heading)
    return made


# -- tables --------------------------------------------------------------------------------


@app.command("list")
def list_tables(database: Database = None, find: Asked = "", limit: Limit = 50) -> None:
    """The tables, those that changed last first."""
    from branchline.table.caretaker import whose

    caretaker, told = house(database), grid("table", "game", "title", "seats", "moves", "changed (UTC)", "over")
    for row in done(caretaker, caretaker.rows(find, limit)):
        over = "yes" if row.finished else ""
        told.add_row(row.id, row.game, row.title, whose(row.seats), str(row.n), day(row.changed), over)
    out.print(told)


@app.command()
def show(table: Id, database: Database = None) -> None:
    """One table: its seats, and how it stands."""
    caretaker = house(database)
    row = caretaker.store.row(table)
    caretaker.store.close()
    where = row.standing.get("where", "")
    said = [f"{row.title}: {row.game}, rules of version {row.version}, {row.n} moves, {where}"]
    said += [f"laid {day(row.created)}, changed {day(row.changed)}, {'over' if row.finished else 'running'}"]
    for number, seat in enumerate(row.seats, 1):
        taken = "taken" if seat.taken else "free"
        said += [f"seat {number}: {seat.called} ({seat.kind}{' ' + seat.level if seat.level else ''}, {taken})"]
    out.print("\n".join(said), markup=False)


@app.command()
def export(table: Id, database: Database = None) -> None:
    """A table's whole record as JSON, with its seed: it tells everything, to be kept from who still plays."""
    from branchline.table.caretaker import as_text

    caretaker = house(database)
    print(as_text(done(caretaker, caretaker.export(table))))


@app.command()
def delete(
    table: Id,
    into: Annotated[Path | None, typer.Argument(metavar="FILE", help="Kept there, not in the drawer.")] = None,
    database: Database = None,
) -> None:
    """Take a table away, into the drawer or a file; `restore` lays it again."""
    from branchline.table import backup as copies
    from branchline.table.caretaker import KEPT_FOR

    caretaker = house(database)
    if into is None:
        done(caretaker, caretaker.take_table(table))
        days = f"for {KEPT_FOR / 86400:.0f} days"
        out.print(f"Table {table} lies in the drawer; {days} branchline admin restore {table} brings it back.")
        return
    if into.exists():
        raise Refused("backup", f"{into} is there already.")
    into.write_text(json.dumps(copies.drop(caretaker.store, table), ensure_ascii=False), "utf-8")
    caretaker.store.close()
    out.print(f"Table {table} is taken away; branchline admin restore {into} brings it back.")


@app.command()
def link(
    table: Id, seat: Annotated[int, typer.Argument(min=1, help="Counted from 1.")], database: Database = None
) -> None:
    """Give a seat a new link, for who lost everything: who held it does so no longer, and the log says so."""
    caretaker = house(database)

    async def whole() -> str:
        site = (await caretaker.tables.clubhouse.club()).site  # where the club stands, if it was said
        return f"{site}{await caretaker.new_link(table, seat - 1)}"

    out.print(done(caretaker, whole()), markup=False)


# -- persons -------------------------------------------------------------------------------


@app.command()
def persons(database: Database = None, find: Asked = "", limit: Limit = 50) -> None:
    """The persons whom the house knows, those seen last first."""
    caretaker, told = house(database), grid("person", "name", "role", "devices", "tables", "seen (UTC)")
    for one in done(caretaker, caretaker.residents(find, limit)):
        person, counts = one.person, (str(one.devices), str(one.tables))
        told.add_row(person.mark[:16], person.name, person.role, *counts, day(one.seen))
    out.print(told)


@app.command("show-person")
def show_person(person: Mark, database: Database = None) -> None:
    """One person: role, devices, and the tables they sit at."""
    caretaker = house(database)

    async def found() -> list[str]:
        one = await caretaker.resident(person)
        said = [f"{one.person.name or 'Somebody'}: {one.person.role or 'a guest'}, {one.devices} devices"]
        said += [f"here since {day(one.created)}, seen {day(one.seen)}"]
        for id in caretaker.store.taking_part(one.person.mark):
            row = caretaker.store.row(id)
            said += [f"table {id}: {row.title}, {'over' if row.finished else 'running'}"]
        return said

    out.print("\n".join(done(caretaker, found())), markup=False)


@app.command("export-person")
def export_person(person: Mark, database: Database = None) -> None:
    """All that the house keeps of a person, as JSON: for them, if they ask for it."""
    from branchline.table.caretaker import as_text

    caretaker = house(database)
    print(as_text(done(caretaker, caretaker.export_person(person))))


@app.command("delete-person")
def delete_person(person: Mark, database: Database = None) -> None:
    """Take somebody out of the house: no device leads in, a bot sits in for them; `restore` lets them in again."""
    from branchline.table.caretaker import KEPT_FOR

    caretaker = house(database)
    done(caretaker, caretaker.take_person(person))
    back = f"For {KEPT_FOR / 86400:.0f} days branchline admin restore {person} lets them in again"
    out.print(f"They are taken out. {back}; then they are forgotten.")


# -- the whole house -----------------------------------------------------------------------


@app.command()
def drawer(database: Database = None) -> None:
    """What was taken away and can be brought back."""
    caretaker, told = house(database), grid("id", "what", "called", "taken away (UTC)")
    for kept in done(caretaker, caretaker.drawer()):
        told.add_row(kept.id[:16], kept.kind, kept.title, day(kept.at))
    out.print(told)


@app.command()
def restore(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="A file, or what `drawer` lists.")],
    database: Database = None,
    key: Annotated[str, typer.Option(envvar="BRANCHLINE_BACKUP_KEY", help="For a sealed backup.")] = "",
) -> None:
    """Bring a table or person back out of the drawer or a file, or fill an empty database from a backup."""
    from branchline.table import backup as copies
    from branchline.table.caretaker import SEALED, opened

    file = Path(what)
    if not file.exists():
        caretaker = house(database)
        kept = done(caretaker, caretaker.bring_back(what))
        out.print(f"The {kept.kind} {kept.title} is back.", markup=False)
        return
    content = file.read_bytes()
    if content.startswith(SEALED):
        with TemporaryDirectory() as folder:
            plain = Path(folder) / file.name
            plain.write_bytes(opened(content, key))
            return fill(plain, database)
    if content[:2] == b"\x1f\x8b":
        return fill(file, database)
    caretaker = house(database)
    try:
        out.print(f"Table {copies.bring_back(caretaker.store, json.loads(content))} is laid again.")
    except (ValueError, KeyError, IndexError, AttributeError) as error:
        raise Refused("backup", f"{file} is neither a backup nor a deleted table.") from error
    finally:
        caretaker.store.close()


def fill(file: Path, database: str | None) -> None:
    from branchline.table import backup as copies
    from branchline.table.store import Store

    counts = copies.put_back(Store(usual(database)), file)
    out.print(f"Restored {counts['tables']} tables with {counts['moves']} moves.")


@app.command()
def backup(file: Path, database: Database = None) -> None:
    """Write all that the database holds into one new file, and check it by filling a database from it."""
    from branchline.table import backup as copies

    caretaker = house(database)
    counts = copies.take(caretaker.store, file)
    caretaker.store.close()
    out.print(f"{file}: {counts['tables']} tables with {counts['moves']} moves, checked.")


@app.command()
def key(database: Database = None) -> None:
    """Print the key that opens backups fetched in the browser: to be kept apart from them."""
    caretaker = house(database)
    print(caretaker.key().decode())
    caretaker.store.close()


@app.command()
def check(database: Database = None) -> None:
    """Replay every table against its record."""
    caretaker = house(database)
    count, faults = done(caretaker, caretaker.check())
    for fault in faults:
        out.print(f"{fault.table}: {fault.reason}", markup=False)
    out.print(f"{count} tables replayed, {len(faults)} with faults.")
    if faults:
        raise typer.Exit(1)


@app.command()
def quotas(
    text: Annotated[str, typer.Option("--quotas", envvar="BRANCHLINE_QUOTAS", help="As for `branchline serve`.")] = "",
) -> None:
    """How much one browser may ask for, by the usual quotas and what a server is started with (`serve --quotas`)."""
    from branchline.web.host_page import quota_signs
    from branchline.web.quotas import Quotas

    for sign in quota_signs(Quotas.of(text)):
        out.print(f"{sign.name}: {sign.browser} for a browser, {sign.address} for an address")
