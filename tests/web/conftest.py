"""A server without a network, and clients that are different people."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from branchline.table.bots import Bots
from branchline.web.app import create_app

Client = httpx.AsyncClient


@pytest.fixture
async def app(tmp_path: Path, empty: Path) -> AsyncIterator[FastAPI]:
    made = create_app(str(shutil.copy(empty, tmp_path / "tables.sqlite")), bots=Bots(workers=1, warm=False))
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
def person(app: FastAPI) -> Callable[[], Client]:
    """A new browser, with cookies of its own."""
    return lambda: Client(transport=httpx.ASGITransport(app), base_url="http://table.test")


@pytest.fixture
def ada(person: Callable[[], Client]) -> Client:
    return person()


@pytest.fixture
def grace(person: Callable[[], Client]) -> Client:
    return person()
