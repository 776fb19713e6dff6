"""Hints, a finished game looked at again, and what if: from what the asker may know."""

import pytest

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from tests.table.party import ADA, ADA_BEGINS, GRACE, find_any, first_move, people, play_turn, token_of, until, view_of

pytestmark = pytest.mark.anyio


async def test_a_hint_names_legal_moves_of_the_one_who_asks(tables: Tables, rails: Table) -> None:
    hints = await tables.hint(rails, ADA)

    assert hints
    assert {hint["move"] for hint in hints} <= set(rails.position.legal())


async def test_advice_calls_the_others_by_their_names(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "bot random", "bot random"), ADA, pause=0)
    await until(tables, table, lambda: table.to_act == 0)
    told = [
        words for hint in await tables.hint(table, ADA) for words in (hint["said"], hint["why"], *hint["then_said"])
    ]
    assert not any("Seat " in words or "{" in words for words in told)


async def test_no_hint_for_another_seat(tables: Tables, rails: Table, hands: Table) -> None:
    with pytest.raises(NotYours):
        await tables.hint(rails, GRACE)
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
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
    table = await tables.create(
        "mini-rails", people("me Ada", "bot random", "bot random"), ADA, pause=0, seed=ADA_BEGINS
    )
    await until(tables, table, lambda: table.to_act == 0)
    with pytest.raises(Refused, match="did not move within"):
        await tables.hint(table, ADA)
    n = table.n
    await play_turn(table, ADA)
    await until(tables, table, lambda: table.to_act == 0 and table.n > n + 1)


async def test_what_if_goes_on_elsewhere_and_leaves_the_game_alone(tables: Tables, rails: Table) -> None:
    first = rails.n
    await play_turn(rails, ADA)
    before = view_of(rails, ADA)
    branch = await tables.branch(rails, first, ADA)

    assert view_of(rails, ADA) == before
    assert branch.position == rails.position.at(first)
    assert branch.seats.held(ADA) == (0,)
    assert branch.row.seed != rails.row.seed


async def test_no_what_if_while_hands_are_hidden(tables: Tables, hands: Table) -> None:
    with pytest.raises(Refused, match="hidden"):
        await tables.branch(hands, hands.n, ADA)


async def test_what_if_knows_the_game_it_came_from(tables: Tables, rails: Table) -> None:
    """Its page leads back, and a list shows it under that game."""
    branch = await tables.branch(rails, rails.n, ADA)
    assert branch.row.origin == rails.id
    listed = {summary.id: summary.origin for summary in await tables.list(ADA, mine=True)}
    assert listed[branch.id] == rails.id
    assert listed[rails.id] is None


async def test_what_if_in_the_midst_of_a_turn_can_take_the_turn_back(tables: Tables, rails: Table) -> None:
    first = rails.n
    build = next(offer.move for offer in rails.position.offers() if offer.move.startswith("build"))
    await rails.play(ADA, build, first)
    await rails.play(ADA, first_move(rails, ADA), first + 1)
    await rails.confirm(ADA, first + 2)
    branch = await tables.branch(rails, first + 1, ADA)

    assert branch.draft is not None
    assert branch.draft.texts == [build]
    await branch.undo(ADA, first + 1)
    assert branch.seen(0) == rails.position.at(first)


async def test_what_if_in_the_midst_of_anothers_turn_lets_them_go_on(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "open", "open"), ADA, seed=ADA_BEGINS)
    await tables.join(table.id, token_of(table, ADA, 1), GRACE)
    first = table.n
    build = next(offer.move for offer in table.position.offers() if offer.move.startswith("build"))
    await table.play(ADA, build, first)
    await table.play(ADA, first_move(table, ADA), first + 1)
    await table.confirm(ADA, first + 2)
    branch = await tables.branch(table, first + 1, GRACE)

    assert branch.seats.held(GRACE) == (1,)
    assert branch.position.at(first + 1) == table.position.at(first + 1)
