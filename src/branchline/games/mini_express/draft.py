"""The draft (1.5 to 1.7): starting shares one by one, as sets, or split; and what becomes of the rest."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express.codes import BOT_SHARES, DRAFT, DRAFT_SPLIT, PICK, PICK_SET, SPLIT
from branchline.games.mini_express.land import COMPANIES
from branchline.games.mini_express.terms import EXPERT_SPLIT, HARD, ONE_EACH, SETS, SOLO, THERE_AND_BACK, TO_THE_BOT
from branchline.kernel.part import Part
from branchline.kernel.state import CHANCE

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

PAIRS: Final = 6  # of two different companies


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Draft(Part):
    """The starting shares: those to choose from, and how far the choice has come."""

    def __init__(self, aside: vec[i64], sets: i64, done: i64, over: bool) -> None:
        self.aside = aside  # company -> starting shares not yet taken
        self.sets = sets  # pairs laid out, as a set of bits
        self.done = done  # picks made, then tiles drawn for the Bot's shares
        self.over = over  # no share is aside any more

    def copy(self) -> "Draft":
        aside = self.aside if self.over else self.aside[:]
        return Draft(aside=aside, sets=self.sets, done=self.done, over=self.over)

    def content(self) -> list[int]:
        return [*self.aside, self.sets, self.done, int(self.over)]


def lay_out_sets(state: "MiniExpress", grouping: i64) -> None:
    """12.1 Prototype: four sets in which each company occurs twice; two sets stay out."""
    for pair in range(PAIRS):
        if pair != grouping and pair != PAIRS - 1 - grouping:
            state.draft.sets |= state.land.bit[pair]
    await_pick(state)


def await_pick(state: "MiniExpress") -> None:
    """1.6 Clockwise from the starting player; a second time round, backwards."""
    state.phase = DRAFT
    if state.draft.done < state.players:
        state.to_act = (state.start + state.draft.done) % state.players
    else:
        state.to_act = (state.start + 2 * state.players - 1 - state.draft.done) % state.players


def picks(state: "MiniExpress") -> vec[i64]:
    """1.6 The starting shares that the player to act may take."""
    if state.terms.draft == SETS:
        return state.numbered(PICK_SET, state.draft.sets, PAIRS)
    moves = vec[i64](capacity=COMPANIES)
    code = SPLIT if state.phase == DRAFT_SPLIT else PICK
    for company in range(COMPANIES):
        if pickable(state, company):
            moves = append(moves, code + company)
    return moves


def pickable(state: "MiniExpress", company: i64) -> bool:
    if state.terms.draft == EXPERT_SPLIT:
        return state.draft.aside[company] == 2
    if state.draft.aside[company] == 0:
        return False
    if state.terms.draft == ONE_EACH or (state.terms.draft == THERE_AND_BACK and state.draft.done < state.players):
        return True
    own = state.to_act * COMPANIES
    for first in range(COMPANIES):
        if state.held[own + first] > 0:
            return first != company and not pair_held(state, first, company)
    return True


def pair_held(state: "MiniExpress", one: i64, other: i64) -> bool:
    """1.6 Whether somebody already holds this pair of starting shares."""
    for seat in range(state.players):
        if state.held[seat * COMPANIES + one] > 0 and state.held[seat * COMPANIES + other] > 0:
            return True
    return False


def receive(state: "MiniExpress", seat: i64, company: i64, count: i64) -> None:
    state.draft.aside[company] -= count
    state.held[seat * COMPANIES + company] += count


def pick(state: "MiniExpress", company: i64) -> None:
    """1.6 One starting share. 6.1 Expert: both of a company."""
    draft = state.terms.draft
    receive(state, state.to_act, company, 2 if draft == EXPERT_SPLIT else 1)
    if draft == EXPERT_SPLIT:
        if state.draft.done == 0:
            state.phase = DRAFT_SPLIT
            return
        split_last(state)
        end_draft(state)
        return
    state.turn += 1
    state.draft.done += 1
    rounds = 1 if draft == ONE_EACH else 2
    if state.draft.done < rounds * state.players:
        await_pick(state)
    else:
        end_draft(state)


def split(state: "MiniExpress", company: i64) -> None:
    """6.1 Expert: one share each of a second company, then the other player's choice."""
    receive(state, 0, company, 1)
    receive(state, 1, company, 1)
    state.turn += 1
    state.draft.done = 1
    await_pick(state)


def split_last(state: "MiniExpress") -> None:
    for company in range(COMPANIES):
        if state.draft.aside[company] == 2:
            receive(state, 0, company, 1)
            receive(state, 1, company, 1)
    state.turn += 1


def pick_set(state: "MiniExpress", pair: i64) -> None:
    """12.1 Prototype: one of the sets of two shares."""
    state.draft.sets &= ~state.land.bit[pair]
    receive(state, state.to_act, pair_one(pair), 1)
    receive(state, state.to_act, pair_two(pair), 1)
    state.turn += 1
    state.draft.done += 1
    if state.draft.done < state.players:
        await_pick(state)
    else:
        end_draft(state)


def end_draft(state: "MiniExpress") -> None:
    """1.7 What nobody chose lengthens its company, goes to the Bot, or just goes."""
    for company in range(COMPANIES):
        left = state.draft.aside[company]
        if state.terms.leftover == TO_THE_BOT:
            receive(state, state.players, company, left)
        else:
            state.assets.lengthen(company, left * state.terms.leftover)
            state.draft.aside[company] = 0
            state.assets.in_box[company] += left
    state.draft.done = 0
    state.draft.over = True
    if state.terms.mode == SOLO:
        state.phase = BOT_SHARES
        state.to_act = CHANCE
    else:
        state.begin()


def draw_bot_share(state: "MiniExpress", kind: i64) -> None:
    """10.1 Solo: two tiles move the company marker; each time the Bot gets a share from the box."""
    state.bot.bag[kind] -= 1
    state.bot.chosen = (state.bot.chosen + state.box.bot_company[kind]) % COMPANIES
    count = 2 if state.terms.difficulty >= HARD else 1
    state.assets.in_box[state.bot.chosen] -= count
    state.held[state.players * COMPANIES + state.bot.chosen] += count
    state.draft.done += 1
    if state.draft.done == 2:
        state.begin()


def pair_one(pair: i64) -> i64:
    """The first company of a pair: 01 02 03 12 13 23."""
    return 0 if pair < 3 else (1 if pair < 5 else 2)


def pair_two(pair: i64) -> i64:
    return pair + 1 if pair < 3 else (pair - 1 if pair < 5 else 3)
