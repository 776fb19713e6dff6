"""Tables on a database of their own, and people who play at them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from party import ADA, find_any, people

from branchline.table.bots import Bots
from branchline.table.service import Tables
from branchline.table.table import Table


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
async def tables(database: str) -> AsyncIterator[Tables]:
    service = Tables(database, find_any, Bots(find_any, workers=1, warm=False))
    await service.start()
    yield service
    await service.stop()


@pytest.fixture
async def rails(tables: Tables) -> Table:
    """Mini Rails: Ada in person, Bert and Cleo at her screen."""
    return await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), key=ADA, seed="seven-seals-7")


@pytest.fixture
async def hands(tables: Tables) -> Table:
    """Hidden Hands: Ada here, an open seat for a friend."""
    return await tables.create("hidden-hands", people("me Ada", "open"), key=ADA, seed="seven-seals-7")
