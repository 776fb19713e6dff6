"""The command line, as somebody at a terminal uses it."""

import asyncio
import io
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

import branchline
from branchline import cli, server
from branchline.cli import main
from branchline.refusal import Refused
from branchline.table.seal import seal


@dataclass
class Done:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, input: str = "") -> Done:
    """A command as the shell would run it, without the time that a new Python takes; what it tells its workers by the
    environment ends with it."""
    out, err, argv, stdin, environ = io.StringIO(), io.StringIO(), sys.argv, sys.stdin, dict(os.environ)
    sys.argv, sys.stdin = ["branchline", *arguments], io.StringIO(input)
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
            main()
    finally:
        sys.argv, sys.stdin = argv, stdin
        os.environ.clear()
        os.environ |= environ
    return Done(int(stop.value.code or 0), out.getvalue(), err.getvalue())


def finished_game() -> branchline.Position:
    position = branchline.game("mini-rails").start(seats=3, seed=7)
    while not position.over:
        position.play(position.legal()[0])
    return position


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished_game().record()))
    return file


# -- sim and bench -------------------------------------------------------------------------


def test_sim_prints_one_json_object_with_the_fixed_names() -> None:
    done = run("sim", "mini-rails", "--seats", "4", "--players", "random", "--games", "3", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["seed"] == 7
    assert {"game", "games", "seats", "players", "decisions", "seconds", "wins", "scores", "rounds", "digest"} <= set(
        found
    )
    assert found["players"] == ["random"] * 4
    assert len(found["wins"]) == len(found["scores"]) == 4
    assert set(found["scores"][0]) == {"mean", "min", "max"}


def test_sim_shows_a_table_to_people() -> None:
    done = run("sim", "mini-rails", "--players", "greedy,random,random", "--games", "3")
    assert done.returncode == 0, done.stderr
    assert "Mini Rails: 3 games" in done.stdout
    assert "greedy" in done.stdout


def test_bench_prints_an_object_by_game() -> None:
    done = run("bench", "mini-rails", "--seconds", "0.1", "--json")
    assert done.returncode == 0, done.stderr
    assert {"decisions_per_second", "playouts_per_second", "uncompiled_ratio", "copy_microseconds"} <= set(
        json.loads(done.stdout)["mini-rails"]
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sim", "monorail"], "There is no game 'monorail'; there are: "),
        (["sim", "mini-rails", "--seats", "9"], "Mini Rails is for 3 to 5 players, not 9."),
        (["sim", "mini-rails", "--set", "weather=rain"], "Mini Rails has no option 'weather'"),
        (["sim", "mini-rails", "--set", "weather"], "'weather' sets nothing: an option goes name=value."),
        (["sim", "mini-rails", "--players", "random,random"], "Mini Rails is for 3 to 5 players, not 2."),
        (["sim", "mini-rails", "--players", "nobody"], "There is no player 'nobody'"),
        (["sim", "mini-rails", "--players", "search:simulations=20.5"], "simulations is a whole number"),
        (["arena", "mini-rails", "--players", "search-3:simulations=5,greedy"], "The player search-3 has no setting"),
        (["arena", "mini-rails", "--seats", "0"], "Mini Rails is for 3 to 5 players, not 0."),
        (["arena", "mini-rails", "--report", "no/such/page.html"], "no/such/page.html can't be written: there is no"),
        (["arena", "mini-rails", "--on", "ray://nowhere"], "Ray"),
        (["lab", "train", "mini-rails", "--seats", "0"], "Mini Rails is for 3 to 5 players, not 0."),
        (["lab", "train", "mini-rails", "--to", "no/such/weights.json"], "no/such/weights.json can't be written: "),
        (["lab", "ladder", "--keep", "no/such/kept.json"], "no/such/kept.json can't be written: there is no folder"),
        (["lab", "ladder", "--to", "no/such/page.md"], "no/such/page.md can't be written: there is no folder"),
        (["lab", "ladder", "--only", "nothing"], "No match's title holds 'nothing', and nothing is kept."),
        (["bench", "monorail"], "There is no game 'monorail'"),
        (["replay", "no-such-file"], "no-such-file can't be read: No such file or directory."),
        (["replay", sys.executable], f"{sys.executable} is not JSON, so it is no record."),
    ],
)
def test_what_is_refused_is_one_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_arena_tells_every_name_in_full_and_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "out", Console(width=80, file=io.StringIO()))
    done = run(
        "arena", "mini-rails", "--players", "search:simulations=2:width=3,random", "--games", "3", "--seats", "3"
    )
    told = cli.out.file.getvalue()  # type: ignore[attr-defined]
    assert done.returncode == 0, done.stderr
    assert max(len(line) for line in told.splitlines() if not line.startswith("digest")) <= 80
    assert "…" not in told
    first_column = "".join(line.split(" ")[0] for line in told.splitlines())
    assert "search:simulations=2:width=3" in first_column
    assert "There are no ratings: they take 8 blocks or more." in told


def test_lab_train_leaves_the_games_own_weights_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = branchline.game("mini-rails").folder / "weights" / "3.json"
    before = own.read_bytes()
    done = run("lab", "train", "mini-rails", "--games", "20", "--seats", "3", "--processes", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("mini-rails-weights.json is written: play with it as search:weights=mini-rails-weigh")
    assert own.read_bytes() == before
    who = "search:simulations=3:weights=mini-rails-weights.json,random,random"
    assert run("sim", "mini-rails", "--players", who, "--games", "1").returncode == 0


def test_lab_train_says_how_numpy_is_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = run("lab", "train", "mini-rails")
    assert done.returncode == 2
    assert done.stderr.startswith("NumPy is not installed here: ")
    assert "-m pip install 'numpy'" in done.stderr


def test_a_cluster_elsewhere_says_how_rays_client_is_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = run("arena", "mini-rails", "--on", "ray://nowhere:10001")
    assert done.returncode == 2
    assert "-m pip install 'ray[client]'" in done.stderr


# -- records -------------------------------------------------------------------------------


def test_replay_tells_the_game_and_its_end(record: Path) -> None:
    done = run("replay", str(record))
    assert done.returncode == 0, done.stderr
    story = finished_game().story()
    assert done.stdout.splitlines()[: len(story)] == story
    assert done.stdout.splitlines()[-1].startswith("The end: ")


def test_replay_calls_the_seats_by_the_names_that_the_record_holds(record: Path) -> None:
    told = json.loads(record.read_text())
    record.write_text(json.dumps({**told, "names": ["Ada", "Grace", ""]}))
    done = run("replay", str(record))
    assert done.returncode == 0, done.stderr
    assert re.search(r"The end: Ada -?\d+, Grace -?\d+, Seat 3 -?\d+\. Won by ", done.stdout)
    assert "Seat 1" not in done.stdout


def test_replay_reads_standard_input(record: Path) -> None:
    done = run("replay", "-", "--check", input=record.read_text())
    assert done.stdout.startswith("The record holds: Mini Rails, ")


def test_replay_check_refuses_a_record_that_was_tampered_with(record: Path) -> None:
    told = json.loads(record.read_text())
    told["moves"][-1][1] = "buy everything"
    record.write_text(json.dumps(told))
    done = run("replay", str(record), "--check")
    assert done.returncode == 2
    assert "'buy everything', was not possible there." in done.stderr
    assert done.stderr.count("\n") == 1


def test_check_seed_holds_for_the_seed_that_was_sealed_and_for_no_other(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    sealed = {**finished_game().record(), "seed": "7", "seal": seal("7"), "sealed_from": 0}
    file.write_text(json.dumps(sealed))
    assert run("check-seed", str(file), "--seal", seal("7")).stdout.startswith("The seal holds: all ")
    broken = run("check-seed", str(file), "--seal", seal("8"))
    assert broken.returncode == 2
    assert broken.stderr.startswith("The record carries another seal")
    file.write_text(json.dumps({**sealed, "seed": "8", "seal": seal("8")}))
    assert "is not what the seed drew" in run("check-seed", str(file)).stderr


# -- the server ----------------------------------------------------------------------------


def test_a_port_that_is_taken_is_passed_over() -> None:
    with server.listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with server.listen_nearby("127.0.0.1", port) as free:
            assert port < free.getsockname()[1] < port + server.PORTS_TO_TRY


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with server.listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"There can be no server on 127.0.0.1, port {port}: Address already in use."):
            server.listen("127.0.0.1", port)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_table_is_served_until_it_is_stopped(tmp_path: Path, workers: str) -> None:
    command = [sys.executable, "-m", "branchline", "serve", "--port", "0", "--workers", workers]
    command += ["--database", f"sqlite:///{tmp_path}/tables.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        assert served.stderr is not None
        first = served.stdout.readline()
        try:
            url = re.search(r"http://127\.0\.0\.1:\d+", first)
            assert url is not None, first + served.stderr.read()
            with urllib.request.urlopen(url[0], timeout=60) as page:
                assert b"Mini Rails" in page.read()
        finally:
            served.send_signal(signal.SIGINT)
        host, farewell = served.stdout.read().splitlines()
        assert host.startswith(f"Whoever opens this first is the host of the club: {url[0]}/club/")
        assert farewell == "The table is put away; every move is kept."
        assert served.stderr.read() == ""
    assert served.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")
def test_workers_end_with_the_one_that_keeps_them(tmp_path: Path) -> None:
    """Else they would hold the port, and no new server could take it."""
    command = [sys.executable, "-m", "branchline", "serve", "--port", "0", "--workers", "2"]
    command += ["--database", f"sqlite:///{tmp_path}/tables.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        assert "The table is ready" in served.stdout.readline()
        served.kill()
        served.stdout.read()  # comes to its end when the last who could write has ended


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Mini Rails as its owner's box has it: a city of another name."""
    file = tmp_path / "my-box.toml"
    own = (branchline.game("mini-rails").folder / "components.toml").read_text("utf-8")
    file.write_text(own.replace("the Big City", "Metropolis"))
    return file


def test_the_table_is_laid_with_a_pack(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(server.DATABASE, str(tmp_path / "tables.sqlite"))
    monkeypatch.setenv(server.PACK, str(pack))
    tables = server.app().state.tables
    tables.store.close()
    assert "Metropolis" in tables.find("mini-rails").start(seats=3, seed=1).svg()


def test_a_start_that_is_refused_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database can go between the first look at it and the start."""
    monkeypatch.setenv(server.DATABASE, str(tmp_path / "tables.sqlite"))
    app, told = server.app(), []
    app.state.tables.store.close()

    async def gone() -> None:
        raise Refused("database", "The database is gone.")

    async def receive() -> dict[str, str]:
        return {"type": "lifespan.startup"}

    async def send(message: dict[str, str]) -> None:
        told.append(message)

    monkeypatch.setattr(app.state.tables, "start", gone)
    with pytest.raises(Refused):
        asyncio.run(app({"type": "lifespan"}, receive, send))
    assert told == [{"type": "lifespan.startup.failed", "message": "The database is gone."}]


@pytest.mark.skipif(sys.platform != "linux", reason="whose child is whose is read as Linux writes it")
def test_a_worker_whose_database_is_gone_says_why_and_comes_when_it_is_back(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "branchline", "serve", "--port", "0", "--workers", "2"]
    command += ["--database", f"sqlite:///{tmp_path}/tables.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        assert served.stderr is not None
        url = re.search(r"http://127\.0\.0\.1:\d+", served.stdout.readline())
        assert url is not None
        (tmp_path / "tables.sqlite").rename(tmp_path / "kept")
        (tmp_path / "tables.sqlite").mkdir()
        keeper = Path(f"/proc/{served.pid}/task/{served.pid}/children")
        os.kill(int(keeper.read_text().split()[0]), signal.SIGKILL)
        said = [served.stderr.readline() for _ in "123"]
        assert "A worker has ended; its successor starts." in said[0]
        assert "The database" in said[1]
        assert "A worker could not start; it is tried again in 1 s." in said[2]
        (tmp_path / "tables.sqlite").rmdir()
        (tmp_path / "kept").rename(tmp_path / "tables.sqlite")
        workers: dict[str, int] = {}
        while workers != {"asked": 2, "running": 2}:
            with urllib.request.urlopen(f"{url[0]}/health", timeout=60) as health:
                workers = json.load(health)["workers"]
        served.send_signal(signal.SIGINT)
        assert served.wait(60) == 0


def test_the_bots_find_the_pack_too_and_other_games_have_their_own_parts(pack: Path) -> None:
    find = pickle.loads(pickle.dumps(server.finder(pack)))
    assert find("mini-rails").pack == pack
    assert find("steam-power").pack == branchline.game("steam-power").pack


def test_tables_laid_with_a_pack_are_kept_by_themselves(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(pack.parent))
    assert server.usual_database(pack) != server.usual_database()
    before = server.usual_database(pack)
    pack.write_text(pack.read_text() + "\n# typed in again")
    assert server.usual_database(pack) != before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The pack my-box.toml is for no game: its name has to be one of express-01, "),
        ('name = "mini-rails"', "my-box.toml, line 1: "),
        ("name =", "The pack my-box.toml is not TOML: "),
    ],
)
def test_a_pack_with_faults_is_told_in_one_sentence(pack: Path, text: str, sentence: str) -> None:
    pack.write_text(text)
    done = run("serve", "--port", "0", "--database", f"sqlite:///{pack.parent}/tables.sqlite", "--pack", str(pack))
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_a_pack_goes_behind_the_command(pack: Path) -> None:
    told = run("--pack", str(pack), "bench").stderr
    assert told.startswith("--pack goes behind the command: branchline bench --pack")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_damaged_database_is_told_in_one_sentence(tmp_path: Path, workers: str) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    done = run("serve", "--port", "0", "--workers", workers, "--database", f"sqlite:///{tmp_path}/tables.sqlite")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not server.open_browser("http://127.0.0.1:8000")


def test_the_games_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert server.usual_database() == f"sqlite:///{tmp_path}/branchline/tables.sqlite"
    assert (tmp_path / "branchline").is_dir()
