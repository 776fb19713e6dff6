"""The seal: the hash of a table's seed, shown when the game begins; the seed itself, when it is over.

So everybody can see afterwards that no draw was decided while the game went on.
"""

import hashlib
from collections.abc import Callable

from branchline.game import Game, Json
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE
from branchline.record import read
from branchline.refusal import Refused


def seal(seed: str) -> str:
    """What `printf %s SEED | sha256sum` prints."""
    return hashlib.sha256(seed.encode()).hexdigest()


def check(record: Json, find: Callable[[str], Game]) -> int:
    """How many draws of a finished table's record came from the sealed seed; refuses a broken seal."""
    seed, sealed, first = record.get("seed"), record.get("seal"), record.get("sealed_from", 0)
    if not isinstance(seed, str) or not isinstance(sealed, str) or not isinstance(first, int):
        raise Refused("seal", "This record holds no seed and seal; a table gives them when its game is over.")
    if seal(seed) != sealed:
        raise Refused("seal", "The seal is broken: it is not the hash of the seed.")
    generator = Seed(seed)
    draws = 0
    for n, event, before, _ in read(record, find).walk(max(0, first)):
        if event.by == CHANCE:
            if int(before.draw(generator.at(n - 1))) != event.move:
                raise Refused("seal", f"The seal is broken: entry {n} of the record is not what the seed drew.")
            draws += 1
    return draws
