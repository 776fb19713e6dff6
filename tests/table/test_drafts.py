"""A turn is a draft until it is confirmed: free to take back, and nobody else sees it."""

from itertools import pairwise

import pytest
from party import ADA, GRACE, first_move, people, play_turn

from branchline.refusal import Refused
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import Stale

pytestmark = pytest.mark.anyio


def building(table: Table) -> str:
    """A move that takes a disc to build with; laying it is the second decision of the turn."""
    return next(m["move"] for m in table.view(ADA)["view"]["moves"] if m["move"].startswith("build"))


async def test_a_drafted_move_is_seen_by_its_seat_alone(rails: Table) -> None:
    before = rails.view(None)
    await rails.play(ADA, building(rails), rails.n)

    assert rails.view(ADA)["draft"]["moves"]
    assert rails.view(ADA)["view"]["table"]["hand"] is not None
    assert rails.view(None) == before


async def test_undo_inside_the_turn_gives_the_same_view_back(rails: Table) -> None:
    before = rails.view(ADA)
    await rails.play(ADA, building(rails), before["n"])
    await rails.play(ADA, first_move(rails, ADA), before["n"] + 1)
    await rails.undo(ADA, before["n"] + 2)
    await rails.undo(ADA, before["n"] + 1)

    assert rails.view(ADA) == before


async def test_nothing_is_drafted_into_another_turn(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    await rails.play(ADA, first_move(rails, ADA), rails.n + 1)
    view = rails.view(ADA)

    assert view["draft"]["complete"]
    assert view["view"]["moves"] == []
    with pytest.raises(Refused, match="complete"):
        await rails.play(ADA, "buy red 1", view["n"])


async def test_confirming_makes_all_drafted_moves_stand_at_once(rails: Table) -> None:
    n, taken = rails.n, building(rails)
    await rails.play(ADA, taken, n)
    laid = first_move(rails, ADA)
    await rails.play(ADA, laid, n + 1)
    await rails.confirm(ADA, n + 2)

    assert rails.n == n + 2
    assert rails.record(ADA)["moves"][n:] == [[0, taken], [0, laid]]
    assert rails.to_act == 1


async def test_an_incomplete_turn_is_not_confirmed(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    with pytest.raises(Refused, match="not complete"):
        await rails.confirm(ADA, rails.n + 1)


async def test_without_a_draft_there_is_nothing_to_take_back_or_confirm(rails: Table) -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        await rails.undo(ADA, rails.n)
    with pytest.raises(Refused, match="nothing to confirm"):
        await rails.confirm(ADA, rails.n)


async def test_a_seat_can_confirm_by_itself(rails: Table) -> None:
    await rails.change_settings(ADA, auto=True, seat=0)
    n = rails.n
    await rails.play(ADA, "buy " + building(rails).removeprefix("build "), n)

    assert rails.n == n + 1
    assert rails.to_act == 1


async def test_settings_change_together_or_not_at_all(rails: Table) -> None:
    before = rails.about(ADA), [seat.auto for seat in rails.seats]
    for wrong in ({"auto": True, "pause": -1}, {"auto": True, "pause": 5, "seat": 7}, {"pause": 5, "seat": 7}):
        with pytest.raises(Refused):
            await rails.change_settings(ADA, **wrong)
        assert (rails.about(ADA), [seat.auto for seat in rails.seats]) == before

    await rails.change_settings(ADA, auto=True, pause=5)
    assert (rails.row.pause, [seat.auto for seat in rails.seats]) == (5, [True, True, True])


async def test_a_refused_move_leaves_the_draft_as_it_was(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    before = rails.view(ADA)
    with pytest.raises(Refused) as refused:
        await rails.play(ADA, "lay nowhere", before["n"])

    assert refused.value.rule == "mini-rails 3.3"
    assert rails.view(ADA) == before


async def test_a_stale_n_is_refused_and_changes_nothing(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    before = rails.view(ADA)
    for n in (0, before["n"] - 1, before["n"] + 1):
        with pytest.raises(Stale):
            await rails.play(ADA, first_move(rails, ADA), n)
        with pytest.raises(Stale):
            await rails.undo(ADA, n)

    assert rails.view(ADA) == before


async def test_a_draft_outlives_the_server(database: str, tables: Tables, rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    other = Tables(database)

    assert (await other.get(rails.id)).view(ADA) == rails.view(ADA)


async def test_a_draft_stops_where_chance_speaks(hands: Table) -> None:
    await hands.play(ADA, "keep", hands.n)
    await hands.play(ADA, "draw", hands.n + 1)
    view = hands.view(ADA)

    assert view["draft"]["complete"]
    assert [len(hand) if isinstance(hand, list) else hand for hand in view["view"]["table"]["hands"]] == [2, 2]

    await hands.confirm(ADA, view["n"])
    assert len(hands.view(ADA)["view"]["table"]["hands"][0]) == 3


async def test_a_draft_shows_nothing_that_its_move_would_reveal(hands: Table) -> None:
    """To look at a card and take that back would be to have looked."""
    await hands.play(ADA, "keep", hands.n)
    await hands.play(ADA, "look", hands.n + 1)
    view = hands.view(ADA)

    assert view["draft"] == {"moves": ["keep", "look"], "complete": True, "auto": False}
    assert view["view"]["table"]["looked"] is None

    await hands.undo(ADA, view["n"])
    await hands.play(ADA, "look", hands.n + 1)
    await hands.confirm(ADA, hands.n + 2)
    assert hands.view(ADA)["view"]["table"]["looked"] is not None


async def test_a_move_that_tells_nothing_goes_on_in_the_draft(hands: Table) -> None:
    await hands.play(ADA, "keep", hands.n)

    assert not hands.view(ADA)["draft"]["complete"]
    assert "look" in [move["move"] for move in hands.view(ADA)["view"]["moves"]]


async def test_the_whole_game_can_be_played(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo", "here Dora"), key=ADA)
    while not table.over:
        await play_turn(table, ADA)

    assert table.view(GRACE)["table"]["seed"]
    assert [entry["round"] for entry in table.standings()] == [0, 1, 2, 3, 4, 5, 6]
    for one, after in pairwise(table.standings()):
        first = next(n for n in range(table.n) if table.position.at(n).state.round == after["round"])
        assert one["scores"] == table.position.at(first).scores(), "a round's last move belongs to it"
    assert table.standings()[-1]["scores"] == table.position.scores()
