"""The files of the page: its script, styles and icons.

They lie under an address that changes when one of them does. A browser keeps them for good, a second visit asks
for none of them, and the modules of two versions never meet.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, HTTPException, Response

from branchline.web.place import base

router = APIRouter(include_in_schema=False)

HOUSE: Final = Path(__file__).parents[1]
FOLDERS: Final = (HOUSE / "look", HOUSE / "web" / "static")
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
FOR_GOOD: Final = "public, max-age=31536000, immutable"


@cache
def files() -> dict[str, bytes]:
    """As they are when the server starts, so that they fit each other also while it is renewed."""
    found = [file for folder in FOLDERS for file in folder.iterdir() if file.suffix in KINDS]
    return {file.name: file.read_bytes() for file in sorted(found, key=lambda file: file.name)}


@cache
def version() -> str:
    """Of all of them together; the same on every machine that has the same ones."""
    total = hashlib.sha256()
    for name, content in files().items():
        total.update(b"%s\0%d\0%s" % (name.encode(), len(content), content))
    return total.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file."""
    return f"{base()}/static/{version()}/{name}"


@cache
def modules(door: str) -> tuple[str, ...]:
    """The modules that a door leads to: a page names them, so that a browser asks for all of them at once."""
    asked = [door]
    for name in asked:
        imported = re.findall(r'^import .*"\./(\w+\.js)";$', files()[name].decode(), re.M)
        asked += [other for other in dict.fromkeys(imported) if other not in asked]
    return tuple(asked)


@router.get("/static/{asked}/{name}")
async def serve(asked: str, name: str) -> Response:
    """A page of another version, as of another server, gets ours, and is not to keep it."""
    content = files().get(name)
    if content is None:
        raise HTTPException(404)
    kept = FOR_GOOD if asked == version() else "no-cache"
    return Response(content, media_type=KINDS[Path(name).suffix], headers={"Cache-Control": kept})
