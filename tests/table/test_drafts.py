"""A turn is a draft until it is confirmed: free to take back, and nobody else sees it."""

from itertools import pairwise

import pytest

from branchline.game import Json
from branchline.games import find
from branchline.refusal import Refused
from branchline.table.draft import Draft
from branchline.table.person import STRANGER
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import Stale
from tests.table.party import ADA, GRACE, about, first_move, people, play_turn, record_of, view_of

pytestmark = pytest.mark.anyio


def building(table: Table) -> str:
    """A move that takes a disc to build with; laying it is the second decision of the turn."""
    moves = [str(offer["move"]) for offer in view_of(table, ADA)["view"]["moves"]]
    return next(move for move in moves if move.startswith("build"))


async def test_a_drafted_move_is_seen_by_its_seat_alone(rails: Table) -> None:
    before = view_of(rails, STRANGER)
    await rails.play(ADA, building(rails), rails.n)

    assert view_of(rails, ADA)["draft"]["moves"]
    assert view_of(rails, ADA)["view"]["table"]["hand"] is not None
    assert view_of(rails, STRANGER) == before


async def test_undo_inside_the_turn_gives_the_same_view_back(rails: Table) -> None:
    before = view_of(rails, ADA)
    await rails.play(ADA, building(rails), before["n"])
    await rails.play(ADA, first_move(rails, ADA), before["n"] + 1)
    await rails.undo(ADA, before["n"] + 2)
    await rails.undo(ADA, before["n"] + 1)

    assert view_of(rails, ADA) == before


async def test_nothing_is_drafted_into_another_turn(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    await rails.play(ADA, first_move(rails, ADA), rails.n + 1)
    view = view_of(rails, ADA)

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
    assert record_of(rails, ADA)["moves"][n:] == [[0, taken], [0, laid]]
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
    await rails.settings.change(ADA, auto=True, seat=0)
    n = rails.n
    await rails.play(ADA, "buy " + building(rails).removeprefix("build "), n)

    assert rails.n == n + 1
    assert rails.to_act == 1


async def test_settings_change_together_or_not_at_all(rails: Table) -> None:
    before = about(rails, ADA), [seat.auto for seat in rails.seats]
    wrongs: list[Json] = [{"auto": True, "pause": -1}, {"auto": True, "pause": 5, "seat": 7}, {"pause": 5, "seat": 7}]
    for wrong in wrongs:
        with pytest.raises(Refused):
            await rails.settings.change(ADA, **wrong)
        assert (about(rails, ADA), [seat.auto for seat in rails.seats]) == before

    await rails.settings.change(ADA, auto=True, pause=5)
    assert (rails.row.pause, [seat.auto for seat in rails.seats]) == (5, [True, True, True])


async def test_a_refused_move_leaves_the_draft_as_it_was(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    before = view_of(rails, ADA)
    with pytest.raises(Refused) as refused:
        await rails.play(ADA, "lay nowhere", before["n"])

    assert refused.value.rule == "mini-rails 3.3"
    assert view_of(rails, ADA) == before


async def test_a_stale_n_is_refused_and_changes_nothing(rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    before = view_of(rails, ADA)
    for n in (0, before["n"] - 1, before["n"] + 1):
        with pytest.raises(Stale):
            await rails.play(ADA, first_move(rails, ADA), n)
        with pytest.raises(Stale):
            await rails.undo(ADA, n)

    assert view_of(rails, ADA) == before


async def test_a_draft_outlives_the_server(database: str, tables: Tables, rails: Table) -> None:
    await rails.play(ADA, building(rails), rails.n)
    other = Tables(database)

    assert view_of(await other.get(rails.id), ADA) == view_of(rails, ADA)


async def test_a_draft_stops_where_chance_speaks(hands: Table) -> None:
    await hands.play(ADA, "keep", hands.n)
    await hands.play(ADA, "draw", hands.n + 1)
    view = view_of(hands, ADA)

    assert view["draft"]["complete"]
    assert [len(hand) if isinstance(hand, list) else hand for hand in view["view"]["table"]["hands"]] == [2, 2]

    await hands.confirm(ADA, view["n"])
    assert len(view_of(hands, ADA)["view"]["table"]["hands"][0]) == 3


async def test_a_draft_shows_nothing_that_its_move_would_reveal(hands: Table) -> None:
    """To look at a card and take that back would be to have looked."""
    await hands.play(ADA, "keep", hands.n)
    await hands.play(ADA, "look", hands.n + 1)
    view = view_of(hands, ADA)

    assert view["draft"] == {"moves": ["keep", "look"], "complete": True, "auto": False}
    assert view["view"]["table"]["looked"] is None

    await hands.undo(ADA, view["n"])
    await hands.play(ADA, "look", hands.n + 1)
    await hands.confirm(ADA, hands.n + 2)
    assert view_of(hands, ADA)["view"]["table"]["looked"] is not None


async def test_a_move_that_tells_nothing_goes_on_in_the_draft(hands: Table) -> None:
    await hands.play(ADA, "keep", hands.n)

    assert not view_of(hands, ADA)["draft"]["complete"]
    assert "look" in [move["move"] for move in view_of(hands, ADA)["view"]["moves"]]


def test_who_chooses_last_sees_what_the_others_chose_only_when_it_stands() -> None:
    """Express 01 turns all chosen cards up at once; that the order stays the same hides nothing."""
    for seed in range(6):
        position = find("express-01").start(2, seed=seed)
        position.play(position.legal()[0])
        draft = Draft.of(position)
        draft = draft.add(position.legal()[0])
        assert draft.complete
        assert draft.shown.log(draft.seat, position.n) == [], "nothing is told yet"


async def test_the_whole_game_can_be_played(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "here Bert", "here Cleo", "here Dora"), ADA)
    while not table.over:
        await play_turn(table, ADA)

    assert view_of(table, GRACE)["table"]["seed"]
    assert [entry["round"] for entry in table.sight.standings()] == [0, 1, 2, 3, 4, 5, 6]
    for one, after in pairwise(table.sight.standings()):
        first = next(n for n in range(table.n) if table.position.at(n).state.round == after["round"])
        assert one["scores"] == table.position.at(first).scores(), "a round's last move belongs to it"
    assert table.sight.standings()[-1]["scores"] == table.position.scores()


async def test_moves_that_were_chosen_together_are_taken_back_together(rails: Table) -> None:
    before = view_of(rails, ADA)
    build = building(rails)
    await rails.play(ADA, build, before["n"])
    lay = first_move(rails, ADA)
    await rails.undo(ADA, before["n"] + 1)
    await rails.play_together(ADA, [build, lay], before["n"])

    assert view_of(rails, ADA)["draft"]["moves"] == [build, lay]
    await rails.reload()  # as it is kept
    await rails.undo(ADA, before["n"] + 2)
    assert view_of(rails, ADA) == before


async def test_of_moves_that_were_chosen_together_all_are_made_or_none(rails: Table) -> None:
    before = view_of(rails, ADA)
    with pytest.raises(Refused):
        await rails.play_together(ADA, [building(rails), "lay nowhere"], before["n"])
    assert view_of(rails, ADA) == before


# -- ties ---------------------------------------------------------------------------------------------


async def tied(tables: Tables, auto: bool = False) -> tuple[Table, str]:
    """A table at which a build leads to routes that bring the same, and that build."""
    position = find("mini-express").start(seats=3, seed=3)
    while True:
        for move in position.legal() if position.to_act is not None else ():
            then = position.copy()
            then.play(move)
            if then.game.tie(then.state):
                seats = people("me Ada", "here Ben", "here Cleo")
                table = await tables.create("mini-express", seats, ADA, record=position.record())
                if auto:
                    await table.settings.change(ADA, auto=True)
                return table, move
        position.play(position.legal()[0])


async def test_a_tie_is_settled_for_who_wishes_it_and_undo_leads_back_to_the_choice(tables: Tables) -> None:
    table, build = await tied(tables)
    await table.play(ADA, build, table.n, settle=True)
    drafted = table.draft
    assert drafted is not None
    assert drafted.tie is not None
    assert len(drafted.moves) == 2

    await table.undo(ADA, table.n + 2)
    assert table.draft is not None
    assert table.draft.texts == [build]
    other = view_of(table, ADA)["view"]["moves"][1]["move"]
    await table.play(ADA, other, table.n + 1, settle=True)
    assert table.draft.texts == [build, other]
    assert table.draft.tie is None


async def test_without_the_wish_every_tie_is_asked(tables: Tables) -> None:
    table, build = await tied(tables)
    await table.play(ADA, build, table.n)
    assert table.draft is not None
    assert table.draft.texts == [build]


async def test_what_confirms_itself_settles_no_tie_that_a_rule_could_tell(tables: Tables) -> None:
    table, build = await tied(tables, auto=True)
    n = table.n
    await table.play(ADA, build, n, settle=True)
    assert (table.n, table.draft and table.draft.texts) == (n, [build])
