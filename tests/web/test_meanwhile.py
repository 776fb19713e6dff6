"""While you waited: what the others did since one's last turn."""

import branchline
from branchline.table.log import Log
from branchline.web.table_page import meanwhile


def test_it_holds_the_actions_of_the_others_since_the_last_own_one() -> None:
    position = branchline.game("steam-power").start(seats=1, seed="L0", automas=1)
    assert meanwhile(Log(position.told(0)).entries, None) == ()
    player = branchline.player("greedy", seed=1)
    before = position.n
    while position.state.turn < 4:
        before = position.n
        position.play(player.choose(position))
    found = meanwhile(Log(position.told(0)).entries, 0)
    assert found
    assert all(entry.told.by == 1 and entry.n > before for entry in found)


def test_who_has_just_acted_has_waited_for_nothing() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed="lesson")
    position.play("buy white 5")
    assert meanwhile(Log(position.told(0)).entries, 0) == []
    position.play("buy yellow 3")
    assert [entry.told.line.text for entry in meanwhile(Log(position.told(0)).entries, 0)] == [
        "{seat:1} buys a {piece:yellow} Yellow stock from space 3."
    ]
