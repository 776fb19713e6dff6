"""Seats are held by unguessable keys and links; nobody is taken at their word."""

import pytest

from branchline.games import find
from branchline.refusal import Refused
from branchline.table.person import STRANGER, Person
from branchline.table.seats import BOT_NAMES
from branchline.table.service import Tables, start_again
from branchline.table.table import Table
from branchline.table.trouble import NoTable, NotYours
from tests.table.party import ADA, GRACE, about, first_move, people, play_turn, somebody, token_of, until, view_of

pytestmark = pytest.mark.anyio


async def test_the_creator_holds_the_seats_at_her_screen(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "open", "here Cleo", "bot"), ADA)

    assert table.seats.held(ADA) == (0, 2)
    assert table.seats.held(GRACE) == table.seats.held(STRANGER) == ()
    assert [seat.name for seat in table.seats] == ["Ada", "Seat 2", "Cleo", BOT_NAMES[0]]


async def test_a_stranger_watches_but_does_not_move(rails: Table) -> None:
    assert view_of(rails, GRACE)["seat"] is None
    assert view_of(rails, GRACE)["view"]["moves"] == []
    for person in (GRACE, STRANGER):
        with pytest.raises(NotYours):
            await rails.play(person, first_move(rails, ADA), rails.n)


async def test_a_friend_takes_the_open_seat_by_its_link(tables: Tables, hands: Table) -> None:
    link = token_of(hands, ADA, 1)
    _, seat = await tables.join(hands.id, link, GRACE, "Grace")

    assert seat == 1
    assert hands.seats.held(GRACE) == (1,)
    assert hands.names == ["Ada", "Grace"]


async def test_the_link_is_spent_so_that_its_sender_cannot_look_into_the_friends_hand(
    tables: Tables, hands: Table
) -> None:
    link = token_of(hands, ADA, 1)
    await tables.join(hands.id, link, GRACE)

    with pytest.raises(NotYours, match="spent"):
        await tables.join(hands.id, link, somebody())
    assert (await tables.join(hands.id, link, ADA))[1] == 0, "Ada keeps her own seat and gets no other"
    assert hands.seats.held(ADA) == (0,)
    assert hands.seats.held(Person.with_key(link)) == ()
    assert about(hands, ADA)["seats"][1]["token"] is None
    assert about(hands, STRANGER)["seats"][1]["token"] is None


async def test_the_friend_comes_back_by_the_spent_link_with_the_same_browser(tables: Tables, hands: Table) -> None:
    link = token_of(hands, ADA, 1)
    await tables.join(hands.id, link, GRACE)

    assert (await tables.join(hands.id, link, GRACE))[1] == 1


async def test_a_seats_own_link_opens_it_on_one_more_device(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    own, phone = token_of(hands, GRACE, 1), somebody()
    await tables.join(hands.id, own, phone)

    assert hands.seats.held(phone) == hands.seats.held(GRACE) == hands.seats.held(Person.with_key(own)) == (1,)


async def test_an_open_seat_is_nobodys_until_it_is_taken(hands: Table) -> None:
    assert hands.seats.held(Person.with_key(str(hands.seats[1].token))) == ()


async def test_no_spectator_sees_a_link(hands: Table) -> None:
    assert all(seat.token not in str(view_of(hands, STRANGER)) for seat in hands.seats if seat.token)


async def test_a_wrong_link_and_a_wrong_table(tables: Tables, hands: Table) -> None:
    with pytest.raises(NotYours):
        await tables.join(hands.id, "no-such-link", GRACE)
    for nowhere in ("zzzzzzzzzz", "", "x" * 10_000, "../../etc", "\x00", "ZZZZZZZZZZ"):
        with pytest.raises(NoTable):
            await tables.get(nowhere)


async def test_one_screen_sees_with_the_eyes_of_whoever_is_to_act(rails: Table) -> None:
    assert view_of(rails, ADA)["seat"] == 0
    await play_turn(rails, ADA)
    assert view_of(rails, ADA)["seat"] == view_of(rails, ADA)["next_here"] == 1


async def test_with_secrets_one_screen_shows_nobodys_cards_until_it_is_passed_on(tables: Tables) -> None:
    table = await tables.create("hidden-hands", people("me Ada", "here Bert"), ADA)
    view = view_of(table, ADA)

    assert (view["seat"], view["next_here"]) == (None, 0)
    assert view["view"]["table"]["hands"] == [2, 2]
    assert view_of(table, ADA, 0)["view"]["table"]["hands"][1] == 2


async def test_a_key_sees_only_through_seats_that_it_holds(hands: Table) -> None:
    for person, seat in ((ADA, 1), (GRACE, 0), (STRANGER, 0), (ADA, 7), (ADA, -1)):
        with pytest.raises(NotYours):
            hands.sight.eyes(person, seat)


async def test_a_move_out_of_turn_names_who_is_to_act(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
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
        await tables.create("mini-rails", seats, ADA)
    assert await tables.list(ADA) == []


async def test_lists_show_ones_own_tables_and_whose_turn_it_is(tables: Tables, rails: Table, hands: Table) -> None:
    bots = await tables.create("mini-rails", people("bot", "bot", "bot"), GRACE, title="Bots", pause=10_000)

    assert {table.id for table in await tables.list(ADA, mine=True)} == {rails.id, hands.id}
    assert [(table.title, table.owned) for table in await tables.list(GRACE, mine=True)] == [("Bots", True)]
    mine = next(table for table in await tables.list(ADA) if table.id == hands.id)
    assert (mine.mine, mine.open, mine.to_act) == ([0], [1], 0)
    assert bots.id not in {table.id for table in await tables.list(ADA)}


async def test_others_see_a_table_in_the_list_if_it_is_listed_and_while_it_has_an_open_seat(
    tables: Tables, hands: Table
) -> None:
    stranger = somebody()
    assert await tables.list(stranger) == [], "a table with links is for those who have them"

    table = await tables.create("hidden-hands", people("me Ada", "open"), ADA, listing="listed")
    assert [found.id for found in await tables.list(stranger)] == [table.id]
    assert await tables.list(stranger, mine=True) == []

    await tables.join(table.id, token_of(table, ADA, 1), GRACE)
    assert await tables.list(stranger) == await tables.list() == []


async def test_a_seat_that_nobody_takes_goes_to_a_bot(tables: Tables) -> None:
    table = await tables.create("hidden-hands", people("open", "me Ada"), ADA, pause=0)
    link = token_of(table, ADA, 0)
    await table.seats.give_to_bot(ADA, 0, "random")
    await until(tables, table, lambda: table.to_act == 1)

    with pytest.raises(NotYours, match="spent"):
        await tables.join(table.id, link, GRACE)


async def test_only_an_open_seat_goes_to_a_bot_and_only_by_its_host(tables: Tables, hands: Table) -> None:
    with pytest.raises(NotYours, match="laid the table"):
        await hands.seats.give_to_bot(GRACE, 1, "random")
    for seat in (2, -1):
        with pytest.raises(Refused, match="nobody has taken"):
            await hands.seats.give_to_bot(ADA, seat, "random")
    with pytest.raises(Refused, match="no player"):
        await hands.seats.give_to_bot(ADA, 1, "grandmaster")
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    with pytest.raises(Refused, match="nobody has taken"):
        await hands.seats.give_to_bot(ADA, 1, "random")


@pytest.mark.parametrize("name", ["mini-rails", "mini-express", "steam-power"])
def test_in_another_game_of_the_same_people_the_next_one_begins(name: str) -> None:
    game = find(name)
    position = game.start(3)
    for _ in range(4):
        first = game.starter(position.state)
        assert first is not None
        position = start_again(game, position)
        assert game.starter(position.state) == (first + 1) % 3


def test_after_a_game_of_version_1_which_the_first_seat_began_the_second_begins() -> None:
    game = find("mini-rails")
    assert start_again(game, game.of_version(1).start(4)).to_act == 1


async def test_who_leaves_is_followed_by_a_bot_and_has_no_part_any_more(tables: Tables, rails: Table) -> None:
    link = token_of(rails, ADA, 0)
    await rails.play(ADA, first_move(rails, ADA), rails.n, confirm=False)
    await rails.seats.give_to_bot(ADA, 0, "random")
    assert rails.seats.held(ADA) == (1, 2)
    assert rails.seats.held(Person.with_key(link)) == ()
    await until(tables, rails, lambda: rails.to_act == 1)
    assert (rails.seats[0].name, rails.names[0]) == ("Ada", "a bot for Ada")


async def test_a_friend_cannot_take_a_name_that_is_taken(tables: Tables, hands: Table) -> None:
    with pytest.raises(Refused, match="called ada already"):
        await tables.join(hands.id, token_of(hands, ADA, 1), GRACE, "ada")
    assert not hands.seats[1].taken
