"""The drawing: what lies above what, and what may be touched."""

from collections import Counter
from dataclasses import replace

import pytest

import branchline
from branchline.games.steam_power import board as drawing
from branchline.games.steam_power.fares import Fare, overlap, spread
from tests.rulebook.steam_power.table import Table


def board(table: Table, draft: tuple[str, ...] = ()) -> drawing.Board:
    drafted = tuple(table.notation.read(table.state, move) for move in draft)
    return drawing.Board(replace(table.pos.scene(0), drafted=drafted), table.game.parts)


def drawn(table: Table) -> str:
    return board(table).svg()


def test_the_button_that_takes_up_a_tile_lies_above_every_piece() -> None:
    picture = drawn(Table().play("begin duluth", "lay e2 se-nw"))
    button = picture.index('data-move="remove e2"')
    for below in ("cities", "lamps", "plates", "trains"):
        assert picture.index(f'class="{below}"') < button


def test_the_button_leaves_what_is_lit_alone() -> None:
    """Track goes on at f3, south-east of e2: the button is at none of the two corners there, nor between them."""
    picture = board(Table().play("begin duluth", "lay e2 se-nw"))
    assert min(range(12), key=lambda spot: picture.need_of("e2", spot)) not in (2, 3, 4)


def test_the_button_hides_no_name() -> None:
    picture = board(Table().play("begin duluth", "lay e2 se-nw"))
    hides = [spot for spot in range(12) if picture.hides("e2", spot)]
    assert hides, "Duluth's name stands at the upper corners"
    assert min(range(12), key=lambda spot: picture.need_of("e2", spot)) not in hides


def test_a_city_that_delivers_keeps_all_of_its_name() -> None:
    """The veil leaves out the hex and what the name has beside it; a short name has nothing there."""
    layout = board(Table()).layout
    half = drawing.plate_width("Indianapolis") / 2
    assert {(half, drawing.PLATE[0]), (-half, drawing.PLATE[1])} < set(drawing.outline(layout, "Indianapolis"))
    assert drawing.outline(layout, "Gary") == drawing.outline(layout, "") == list(layout.corners(1.0))


def test_a_finger_finds_the_button_on_a_phone() -> None:
    picture = board(Table())
    assert 2 * drawing.REACH * 374 / picture.width >= 24, "a phone of 390 pixels shows the map 374 pixels wide"


def test_a_tile_that_was_taken_up_again_keeps_no_dashed_edge() -> None:
    table = Table().play("begin duluth", "lay e2 se-nw")
    assert board(table, ("begin duluth", "lay e2 se-nw")).laid_now == {"e2"}
    assert board(table, ("begin duluth", "lay e2 se-nw", "remove e2")).laid_now == set()
    assert board(table, ("lay e2 se-nw", "replace e2 e-nw")).laid_now == {"e2"}


def test_coins_lie_above_trains_and_beside_them() -> None:
    table = Table(seats=1, automas=1).link(0, "Quincy", "f9", "Peoria").coin_path("Gary", "f9", "h9").turn_of(0)
    picture = drawn(table)
    assert picture.index('class="trains"') < picture.index("coin-no")
    x, y = table.notation.map.layout.centre("f9")
    assert drawing.coin(x, y) not in picture
    assert drawing.coin(*table.notation.map.layout.centre("h9")) in picture


def test_no_price_tag_lies_over_another() -> None:
    fares: tuple[Fare, ...] = ((0, 0, "$1", 1), (5, 3, "own", None), (12, -8, "$2", 3), (0, 0, "$1", 2))
    tags = spread(fares)
    assert [tag[2:] for tag in tags] == [fare[2:] for fare in fares]
    assert not [1 for k, one in enumerate(tags) for two in tags[:k] if overlap(one, two)]


def test_a_price_tag_stands_beside_words_and_trains() -> None:
    table = Table(seats=3).colours(black="Dubuque").link(0, "Peoria", "g10", "Indianapolis")
    picture = board(table)
    lettering, trains = picture.lettering, tuple(picture.train_places.values())
    words = [(x, y + 17) for x, y, _ in lettering.plates] + [*lettering.prices]
    fares: list[Fare] = [(x, y, "$1", 1) for x, y in (*words, *trains)]
    for fare, at in zip(fares, words, strict=False):
        (tag,) = spread((fare,), trains, lettering)
        assert lettering.covered_by(fare)
        assert not lettering.covered_by(tag)
        assert max(abs(tag[0] - at[0]), abs(tag[1] - at[1])) <= 72


def test_the_fares_of_a_delivery_add_up_to_its_price() -> None:
    table = (
        Table(seats=3)
        .colours(black="Dubuque")
        .link(0, "Peoria", "g10", "Indianapolis")
        .link(1, "Dubuque", "f8", "f9", "Peoria")
        .factory(2, "Dubuque", 5)
        .hand(0, "no.28")
    )
    picture = board(table)
    quote = picture.table.hand(0)[0].quote
    assert quote is not None
    travelling = [item for item in quote.items if item.city]
    over = Counter(link for item in travelling for link in item.links)
    taken = Counter(item.city for item in travelling if item.city)
    amounts = [int(fare[2][1:]) for fare in [*picture.link_fares(over), *picture.city_fares(taken)]]
    assert sum(amounts) == sum(item.price for item in travelling) == 4


@pytest.mark.parametrize("north", [True, False])
def test_the_arrows_of_the_marker_leave_the_letters_and_numbers_free(north: bool) -> None:
    picture = board(Table(seats=1, automas=1, north=north))
    arrows = picture.marker(0, 0, 1, 1)
    first = [piece.split(" ")[1].split("V") for piece in arrows.split('scan" d="M')[1].split('"')[0].split("M")]
    second = [piece.split(" ")[0] + "H" + piece.split("H")[1] for piece in drawn_second(arrows)]
    letter, number = picture.layout.heading_at(0, 0)
    across, down = picture.layout.pitch
    for begin, end in first:
        for n in range(2):
            assert not float(begin) - 8 < number - picture.top - 17 + n * down < float(end) + 8
    for piece in second:
        begin, end = piece.split("H")
        for n in range(2):
            assert not float(begin) - 8 < letter - picture.left - 17 + n * across < float(end) + 8


def drawn_second(arrows: str) -> list[str]:
    return arrows.split('is-second" d="M')[1].split('"')[0].split("M")


def test_a_tile_laid_this_turn_is_replaced_by_a_button_and_not_by_a_second_click_on_its_hex() -> None:
    table = Table().play("begin duluth", "lay e2 se-nw")
    picture = board(table, ("begin duluth", "lay e2 se-nw"))
    assert "e2" not in picture.on_hex
    assert all((tile.verb, tile.at) == ("replace", "e2") for tile in picture.to_replace["e2"])
    assert picture.svg().count(f'data-move="{picture.to_replace["e2"][0].move}"') == 1
    assert "e2" in board(table).on_hex, "a tile of an earlier turn"


def test_a_city_where_two_actions_are_possible_offers_both_together_and_each_alone() -> None:
    table = Table(seats=3).link(1, "Dubuque", "f8", "f9", "Peoria").turn_of(0)
    picture = drawn(table)
    assert 'data-turns="begin dubuque|build dubuque"' in picture
    assert picture.count('data-move="build dubuque"') == 1


def test_no_train_stands_on_a_name() -> None:
    """In this game the middle of a link lies on Jefferson City's."""
    position, bot = branchline.game("steam-power").start(seats=4, seed=4), branchline.player("greedy", seed=4)
    while not position.over:
        position.play(bot.choose(position))
    picture = drawing.Board(position.scene(0), Table().game.parts)
    assert [place for place in picture.train_places.values() if picture.lettering.hides_name(*place, 7)] == []
