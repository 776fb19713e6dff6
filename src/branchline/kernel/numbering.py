"""Numbering: a game's action numbers, for loops that have no time for words."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

A_BIT: Final = 0  # steps are bits of a move that is a set
A_SHARE: Final = -1  # steps say how a payment is made up
A_CODE: Final = -2  # steps are the codes that are numbered, sorted


@final
class Numbering:
    """Verbs in the order of their codes, each with the number of its first move, and its fields with their steps and
    sizes, from the largest step on. The same as `Vocabulary.number` and `code`."""

    def __init__(self, count: i64) -> None:
        self.count = count  # of the players' moves, but for the rarest; what else there is has higher numbers
        self.firsts = vec[i64]()
        self.offsets = vec[i64]()
        self.begins = vec[i64]([0])  # verb -> its first field; one more at the end
        self.steps = vec[i64]()
        self.sizes = vec[i64]()  # or, of all fields of a verb: A_BIT, A_SHARE or A_CODE

    def add(
        self,
        first: i64,
        offset: i64,
        fields: list[tuple[int, int]],
        bits: list[int],
        shares: list[int] | None = None,
        listed: list[int] | None = None,
    ) -> None:
        """The next verb: fields are pairs of step and size; or bits of its code, the first of which counts 1; or of a
        payment its places and their stride, how many may be paid, and in how many bits each; or a list of codes."""
        self.firsts = append(self.firsts, first)
        self.offsets = append(self.offsets, offset)
        for step, size in fields:
            self.steps = append(self.steps, step)
            self.sizes = append(self.sizes, size)
        for place in bits:
            self.steps = append(self.steps, place)
            self.sizes = append(self.sizes, A_BIT)
        for value in shares or []:
            self.steps = append(self.steps, value)
            self.sizes = append(self.sizes, A_SHARE)
        for code in listed or []:
            self.steps = append(self.steps, code)
            self.sizes = append(self.sizes, A_CODE)
        self.begins = append(self.begins, len(self.steps))

    def numbers(self, codes: vec[i64]) -> list[int]:
        """The numbers of all these."""
        found: list[int] = []
        for i in range(len(codes)):
            found.append(self.number(codes[i]))
        return found

    def number(self, code: i64) -> i64:
        verb = len(self.firsts) - 1
        while self.firsts[verb] > code:
            verb -= 1
        rest = code - self.firsts[verb]
        number: i64 = 0
        if self.begins[verb] < self.begins[verb + 1]:
            kind = self.sizes[self.begins[verb]]
            if kind == A_BIT:
                return self.offsets[verb] + self.of_set(verb, rest)
            if kind == A_SHARE:
                return self.offsets[verb] + self.of_payment(self.begins[verb], rest)
            if kind == A_CODE:
                return self.offsets[verb] + self.of_list(verb, rest)
        for field in range(self.begins[verb], self.begins[verb + 1]):
            value = rest // self.steps[field]
            rest -= value * self.steps[field]
            number = number * self.sizes[field] + value
        return self.offsets[verb] + number

    def of_payment(self, at: i64, rest: i64) -> i64:
        """What costs less comes first; of equal cost, what leaves less to the later payees."""
        places = self.steps[at]
        paid = rest // self.steps[at + 1]
        payees = self.steps[at + 2]
        width = self.steps[at + 3]
        one: i64 = 1
        most = (one << width) - 1
        number: i64 = 0
        left: i64 = 0
        for k in range(payees):  # from the last payee on
            left += (paid >> (width * (payees - 1 - k))) & most
            number += ways(left, k + 1)
        return number * places + rest % self.steps[at + 1]

    def of_list(self, verb: i64, code: i64) -> i64:
        begin = self.begins[verb]
        low, high = begin, self.begins[verb + 1]
        while low < high:
            middle = (low + high) // 2
            if self.steps[middle] < code:
                low = middle + 1
            else:
                high = middle
        return low - begin

    def of_set(self, verb: i64, held: i64) -> i64:
        number: i64 = 0
        worth: i64 = 1
        for field in range(self.begins[verb], self.begins[verb + 1]):
            if (held >> self.steps[field]) & 1:
                number += worth
            worth *= 2
        return number


def ways(amount: i64, payees: i64) -> i64:
    """In how many ways less than this amount can be spread over so many."""
    found: i64 = 1
    for k in range(payees):
        found = found * (amount + k) // (k + 1)
    return found
