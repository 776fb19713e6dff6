"""Net: sums side by side in a word are those that one would add up singly; it is fair, and the same uncompiled."""

import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline
from branchline.game import Value
from branchline.games.express_01.inputs import ExpressInputs
from branchline.games.steam_power.inputs import SteamPowerInputs
from branchline.kernel.chance import Seed
from branchline.kernel.net import BLOCK, MOST, Layer, Net, clip, nearest
from branchline.kernel.search import Knobs, Search
from branchline.lab import uncompiled
from branchline.lab.contender import contenders
from branchline.lab.network import Network, split
from branchline.lab.sim import simulate
from branchline.names import GameName
from branchline.position import Position

NETWORKED = [name for name in branchline.games() if branchline.game(name).inputs(4) is not None]
KINDS: list[tuple[GameName, int, dict[str, Value]]] = [
    ("mini-rails", 3, {}),
    ("mini-express", 1, {"difficulty": "expert"}),
    ("mini-express", 2, {"mode": "expert"}),
    ("express-01", 2, {}),
    ("express-01", 4, {"length": "long"}),
    ("steam-power", 1, {"automas": 0}),
    ("steam-power", 1, {"automas": 4, "difficulty": "very-hard"}),
    ("steam-power", 2, {}),
    ("steam-power", 3, {"automas": 2, "map": "north-east"}),
    ("steam-power", 5, {}),
]


def drawn(name: str, position: Position, moves: bool = True) -> dict[str, object]:
    """A network that nobody taught."""
    inputs = position.game.inputs(int(position.state.seats))
    assert inputs is not None
    found = Network.new(inputs, 10.0, seed=5).json(int(inputs.items), moves)
    return {"game": name, "turns": 0, **found}


def opened(name: GameName, moves: int, seed: int = 0) -> Position:
    position = branchline.game(name).start(seed=seed)
    anybody = branchline.player("random", seed=seed)
    for _ in range(moves):
        if not position.over:
            position.play(anybody.choose(position))
    return position


def net_of(position: Position) -> Net:
    game = position.game
    found = game.by_net(game.estimate(), int(position.state.seats), drawn(game.name, position))
    assert isinstance(found, Net)
    return found


def test_lanes_hold_the_sums_that_one_adds_up_singly() -> None:
    dice = random.Random(1)
    weights = [[dice.randint(-400, 400) for _ in range(2 * BLOCK)] for _ in range(9)]
    bias = [dice.randint(-5000, 5000) for _ in range(2 * BLOCK)]
    layer = Layer(weights, bias, 8, [MOST] * 9)
    for _ in range(20):
        x = [dice.choice([0, dice.randint(-MOST, MOST)]) for _ in range(9)]
        layer.begin()
        layer.add(vec[i64](x), 0, 9, 0)
        sums = [held + sum(x[k] * weights[k][unit] for k in range(9)) for unit, held in enumerate(bias)]
        assert [int(layer.value(unit)) for unit in range(2 * BLOCK)] == sums
        passed = vec[i64]([0] * (2 * BLOCK))
        layer.rectify(passed, 0)
        assert [int(one) for one in passed] == [max(0, min(MOST, total >> 6)) for total in sums]


def test_a_layer_whose_sums_could_leave_their_lanes_is_refused() -> None:
    with pytest.raises(ValueError, match="lane"):
        Layer([[9000] * BLOCK], [0] * BLOCK, 8, [MOST])


def test_inputs_stay_within_their_bounds() -> None:
    assert [int(clip(x)) for x in (-400, -3, 0, 127, 128)] == [-127, -3, 0, 127, 127]
    assert [int(nearest(x)) for x in (-1e9, -2.6, 0.4, 0.5, 1e9)] == [-127, -3, 0, 1, 127]


@pytest.mark.parametrize("name", NETWORKED)
def test_whole_numbers_say_what_the_taught_network_says(name: GameName) -> None:
    position = opened(name, 10)
    inputs = position.game.inputs(int(position.state.seats))
    assert inputs is not None
    network = Network.new(inputs, 10.0, seed=5)
    logits = [float(one) for one in net_of(position).logits(position.state)]
    inputs.read(position.state)
    common, own, row = (part / 16 for part in split(np.array([inputs.numbers()], np.int8), inputs))
    out = network.look(common, own, row)["out"][0, :, 0]
    assert np.array(logits) - np.mean(logits) == pytest.approx(out - out.mean(), abs=0.05)


@pytest.mark.parametrize("name", NETWORKED)
@pytest.mark.parametrize("moves", [0, 9, 40])
def test_every_input_is_a_small_number(name: GameName, moves: int) -> None:
    for players in branchline.game(name).seats:
        position = branchline.game(name).start(players, seed=moves)
        anybody = branchline.player("random", seed=moves)
        for _ in range(moves):
            if not position.over:
                position.play(anybody.choose(position))
        if position.over:
            continue
        inputs = position.game.inputs(int(position.state.seats))
        assert inputs is not None
        inputs.read(position.state)
        assert max(abs(one) for one in inputs.numbers()) <= MOST
        for code in position.state.legal():
            inputs.read_move(position.state, code)
            assert max(abs(one) for one in inputs.move_numbers()) <= MOST


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_reading_changes_nothing_and_reads_the_same_again(
    name: GameName, players: int, options: dict[str, Value]
) -> None:
    """Whatever was read before: what inputs remember of other positions is never told of this one. The value set by
    hand is among what is read."""
    position = branchline.game(name).start(players, seed=3, **options)
    anybody = branchline.player("random", seed=3)
    used = position.game.inputs(int(position.state.seats))
    assert used is not None
    for number in range(200):
        if position.over:
            break
        if number % 4 == 0:
            state, fresh = position.state, position.game.inputs(int(position.state.seats))
            assert fresh is not None
            before = state.content()
            for inputs in (used, fresh):
                inputs.read(state)
            assert used.numbers() == fresh.numbers()
            for code in list(state.legal())[::7]:
                for inputs in (used, fresh):
                    inputs.read_move(state, code)
                assert used.move_numbers() == fresh.move_numbers()
            assert state.content() == before
            assert max(abs(one) for one in used.numbers()) <= MOST
            if isinstance(used, ExpressInputs | SteamPowerInputs):
                assert list(used.values) == list(position.game.estimate().value(state))
        position.play(anybody.choose(position))


def test_who_is_alone_is_told_points() -> None:
    position = branchline.game("steam-power").start(1, seed=1, automas=0)
    net = net_of(position)
    value = [float(one) for one in net.value(position.state)]
    assert value == [float(one) for one in net.scored]
    assert value != [0.0]


@pytest.mark.parametrize("name", NETWORKED)
@pytest.mark.parametrize(("moves", "mix"), [(3, 0.0), (14, 0.0), (14, 0.5)])
def test_what_a_seat_cannot_know_changes_nothing_with_a_network_either(name: GameName, moves: int, mix: float) -> None:
    truth = opened(name, moves)
    assert truth.to_act is not None
    net = net_of(truth)

    def numbers(position: Position) -> tuple[object, ...]:
        tree = Search(position.state, net, Knobs(1.2, 1.0, 2, 3, 32, mix), Seed("search").at(0))
        tree.think(80, 0.0)
        return tree.moves(), tree.counts(), tree.sums("worth"), tree.sums("win")

    for other_world in range(3):
        elsewhere = truth.copy()
        elsewhere.state.redeal(truth.to_act, Seed("elsewhere").at(other_world))
        assert numbers(elsewhere) == numbers(truth)


@pytest.mark.parametrize("name", NETWORKED)
def test_the_uncompiled_network_plays_the_same_game(name: GameName, tmp_path: Path) -> None:
    seats = branchline.game(name).seats[-1]
    position = branchline.game(name).start(seats, seed=1)
    file = tmp_path / "net.json"
    file.write_text(json.dumps(drawn(name, position)))
    simulations = 4 if name.startswith("mini") else 2  # the larger games take long uncompiled
    contender = f"search:simulations={simulations}:turns=1:mix=0.5:net={file}"
    arguments = ["branchline", "sim", name, "--seats", str(seats), "--players", contender, "--games", "1", "--json"]
    done = subprocess.run([sys.executable, uncompiled.__file__, *arguments], capture_output=True, text=True, check=True)
    here = simulate(branchline.game(name), seats, contenders(contender, seats), 1)
    assert json.loads(done.stdout)["digest"] == here.digest


@pytest.mark.parametrize("name", NETWORKED)
def test_a_leaf_is_judged_by_the_network_alone_where_the_turns_beyond_it_do_not_count(name: GameName) -> None:
    position = opened(name, 14)
    net = net_of(position)

    def shares(turns: int, mix: float) -> list[list[float]]:
        tree = Search(position.state, net, Knobs(1.2, 1.0, turns, 3, 32, mix), Seed("search").at(0))
        tree.think(1, 0.0)
        return tree.sums("win")

    assert np.allclose(shares(3, 1.0), shares(0, 0.0))
    assert not np.allclose(shares(3, 0.5), shares(0, 0.0))
