"""The card set is checked as it loads, with line and reason for each fault."""

import re
from pathlib import Path

import pytest

from branchline.games.express_01.components import load
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.network import Network, untouched
from branchline.refusal import Refused

from .table import GAME, PARTS

TEXT = GAME.pack.read_text("utf-8")


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


RED = 'rails = "NS", share = "red"'
OWNED = 'no = 501, rails = "NS", owner = "red", next = "'
CORNER = 'no = 1, kind = "route", next = "'

FAULTS = [
    ("no = 102,", "no = 101,", "number 101 stands here twice"),
    ("no = 102,", "no = 109,", "109 is no number of an expansion card"),
    ("cards = 24 }", "cards = 25 }", "deck 1 holds 24 route cards"),
    (f"{RED}, copies = 3", f"{RED}, copies = 2", "not 23"),
    (RED, RED.replace("NS", "NX"), "is no track"),
    (RED, RED.replace("red", "gold"), "every route is a share"),
    (f'{RED}, copies = 3, next = "', f'{RED}, copies = 3, next = "141 ', "keeps the track of 101 in no rotation"),
    (OWNED, f"{OWNED}561 ", "of stage 1 lists 561 of stage 3"),
    (OWNED, f"{OWNED}999 ", "lists 999, which is no expansion card"),
    (CORNER, f"{CORNER}101 ", "leads over the border of base card 1"),
    (CORNER, f"{CORNER}121 ", "a stage is skipped"),
    ('name = "Berlin"', 'name = "Bonn"', "base card 9 is Berlin"),
    ("hand = 6", "hand = 10", "come out of 36 cards"),
]


@pytest.mark.parametrize(("good", "bad", "reason"), FAULTS)
def test_a_fault_is_refused_with_line_and_reason(tmp_path: Path, good: str, bad: str, reason: str) -> None:
    assert TEXT.count(good) >= 1
    path = tmp_path / "pack.toml"
    path.write_text(TEXT.replace(good, bad, 1), "utf-8")
    with pytest.raises(Refused, match=re.escape(reason)) as refused:
        load(path)
    assert re.search(r"pack\.toml, line \d+: ", refused.value.reason)


@pytest.mark.parametrize("fault", [FAULTS[1], FAULTS[4], FAULTS[6], FAULTS[9]])
def test_the_line_of_a_fault_is_the_cards_own(tmp_path: Path, fault: tuple[str, str, str]) -> None:
    good, bad, _ = fault
    path = tmp_path / "pack.toml"
    text = TEXT.replace(good, bad, 1)
    path.write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        load(path)
    assert f"line {line_of(text, bad)}:" in refused.value.reason


def test_a_card_that_no_card_lists_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(TEXT.replace('next = "561 ', 'next = "'), "utf-8")
    with pytest.raises(Refused, match="card 561 can never be placed"):
        load(path)


def test_the_printed_counts() -> None:
    kinds = ("route", "through", "terminal", "capital")
    counts = {kind: sum(card.copies for card in PARTS.cards if card.kind == kind) for kind in kinds}
    assert counts == {"route": 85, "through": 33, "terminal": 18, "capital": 13}
    assert sum(counts.values()) == 149
    assert len(PARTS.cards) == 133


def test_page_8_berlin_of_the_blue_company_can_only_be_replaced_by_the_red_and_the_purple_one() -> None:
    card = PARTS.card(602)
    assert (card.kind, card.owner, card.bonus, card.mark) == ("capital", "blue", 1, "derived")
    assert {PARTS.card(no).owner for no in card.next} == {"red", "purple"}
    older = GAME.of_version(1)
    assert isinstance(older, Express01Game)
    assert {older.parts.card(no).owner for no in older.parts.card(602).next} == {"blue", "green"}


def test_every_card_can_be_reached_turn_by_turn_from_the_base_cards() -> None:
    """Not only listed: laid on some cell, in a rotation that keeps the track below and crosses no border."""
    network = untouched(PARTS.box)
    reached: set[tuple[int, int]] = set()
    for cell in range(35):
        stack = list(lays_on(network, cell))
        while stack:
            lay = stack.pop()
            if (cell, lay) in reached:
                continue
            reached.add((cell, lay))
            network.laid[cell] = lay
            stack += lays_on(network, cell)
        network.laid[cell] = -1
    assert {lay // 4 for _, lay in reached} == set(range(len(PARTS.cards)))


def lays_on(network: Network, cell: int) -> list[int]:
    """What may be laid on a cell as its card and the border allow, whatever lies beside it."""
    box, laid = network.box, int(network.laid[cell])
    starts, lays, at = (box.next_start, box.next_lay, laid) if laid >= 0 else (box.base_start, box.base_lay, cell)
    listed = [int(lays[i]) for i in range(starts[at], starts[at + 1])]
    return [lay for lay in listed if box.rails[lay] & ~box.inland[cell] == 0]


def test_every_card_below_stage_3_has_a_successor() -> None:
    assert [card.no for card in PARTS.cards if card.stage < 3 and not card.next] == []


def test_companies_can_come_into_every_stage_of_play() -> None:
    owners = {card.owner for card in PARTS.cards if card.stage == 1}
    assert set(PARTS.companies) <= owners
