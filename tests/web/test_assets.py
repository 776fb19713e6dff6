"""The page's files: kept for good under an address that changes with them."""

import re

import httpx
import pytest

from branchline.web import assets

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient


async def test_a_page_names_its_files_by_their_version_and_they_are_kept_for_good(ada: Client) -> None:
    page = (await ada.get("/")).text
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(named) > 3
    for address in named:
        answer = await ada.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]


async def test_a_page_of_another_version_gets_ours_and_does_not_keep_it(ada: Client) -> None:
    answer = await ada.get("/static/0123456789ab/table.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert (await ada.get("/static/0123456789ab/pages.py")).status_code == 404


def test_another_content_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = assets.files()
    monkeypatch.setattr(assets, "files", lambda: {**ours, "table.js": ours["table.js"] + b"// changed"})
    assert assets.version.__wrapped__() != assets.version()


def test_a_door_names_all_of_its_modules_once() -> None:
    named = assets.modules("table.js")
    assert named[0] == "table.js"
    assert len(named) == len(set(named)) > 20
    assert "morph.js" in named
