"""Health: is everything there that a move needs? For a monitor, a proxy or a container's keeper."""

import asyncio
import os
import time
from typing import Final

from fastapi import APIRouter

from branchline.refusal import Refused
from branchline.web.answers import Answer, said
from branchline.web.metrics import workers
from branchline.web.visitor import Service

PATIENCE: Final = 5.0
"""Seconds after which a database that does not answer is taken for gone."""

WORKERS: Final = "BRANCHLINE_WORKERS"  # as many were asked for

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health(tables: Service) -> Answer:
    begun = time.perf_counter()
    thinkers = {"processes": len(tables.bots.workers), "running": tables.bots.running, "waiting": tables.bots.waiting}
    told: dict[str, object] = {"ok": True, "thinkers": thinkers, "workers": workers_told()}
    try:
        last = await asyncio.wait_for(asyncio.to_thread(tables.store.last_move), PATIENCE)
        told |= {"database": f"{1000 * (time.perf_counter() - begun):.0f} ms", "last_move": last}
    except Refused as refused:
        told |= {"ok": False, "database": said(refused).reason}
    except TimeoutError:
        told |= {"ok": False, "database": f"The server's database has not answered for {PATIENCE:g} seconds."}
    return Answer(told, 200 if told["ok"] else 503, headers={"Cache-Control": "no-store"})


def workers_told() -> dict[str, int]:
    """How many processes were asked to serve, and how many do. The one that answers does."""
    return {"asked": int(os.environ.get(WORKERS) or "1"), "running": len(workers())}
