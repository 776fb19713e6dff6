"""5.6 The bonus: who takes the next card, and how many cards everybody takes."""

from librt.vecs import vec
from mypy_extensions import i64


def next_place(cap: vec[i64], taken: vec[i64], at: i64) -> i64:
    """The place in the order of payment, from `at` on and round again, of the next who may still
    take; place 0, the initiator, when all have as many cards as shares and the rest is theirs."""
    for step in range(len(cap)):
        place = (at + step) % len(cap)
        if taken[place] < cap[place]:
            return place
    return 0


def division(bonus: i64, cap: vec[i64]) -> vec[i64]:
    """How many cards each takes, in the order of payment; `cap`: shares held, the Locomotive's too."""
    taken = vec[i64]([0] * len(cap))
    at: i64 = 0
    for _ in range(bonus):
        place = next_place(cap, taken, at)
        taken[place] += 1
        at = place + 1
    return taken


def paid_out(bonus: i64, cap: list[int]) -> list[int]:
    """The same for words: lists, because a vec made outside would never be freed."""
    return list(division(bonus, vec[i64](cap)))
