"""Contender: our players by name, and anybody's own."""

import json
import pickle
import threading
from pathlib import Path

import pytest

import branchline
from branchline import Refused
from branchline.lab.arena import arena
from branchline.lab.contender import Contender, contenders, everybody
from branchline.lab.sim import simulate
from branchline.names import PlayerName

GAME = branchline.game("mini-rails")

BOT = """
import told_beside

class First:
    def __init__(self, depth=1):
        self.depth = depth

    def choose(self, position):
        return told_beside.first(position)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A student's file, and another that it imports."""
    (tmp_path / "told_beside.py").write_text("def first(position): return position.legal()[0]\n")
    file = tmp_path / "my_bot.py"
    file.write_text(BOT)
    return file


def test_one_name_is_for_all_seats() -> None:
    assert [str(contender) for contender in contenders("greedy", 3)] == ["greedy"] * 3


def test_a_name_may_carry_settings() -> None:
    assert Contender.parse("search:seconds=0.5:rollouts=20:open=true") == Contender(
        "search", {"seconds": 0.5, "rollouts": 20, "open": True}
    )


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("random,greedy", "3 seats need 3 players, or one name for all of them, not 2."),
        ("random:fast", "'random:fast' is not a player: settings go name:setting=value."),
    ],
)
def test_players_that_do_not_fit_are_refused(names: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        contenders(names, 3)
    assert refused.value.reason == reason


def test_an_unknown_player_and_an_unknown_setting_are_refused() -> None:
    with pytest.raises(Refused, match="There is no player 'nobody'"):
        Contender("nobody").sit_down("0")
    with pytest.raises(Refused, match="The player random has no setting 'speed'; it has: none"):
        Contender("random", {"speed": 3}).sit_down("0")


def test_a_seed_is_not_a_setting() -> None:
    with pytest.raises(Refused, match="can't have a seed of its own"):
        Contender.parse("search:seed=3").sit_down("0")


# -- anybody's own ---------------------------------------------------------------------------


def test_a_class_in_a_file_plays_in_processes_and_in_a_simulation(bot: Path) -> None:
    name = f"{bot}:First:depth=3"
    here, there = (arena(GAME, [name, "random"], games=6, seats=3, processes=n) for n in (1, 2))
    assert here.entrants[0].name == name
    assert (here.entrants[0].illegal, here.entrants[0].failed) == (0, 0)
    assert here.digest == there.digest
    assert simulate(GAME, 3, [name, "random", "random"], 2).players[0] == name


def test_a_class_in_a_module_of_the_current_folder_plays(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot.rename(bot.with_name("bot_by_module.py"))
    monkeypatch.chdir(bot.parent)
    position = GAME.start(seats=3, seed=1)
    assert Contender.parse("bot_by_module:First").sit_down("0").choose(position) == position.legal()[0]


def test_who_takes_a_seed_is_given_one() -> None:
    seeds = []

    def with_seed(seed: int) -> object:
        seeds.append(seed)
        return branchline.player("random", seed)

    Contender.of(with_seed).sit_down("a")  # type: ignore[arg-type]
    Contender.of(with_seed).sit_down("b")  # type: ignore[arg-type]
    assert len(set(seeds)) == 2


class First:
    def choose(self, position: branchline.Position) -> str:
        return position.legal()[0]


def test_a_player_is_new_for_every_game() -> None:
    one = First()
    assert Contender.of(one).sit_down("0") is not one


@pytest.mark.parametrize("name", ["random", "novice", "greedy", "uct", "search-1", "search"])
def test_one_of_our_players_sits_down_as_it_is_with_other_dice_in_every_game(name: PlayerName) -> None:
    thinking = {"simulations": 5} if name in ("uct", "search") else {}
    player = branchline.player(name, seed=3, **thinking)
    contender = Contender.of(player)
    contender.check(in_processes=True)
    one, again, other = (contender.sit_down(seed) for seed in ("1", "1", "2"))
    dice = [vars(each)["seed"].seed for each in (one, again, other, player)]
    assert dice[0] == dice[1]
    assert len(set(dice)) == 3
    position = GAME.start(seats=3, seed=1)
    assert one.choose(position) == again.choose(position)


def test_a_thinking_player_goes_to_other_processes() -> None:
    thinker = branchline.player("search", simulations=5, seed=1)
    alone, many = (
        arena(GAME, [thinker, "random"], games=4, seats=3, seed=1, processes=processes) for processes in (1, 2)
    )
    assert alone.digest == many.digest


def test_a_player_that_can_not_be_copied_is_refused() -> None:
    one = First()
    one.lock = threading.Lock()  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="can't be copied for every game: name what makes it"):
        Contender.of(one).sit_down("0")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("no_such_file.py:First", "no_such_file.py can't be loaded: FileNotFoundError: "),
        ("no_such_module:First", "no_such_module can't be loaded: ModuleNotFoundError: "),
        ("json:Nobody", "json has no Nobody that makes a player."),
        ("json:JSONDecoder", "json:JSONDecoder is no player: it has no choose(position)."),
        ("json:JSONDecoder:depth=1", "json:JSONDecoder:depth=1 can't be made: TypeError: "),
    ],
)
def test_what_is_no_player_is_refused(what: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        arena(GAME, [what, "random"], games=3)
    assert refused.value.reason.startswith(sentence)


def test_what_can_not_be_sent_to_other_processes_is_refused_before_anything_is_played() -> None:
    with pytest.raises(Refused, match="can't be sent to other processes: put it into a module of its own"):
        arena(GAME, [lambda: branchline.player("random"), "random"], games=12, seats=3, processes=2)


def test_who_plays_by_a_file_plays_where_the_file_does_not_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on another machine: the name of the file says nothing there."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (here / "set.json").write_text(json.dumps({"game": "mini-rails", "constants": {}}))
    (here / "net.json").write_text(json.dumps({"game": "mini-rails", "item": {}}))
    monkeypatch.chdir(here)
    names = ["search:constants=set.json:simulations=6", "search:net=net.json:simulations=6"]
    sent = pickle.dumps(everybody(names))
    monkeypatch.chdir(there)
    arrived = pickle.loads(sent)
    assert [str(one) for one in arrived] == names
    assert arrived[0].sit_down("1").choose(GAME.start(3, seed=1)) in GAME.start(3, seed=1).legal()
    assert arrived[1].sit_down("1").net == {"game": "mini-rails", "item": {}}


def test_a_file_that_holds_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "net.json").write_text("[]")
    with pytest.raises(Refused, match=r"net\.json holds no network"):
        everybody([f"search:net={tmp_path / 'net.json'}"])
