"""Learn: the whole loop at a tiny size; what is there is not done again, and nothing is promoted without a match."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import branchline
from branchline import Position
from branchline.extras import need
from branchline.game import Json
from branchline.kernel.net import Net
from branchline.lab.bench import compiled
from branchline.lab.learn import Learner, Plan, every_kind, learn, text
from branchline.lab.network import Choices, Network, Positions, surprise, teach, teach_moves
from branchline.lab.selfplay import Games, play
from branchline.lab.telling import Kind, best_sharpness
from branchline.lab.workers import spread
from branchline.names import GameName
from branchline.refusal import Refused

PLAN = Plan(
    "mini-rails",
    seed=2,
    games=16,
    searched=8,
    a_part=2,
    simulations=3,
    long=8,
    epochs=1,
    match_simulations=2,
    match_games=3,
    seats=(3,),
)


def quiet(said: str) -> None:
    pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("net")
    learn(PLAN, to, 2, processes=1, say=quiet)
    return to


def test_two_generations_leave_networks_that_play_and_a_page(folder: Path) -> None:
    for number in range(2):
        file = folder / f"net-{number:03}.json"
        position = branchline.game("mini-rails").start(3, seed=1)
        player = branchline.player("search", simulations=6, net=file)
        assert player.choose(position) in position.legal()
    assert "move" not in json.loads((folder / "net-000.json").read_text())
    taught = json.loads((folder / "net-001.json").read_text())
    assert taught["choices"] > 0
    assert taught["games"] == 14 + 7  # of 16 greedy games and 8 of the search one part in eight is held back
    assert taught["command"].startswith("branchline lab learn mini-rails --generations 2 --seed 2 --games 16")
    assert (
        Learner(replace(PLAN, seats=(3, 4)), folder.parent / "other", say=quiet)
        .told(1)
        .endswith(" --seats 3 --seats 4")
    )
    assert "Generation 1" in (folder / "progress.html").read_text()


@pytest.mark.skipif(not compiled(), reason="the same games, thirty times as slow")
@pytest.mark.parametrize("name", [name for name in branchline.games() if name != "mini-rails"])
def test_every_game_is_learned_in_all_its_kinds(name: GameName, tmp_path: Path) -> None:
    learn(replace(PLAN, game=name, games=8, a_part=1, match_games=2), tmp_path, 2, processes=1, say=quiet)
    for number in range(2):
        found = json.loads((tmp_path / f"net-{number:03}.json").read_text())
        assert set(found["held_back"]) == {name for name in kinds_of(name) if name.startswith("3")}
    assert found["choices"] > 0
    position = branchline.game(name).start(3, seed=1)
    player = branchline.player("search", simulations=6, net=tmp_path / "net-001.json")
    assert player.choose(position) in position.legal()


def kinds_of(name: GameName) -> set[str]:
    return {file.stem for file in (branchline.game(name).folder / "weights").glob("*.json")}


@pytest.mark.skipif(not compiled(), reason="the same games, thirty times as slow")
def test_games_of_one_player_are_learned_from_too(tmp_path: Path) -> None:
    """Alone in Steam Power nobody wins: points are all there is to learn."""
    learner = Learner(
        replace(PLAN, game="steam-power", games=8, a_part=1, seats=(1, 5)), tmp_path, processes=1, say=quiet
    )
    learner.play(0)
    learner.teach(0)
    held = json.loads(learner.net_file(0).read_text())["held_back"]
    assert held["1-automas-0"]["surprise"] == 0
    assert held["1-automas-4"]["surprise"] > 0
    assert learner.seats_of_matches() == 5
    assert min(one["positions"] for one in held.values()) > 0


def test_for_what_people_are_told_it_says_of_each_kind_of_game_what_is_told_by_it(tmp_path: Path) -> None:
    """Games of players of several levels, and no match; a part of the games of other kinds than the usual."""
    plan = replace(PLAN, game="mini-express", games=32, a_part=2, scores=0.5, decay=1.0, told=True)
    learn(plan, tmp_path, 1, processes=1, say=quiet)
    found = json.loads((tmp_path / "net-000.json").read_text())
    assert found["command"].endswith("--seats 3 --scores 0.5 --decay 1.0 --told")
    assert set(found["kinds"]) | set(found["other_kinds"]) == {"3", "3-edition-prototype"}
    games = {kind: of["games"] for kind, of in (found["kinds"] | found["other_kinds"]).items()}
    assert games == {"3": 32, "3-edition-prototype": 8}
    assert found["games"] == 40
    page = (tmp_path / "progress.html").read_text()
    assert "of 40 games." in page
    assert page.count("<svg") == 3
    assert all(f">{kind}</td>" in page for kind in games)
    for of in found["kinds"].values():
        assert of["tells"]
        assert 0.5 <= of["sharpness"] <= 2
        assert of["turns_a_player"] > 5
    assert not list(tmp_path.glob("match-*"))


@pytest.mark.parametrize("name", branchline.games())
def test_what_people_are_told_was_taught_by_a_command_and_for_its_kinds(name: GameName) -> None:
    game = branchline.game(name)
    assert game.told["command"].startswith(f"branchline lab learn {name} --generations 1 --games")
    assert game.told["version"] == game.version
    known = {game.weights_file(*kind).stem for kind in every_kind(game)}
    assert set(game.told["kinds"]) | set(game.told["other_kinds"]) == known
    for kind, of in game.told["kinds"].items():
        for told, losses in (("points", of["off"]), ("chances", of.get("surprise", []))):
            assert (told in of["tells"]) == (len(losses) == 1 or (len(losses) > 1 and losses[2] > 0)), kind


def test_chances_are_drawn_together_where_they_were_too_sure(tmp_path: Path) -> None:
    """Of a hundred games in which 90 % was told six of ten came true."""
    n = 100
    win = np.array([[1.0, 0.0]] * 60 + [[0.0, 1.0]] * 40, np.float32)
    nothing = np.zeros((n, 1, 1), np.int8)
    positions = Positions(nothing, nothing[:, :, None], nothing, win, np.zeros((n, 2), np.float32))
    kind = Kind(positions, np.zeros((n, 0)), np.arange(n), np.zeros(n, np.int64), np.zeros(n, np.int64))
    told = np.array([[0.9, 0.1]] * n, np.float32)
    assert best_sharpness(told, kind) == 0.5
    assert best_sharpness(np.array([[0.6, 0.4]] * n, np.float32), kind) == pytest.approx(1, abs=0.05)


def test_who_was_not_shown_to_be_stronger_is_not_promoted(folder: Path) -> None:
    for number in range(2):
        match = json.loads((folder / f"match-{number:03}.json").read_text())
        assert match["champion"]["games"] == 3
        assert match["promoted"] == (match["champion"]["verdict"] == "h1")
        assert {"greedy", "uct:simulations=2"} <= set(match["pool"])


def test_a_network_that_is_promoted_carries_its_matches_and_meets_those_before(tmp_path: Path) -> None:
    learner = Learner(PLAN, tmp_path, processes=1, say=quiet)
    for number, promoted in enumerate((True, False, True)):
        (tmp_path / f"match-{number:03}.json").write_text(json.dumps({"promoted": promoted}))
    assert learner.promoted() == [learner.net_file(0)]
    found = json.loads(text({"game": "mini-rails", "matches": {"promoted": True}}))
    assert found["matches"] == {"promoted": True}


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (replace(PLAN, seats=(7,)), "Mini Rails is for 3 to 5 players, not 7."),
        (replace(PLAN, game="steam-power", seats=(1,)), "Who plays alone meets nobody"),
        (replace(PLAN, rate=-1.0), "rate is above 0 and at most 1, not -1."),
        (replace(PLAN, rate=math.nan), "rate is above 0"),
        (replace(PLAN, points=0.0), "points is above 0 and at most 1000, not 0."),
        (replace(PLAN, by_thought=1.5), "by_thought is a number from 0 to 1, not 1.5."),
        (replace(PLAN, games=0), "games is a whole number of 8 or more, not 0."),
    ],
    ids=lambda of: of.game if isinstance(of, Plan) else of[:20],
)
def test_what_nothing_can_be_learned_by_is_refused_before_anything_is_played(
    plan: Plan, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        learn(plan, tmp_path / "net", 1, processes=1, say=quiet)
    assert refused.value.reason.startswith(reason)
    assert not (tmp_path / "net").exists()


def test_a_network_that_has_grown_out_of_whole_numbers_asks_for_a_smaller_rate() -> None:
    inputs = branchline.game("mini-rails").inputs(3)
    assert inputs is not None
    network = Network.new(inputs, 10.0)
    network.weights["out"][:] = np.nan
    with pytest.raises(Refused, match="smaller rate"):
        network.json(int(inputs.items), with_moves=False)


@pytest.fixture
def ray_elsewhere(tmp_path: Path) -> Iterator[None]:
    """A real Ray on this machine, whose workers stand in a folder of their own."""
    ray = need("ray")
    (tmp_path / "of workers").mkdir()
    try:
        ray.init(
            "local",
            num_cpus=2,
            log_to_driver=False,
            include_dashboard=False,
            runtime_env={"working_dir": str(tmp_path / "of workers")},
        )
    except Exception as error:
        if "timed out during startup" not in str(error):  # thirty seconds, which nobody can change
            raise
        pytest.skip(f"This machine is too busy: {error}")
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("ray_elsewhere")
def test_the_same_is_learned_on_ray(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder has a name that says nothing where others play."""
    monkeypatch.chdir(tmp_path)
    assert list(spread(Path.exists, [Path("of workers")], on="ray")) == [False]
    learn(PLAN, Path("net"), 2, on="ray", say=quiet)
    for file in sorted(folder.glob("*.json")):
        assert (tmp_path / "net" / file.name).read_text() == file.read_text()


def test_going_on_does_nothing_again_and_comes_to_the_same(folder: Path, tmp_path: Path) -> None:
    times = {file: file.stat().st_mtime_ns for file in folder.rglob("*.npz")}
    (folder / "net-001.json").rename(tmp_path / "before.json")
    learn(PLAN, folder, 2, processes=1, say=quiet)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*.npz")} == times
    assert (folder / "net-001.json").read_text() == (tmp_path / "before.json").read_text()


def test_few_games_are_parted_so_that_some_are_held_back(tmp_path: Path) -> None:
    learner = Learner(replace(PLAN, games=20, a_part=1000), tmp_path, processes=1, say=quiet)
    games = [(task.first, task.end) for _, task in learner.tasks(0)]
    assert games == [(first, first + 2) for first in range(0, 20, 2)]


def test_another_plan_does_not_go_on_in_the_same_folder(folder: Path) -> None:
    with pytest.raises(Refused, match="epochs"):
        learn(replace(PLAN, epochs=2), folder, 2, processes=1, say=quiet)


def test_the_same_games_give_the_same_rows() -> None:
    games = Games("mini-rails", 3, (), "1", 0, 2)
    assert play(games) == play(games)


def test_a_network_learns_who_wins_and_what_is_chosen() -> None:
    """The seat with the larger number wins; the move with the larger number is chosen."""
    inputs = branchline.game("mini-rails").inputs(3)
    assert inputs is not None
    network = Network.new(inputs, 10.0, seed=1)
    dice = np.random.default_rng(1)
    n, items = 2000, int(inputs.items)
    row = np.zeros((n, 3, int(inputs.row_size)), np.int8)
    row[:, :, 0] = dice.integers(-60, 60, (n, 3))
    win = (row[:, :, 0] == row[:, :, 0].max(axis=1, keepdims=True)).astype(np.float32)
    seen = Positions(
        np.zeros((n, items, int(inputs.common_size)), np.int8),
        np.zeros((n, 3, items, int(inputs.own_size)), np.int8),
        row,
        win / win.sum(axis=1, keepdims=True),
        row[:, :, 0] / 4,
    )
    teach(network, [seen], 12, 0.01)
    chances, points = network.judge(seen)
    assert surprise(chances, seen.win) < 0.35  # 1.10 for a guess
    assert np.abs(points - seen.score).mean() < 3
    moves = np.zeros((3 * n, int(inputs.move_size)), np.int8)
    moves[:, 0] = row[:, :, 0].reshape(-1)
    choices = Choices(moves, np.full(n, 3), seen.win.reshape(-1))
    teach_moves(network, choices, 12, 0.01)
    guessed, _ = network.guesses(choices)
    assert guessed > 0.9


def test_a_network_reads_by_the_constants_that_it_was_taught_with() -> None:
    position = branchline.game("mini-express").start(4, seed=1)
    while position.n < 60:
        position.play(branchline.player("greedy", seed=1).choose(position))
    taught = position.game.told
    growth = taught["constants"]["growth"]
    assert logits(position, taught) != logits(position, {**taught, "constants": {"growth": growth + 5}})


def logits(position: Position, found: Json) -> list[float]:
    net = position.game.by_net(position.game.estimate(), 4, found)
    assert isinstance(net, Net)
    return [float(one) for one in net.logits(position.state)]
