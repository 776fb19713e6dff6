"""Hints, a finished game looked at again, and what if: from what the asker may know."""

import pytest
from party import ADA, GRACE, find_any, people, play_turn, until

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours

pytestmark = pytest.mark.anyio


async def test_a_hint_names_legal_moves_of_the_one_who_asks(tables: Tables, rails: Table) -> None:
    hints = await tables.hint(rails, ADA)

    assert hints
    assert {hint["move"] for hint in hints} <= set(rails.position.legal())


async def test_advice_calls_the_others_by_their_names(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "bot random", "bot random"), key=ADA, pause=0)
    await until(tables, table, lambda: table.to_act == 0)
    told = [
        words for hint in await tables.hint(table, ADA) for words in (hint["said"], hint["why"], *hint["then_said"])
    ]
    assert not any("Seat " in words or "{" in words for words in told)


async def test_no_hint_for_another_seat(tables: Tables, rails: Table, hands: Table) -> None:
    with pytest.raises(NotYours):
        await tables.hint(rails, GRACE)
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    with pytest.raises(Refused, match="not your turn"):
        await tables.hint(hands, GRACE)


async def test_no_hint_when_the_turn_is_complete(tables: Tables, hands: Table) -> None:
    await hands.play(ADA, "keep", hands.n)
    await hands.play(ADA, "look", hands.n + 1)
    with pytest.raises(Refused, match="complete"):
        await tables.hint(hands, ADA)


async def test_a_running_game_is_not_looked_at_again(tables: Tables, rails: Table) -> None:
    with pytest.raises(Refused, match="once it is over"):
        await tables.analysis(rails)


async def test_advice_that_hangs_keeps_no_bot_waiting(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both workers of people's questions and of bots are one process each; they are not the same."""
    assert tables.advisers is not tables.bots
    monkeypatch.setattr(tables, "advisers", Bots(find_any, workers=1, limit=0.001, warm=False))
    table = await tables.create("mini-rails", people("me Ada", "bot random", "bot random"), key=ADA, pause=0)
    await until(tables, table, lambda: table.to_act == 0)
    with pytest.raises(Refused, match="did not move within"):
        await tables.hint(table, ADA)
    n = table.n
    await play_turn(table, ADA)
    await until(tables, table, lambda: table.to_act == 0 and table.n > n + 1)


async def test_what_if_goes_on_elsewhere_and_leaves_the_game_alone(tables: Tables, rails: Table) -> None:
    first = rails.n
    await play_turn(rails, ADA)
    before = rails.view(ADA)
    branch = await tables.branch(rails, first, GRACE)

    assert rails.view(ADA) == before
    assert branch.position == rails.position.at(first)
    assert branch.held(GRACE) == (0,)
    assert branch.row.seed != rails.row.seed


async def test_no_what_if_while_hands_are_hidden(tables: Tables, hands: Table) -> None:
    with pytest.raises(Refused, match="hidden"):
        await tables.branch(hands, hands.n, ADA)
