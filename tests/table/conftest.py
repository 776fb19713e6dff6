"""Tables on a database of their own, and people who play at them."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from branchline.table.bots import Bots
from branchline.table.clock import SetClock
from branchline.table.service import Tables
from branchline.table.store import Store
from branchline.table.table import Table
from tests.table.party import ADA, ADA_BEGINS, find_any, people


@pytest.fixture
def database(tmp_path: Path, empty: Path) -> str:
    """An SQLite file, or an emptied PostgreSQL where BRANCHLINE_TEST_POSTGRES names one."""
    postgres = os.environ.get("BRANCHLINE_TEST_POSTGRES")
    if postgres is None:
        return f"sqlite:///{shutil.copy(empty, tmp_path / 'tables.sqlite')}"
    with Store(postgres).engine.begin() as connection:
        connection.exec_driver_sql("drop schema public cascade; create schema public")
    return postgres


@pytest.fixture
def file(database: str) -> Path:
    """The database's file, for tests of what can happen to one."""
    if not database.startswith("sqlite:///"):
        pytest.skip("PostgreSQL keeps its own files")
    return Path(database.removeprefix("sqlite:///"))


@pytest.fixture
def clock() -> SetClock:
    """Tuesday, the 3rd of March 2026, at noon in Greenwich."""
    return SetClock(1772539200.0)


@pytest.fixture
async def timed(database: str, clock: SetClock) -> AsyncIterator[Tables]:
    """Tables whose clock the test sets."""
    service = Tables(database, find_any, Bots(find_any, workers=1, warm=False), clock=clock)
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def tables(database: str) -> AsyncIterator[Tables]:
    service = Tables(database, find_any, Bots(find_any, workers=1, warm=False))
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def rails(tables: Tables) -> Table:
    """Mini Rails: Ada in person, Bert and Cleo at her screen."""
    return await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), ADA, seed=ADA_BEGINS)


@pytest.fixture
async def hands(tables: Tables) -> Table:
    """Hidden Hands: Ada here, an open seat for a friend."""
    return await tables.create("hidden-hands", people("me Ada", "open"), ADA, seed="seven-seals-7")
