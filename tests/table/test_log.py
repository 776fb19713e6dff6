"""The log: one entry an action, a payment told whole, and why each score moved."""

import branchline
from branchline.game import Point, jsonable, shifts
from branchline.position import Position, Told
from branchline.table.log import Entry, Log, settled
from branchline.words import plural

MOVES = """begin paducah; lay h10 ne-sw; lay g10 s-nw; lay g9 n-sw; lay g7 n-s; begin green bay; lay h3 ne-s;
lay h5 n-sw; build milwaukee; build paducah; build peoria; lay i5 s-nw; lay h7 ne-sw; build chicago; fulfil no.12;
build evansville 3; fulfil no.48; take white from paducah free; take white from paducah free;
take gray from peoria free; take black from evansville free; build gary 3; lay j7 s-nw; lay f8 ne-s; fulfil no.21;
take gray from peoria paying 2:$1; take orange from chicago free; deliver"""


def entries(lines: list[Told]) -> list[Entry]:
    return Log(lines).entries


def steam() -> Position:
    position = branchline.game("steam-power").start(seats=2, seed="L0")
    for move in MOVES.replace("\n", " ").split(";"):
        position.play(move.strip())
    return position


def test_two_tiles_are_one_entry_that_opens_into_both() -> None:
    found = [entry for entry in entries(steam().told(0)) if "on f8" in entry.told.line.text]
    assert len(found) == 1
    assert [part.line.text for part in found[0].parts] == [
        "{seat:0} lays a curve on j7.",
        "{seat:0} lays a curve on f8.",
    ]


def test_a_payment_is_told_whole_though_it_was_paid_step_by_step() -> None:
    position = steam()
    last = entries(position.told(0))[-1]
    assert last.told.line.effect.startswith("Pays {seat:1} $1.")
    assert len(last.parts) == 4
    since = position.told(0, position.n - 1)  # who is told the last line alone hears the same
    assert since[-1].line == last.told.line


def test_why_a_score_moved_is_told_with_its_rule() -> None:
    springfield = next(entry for entry in entries(steam().told(0)) if "on f8" in entry.told.line.text)
    assert [(one.seat, one.change, one.text, one.rule) for one in springfield.shifts] == [
        (0, 2, "Springfield, shared by 2", "steam-power 9.5"),
        (1, -3, "Springfield, shared by 2", "steam-power 9.5"),
    ]


def test_shifts_add_up_to_the_change_of_every_score() -> None:
    for name in branchline.games():
        position, player = branchline.game(name).start(seed=4), branchline.player("greedy", seed=4)
        while not position.over and position.n < 90:
            position.play(player.choose(position))
        first, *lines = position.told(None)
        scores = [int(points) for points in position.state_at(first.n).scores()]  # what a set-up deals is no news
        for told in lines:
            for shift in told.shifts:
                scores[shift.seat] += shift.change
        assert scores == position.scores(), name


def test_a_part_of_a_score_that_is_gone_is_told_as_well() -> None:
    before, after = [[Point(3, "1 Red at +3", "5.1"), Point(1, "2 Gray", "5.1")]], [[Point(1, "2 Gray", "5.1")]]
    assert [(one.change, one.text) for one in shifts(before, after)] == [(-3, "1 Red at +3: no more")]


def test_a_part_of_a_score_that_grows_is_told_once() -> None:
    """One card or two: it is the hand that has grown."""
    one, two = (Point(n, f"{plural(n, 'card')} in hand", "7.2", "hand") for n in (1, 2))
    assert [(shift.change, shift.text) for shift in shifts([[one]], [[two]])] == [(1, "2 cards in hand")]


def test_what_a_part_is_about_is_told_nobody() -> None:
    assert jsonable(Point(2, "2 cards in hand", "7.2", "hand")) == {
        "points": 2,
        "text": "2 cards in hand",
        "rule": "7.2",
    }


def test_what_is_under_way_stands_by_itself_and_is_sent_again_when_it_is_whole() -> None:
    position = steam()
    whole, under_way = position.told(0), position.at(position.n - 1).told(0)
    assert [entry.told.line.part for entry in entries(under_way)[-3:]] == ["before"] * 3
    assert settled(entries(under_way)) <= entries(whole)[-2].n
    assert settled(entries(whole)) == entries(whole)[-2].n
