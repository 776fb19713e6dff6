"""Seats are held by unguessable keys and links; nobody is taken at their word."""

import pytest
from party import ADA, GRACE, first_move, people, play_turn, until

from branchline.refusal import Refused
from branchline.table.service import BOT_NAMES, Tables
from branchline.table.table import Table, new_key
from branchline.table.trouble import NoTable, NotYours

pytestmark = pytest.mark.anyio


async def test_the_creator_holds_the_seats_at_her_screen(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "open", "here Cleo", "bot"), key=ADA)

    assert table.held(ADA) == (0, 2)
    assert table.held(GRACE) == table.held(None) == table.held("") == ()
    assert [seat.name for seat in table.seats] == ["Ada", "Seat 2", "Cleo", BOT_NAMES[0]]


async def test_a_stranger_watches_but_does_not_move(rails: Table) -> None:
    assert rails.view(GRACE)["seat"] is None
    assert rails.view(GRACE)["view"]["moves"] == []
    for key in (GRACE, None):
        with pytest.raises(NotYours):
            await rails.play(key, first_move(rails, ADA), rails.n)


async def test_a_friend_takes_the_open_seat_by_its_link(tables: Tables, hands: Table) -> None:
    link = hands.about(ADA)["seats"][1]["token"]
    _, seat = await tables.join(hands.id, link, GRACE, "Grace")

    assert seat == 1
    assert hands.held(GRACE) == (1,)
    assert hands.names == ["Ada", "Grace"]


async def test_the_link_is_spent_so_that_its_sender_cannot_look_into_the_friends_hand(
    tables: Tables, hands: Table
) -> None:
    link = hands.about(ADA)["seats"][1]["token"]
    await tables.join(hands.id, link, GRACE)

    with pytest.raises(NotYours, match="spent"):
        await tables.join(hands.id, link, new_key())
    assert (await tables.join(hands.id, link, ADA))[1] == 0, "Ada keeps her own seat and gets no other"
    assert hands.held(ADA) == (0,)
    assert hands.held(link) == ()
    assert hands.about(ADA)["seats"][1]["token"] is None
    assert hands.about(None)["seats"][1]["token"] is None


async def test_the_friend_comes_back_by_the_spent_link_with_the_same_browser(tables: Tables, hands: Table) -> None:
    link = hands.about(ADA)["seats"][1]["token"]
    await tables.join(hands.id, link, GRACE)

    assert (await tables.join(hands.id, link, GRACE))[1] == 1


async def test_a_seats_own_link_opens_it_on_one_more_device(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    own, phone = hands.about(GRACE)["seats"][1]["token"], new_key()
    await tables.join(hands.id, own, phone)

    assert hands.held(phone) == hands.held(GRACE) == hands.held(own) == (1,)


async def test_an_open_seat_is_nobodys_until_it_is_taken(hands: Table) -> None:
    assert hands.held(hands.seats[1].token) == ()


async def test_no_spectator_sees_a_link(hands: Table) -> None:
    assert all(seat.token not in str(hands.view(None)) for seat in hands.seats if seat.token)


async def test_a_wrong_link_and_a_wrong_table(tables: Tables, hands: Table) -> None:
    with pytest.raises(NotYours):
        await tables.join(hands.id, "no-such-link", GRACE)
    for nowhere in ("zzzzzzzzzz", "", "x" * 10_000, "../../etc", "\x00", "ZZZZZZZZZZ"):
        with pytest.raises(NoTable):
            await tables.get(nowhere)


async def test_one_screen_sees_with_the_eyes_of_whoever_is_to_act(rails: Table) -> None:
    assert rails.view(ADA)["seat"] == 0
    await play_turn(rails, ADA)
    assert rails.view(ADA)["seat"] == rails.view(ADA)["next_here"] == 1


async def test_with_secrets_one_screen_shows_nobodys_cards_until_it_is_passed_on(tables: Tables) -> None:
    table = await tables.create("hidden-hands", people("me Ada", "here Bert"), key=ADA)
    view = table.view(ADA)

    assert (view["seat"], view["next_here"]) == (None, 0)
    assert view["view"]["table"]["hands"] == [2, 2]
    assert table.view(ADA, 0)["view"]["table"]["hands"][1] == 2


async def test_a_key_sees_only_through_seats_that_it_holds(hands: Table) -> None:
    for key, seat in ((ADA, 1), (GRACE, 0), (None, 0), (ADA, 7), (ADA, -1)):
        with pytest.raises(NotYours):
            hands.view(key, seat)
        with pytest.raises(NotYours):
            hands.history(key, 3, seat)
        with pytest.raises(NotYours):
            hands.record(key, seat)


async def test_a_move_out_of_turn_names_who_is_to_act(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    with pytest.raises(Refused, match="Ada is to act") as refused:
        await hands.play(GRACE, "keep", hands.n)

    assert refused.value.rule == "turn"
    why = hands.why_not(GRACE, "keep")
    assert why is not None
    assert why.rule == "turn"


async def test_why_not_tells_the_mover_the_rule(rails: Table) -> None:
    assert rails.why_not(ADA, first_move(rails, ADA)) is None
    why = rails.why_not(ADA, "lay a1")
    assert why is not None
    assert why.rule.startswith("mini-rails ")


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (people("me Ada", "bot"), "3 to 5 players"),
        ([], "3 to 5 players"),
        (people("me Ada", "bot", "bot", "bot", "bot", "bot"), "3 to 5 players"),
        (people("me Ada", "robot", "bot"), "not 'robot'"),
        (people("me Ada", "bot grandmaster", "bot"), "no player 'grandmaster'"),
        (people("me Ada", "here ada", "bot"), "Two seats are called Ada"),
        (people("me " + "A" * 41, "bot", "bot"), "at most 40 letters"),
        (people("me {seat:1}", "bot", "bot"), "can't hold"),
        (people("me \x1b[31m", "bot", "bot"), "can't hold"),
    ],
)
async def test_seats_that_cannot_be(tables: Tables, seats: list[dict[str, str]], words: str) -> None:
    with pytest.raises(Refused, match=words):
        await tables.create("mini-rails", seats, key=ADA)
    assert await tables.list(ADA) == []


async def test_lists_show_ones_own_tables_and_whose_turn_it_is(tables: Tables, rails: Table, hands: Table) -> None:
    bots = await tables.create("mini-rails", people("bot", "bot", "bot"), key=GRACE, title="Bots", pause=10_000)

    assert {table.id for table in await tables.list(ADA, mine=True)} == {rails.id, hands.id}
    assert [(table.title, table.owned) for table in await tables.list(GRACE, mine=True)] == [("Bots", True)]
    mine = next(table for table in await tables.list(ADA) if table.id == hands.id)
    assert (mine.mine, mine.open, mine.to_act) == ([0], [1], 0)
    assert bots.id not in {table.id for table in await tables.list(ADA)}


async def test_others_see_a_table_in_the_list_while_it_has_an_open_seat_and_when_it_is_over(
    tables: Tables, rails: Table, hands: Table
) -> None:
    stranger = new_key()
    assert [table.id for table in await tables.list(stranger)] == [hands.id]

    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    assert await tables.list(stranger) == await tables.list(None) == []

    while not rails.over:
        await play_turn(rails, ADA)
    assert [table.id for table in await tables.list(stranger)] == [rails.id]
    assert await tables.list(stranger, mine=True) == await tables.list(stranger, finished=False) == []


async def test_a_seat_that_nobody_takes_goes_to_a_bot(tables: Tables) -> None:
    table = await tables.create("hidden-hands", people("open", "me Ada"), key=ADA, pause=0)
    link = table.about(ADA)["seats"][0]["token"]
    await table.give_to_bot(ADA, 0, "random")
    await until(tables, table, lambda: table.to_act == 1)

    with pytest.raises(NotYours, match="spent"):
        await tables.join(table.id, link, GRACE)


async def test_only_an_open_seat_goes_to_a_bot_and_only_by_its_host(tables: Tables, hands: Table) -> None:
    with pytest.raises(NotYours, match="laid the table"):
        await hands.give_to_bot(GRACE, 1, "random")
    for seat in (2, -1):
        with pytest.raises(Refused, match="nobody has taken"):
            await hands.give_to_bot(ADA, seat, "random")
    with pytest.raises(Refused, match="no player"):
        await hands.give_to_bot(ADA, 1, "grandmaster")
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    with pytest.raises(Refused, match="nobody has taken"):
        await hands.give_to_bot(ADA, 1, "random")


async def test_who_leaves_is_followed_by_a_bot_and_has_no_part_any_more(tables: Tables, rails: Table) -> None:
    link = rails.about(ADA)["seats"][0]["token"]
    await rails.play(ADA, first_move(rails, ADA), rails.n, confirm=False)
    await rails.give_to_bot(ADA, 0, "random")
    assert rails.held(ADA) == (1, 2)
    assert rails.held(link) == ()
    await until(tables, rails, lambda: rails.to_act == 1)
    assert rails.seats[0].name == "Ada"


async def test_who_keeps_the_others_waiting_for_a_day_can_be_followed_by_a_bot(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE)
    assert hands.to_act == 0
    with pytest.raises(NotYours):
        await hands.give_to_bot(GRACE, 0, "random")
    hands.row.changed -= 25 * 3600
    assert (hands.late_for(GRACE), hands.late_for(ADA), hands.late_for("stranger" * 4)) == (0, None, None)
    await hands.give_to_bot(GRACE, 0, "random")
    await until(tables, hands, lambda: hands.to_act == 1)
    assert (hands.held(ADA), hands.held(GRACE)) == ((), (1,))


async def test_a_friend_cannot_take_a_name_that_is_taken(tables: Tables, hands: Table) -> None:
    with pytest.raises(Refused, match="called ada already"):
        await tables.join(hands.id, hands.about(ADA)["seats"][1]["token"], GRACE, "ada")
    assert not hands.seats[1].taken
