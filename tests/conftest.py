"""What tests of the table and of the web share."""

from pathlib import Path

import pytest

from branchline.table.store import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that was migrated once, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "tables.sqlite"
    store = Store(str(file))
    store.open()
    store.close()
    return file
