"""PPO: a network that learns a game from nothing, by playing all seats itself, and alone among greedy players.

    branchline lab ppo mini-rails --minutes 60

Proximal policy optimisation as CleanRL writes it, on `branchline.env.VectorEnv`, with three differences that games like
ours ask for. A seat's next decision comes after those of the others, so that rewards and values are handed on from one
decision of a seat to its next one. Of thousands of actions a few are legal: only these are compared, so that what the
mask forbids costs nothing and is never chosen. And what an action means changes all the time: the network is told
(`VectorEnv.meanings`), and looks at all legal actions with the same weights.

The reward comes at the end: the share of the victory, and a little of the lead. What is learned is written to
FOLDER/policy.npz whenever it was measured; `branchline.lab.policy:Trained` plays it.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.env.reward import Outcome
from branchline.env.vector import VectorEnv
from branchline.game import Json, Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.lab.arena import Interval, Result, arena
from branchline.lab.policy import NUMBERS, Policy, Trained
from branchline.lab.progress import ppo_page
from branchline.names import GameName

Array = NDArray[Any]
LEAD = 20.0  # points of lead over the mean that are worth a victory
YARDSTICK = "greedy"
RUNGS = ("random", "greedy", "search-1")


@dataclass(frozen=True)
class Plan:
    """What is trained, and how."""

    game: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    seed: int = 0
    games: int = 192  # side by side
    among: float = 0.5  # the share of them in which it sits alone among greedy players
    steps: int = 128  # of each, before it is learned from them
    epochs: int = 3
    batch: int = 2048
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.95  # GAE's lambda
    hidden: int = 128
    compared: int = 64
    every: float = 120.0  # seconds of learning from one measurement to the next
    kept: float = 20.0  # seconds of learning that can be lost at the most
    measured: int = 200  # games of each


def rewarded(outcome: Outcome) -> Array:
    """At the end: the share of the victory, and a little of each one's lead over the mean of all."""
    lead = outcome.scores - outcome.scores.mean(axis=-1, keepdims=True)
    return np.asarray(outcome.over[..., None] * (outcome.shares + lead / LEAD))


# -- the network -----------------------------------------------------------------------------------


class Network(nn.Module):  # type: ignore[misc]
    """The same as `Policy`, to be taught."""

    def __init__(self, inputs: int, actions: int, meaning: int, hidden: int, compared: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.context = nn.Linear(hidden, compared)
        self.meaning = nn.utils.skip_init(nn.Linear, meaning, compared, bias=False)
        self.actions = nn.Embedding(actions, compared)
        self.liked = nn.Linear(compared, 1)
        self.value = nn.Linear(hidden, 1)
        gains = {self.first: 2**0.5, self.second: 2**0.5, self.context: 1.0, self.meaning: 2**0.5}
        for layer, gain in {**gains, self.liked: 0.1, self.value: 1.0}.items():
            if layer.weight.numel():  # a game may say nothing of what its moves mean
                nn.init.orthogonal_(layer.weight, gain)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
        nn.init.normal_(self.actions.weight, std=0.1)

    def forward(self, seen: Tensor, actions: Tensor, meant: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        """How much each legal action is liked, those of all rows one after the other, and what each row is worth."""
        thought = torch.relu(self.second(torch.relu(self.first(seen))))
        about = torch.relu(self.actions(actions) + self.meaning(meant) + self.context(thought)[rows])
        return self.liked(about).squeeze(-1), self.value(thought).squeeze(-1)

    def numbers(self) -> dict[str, NDArray[np.float32]]:
        """As a `Policy` keeps them."""
        kept = self.state_dict()
        return {name: kept[name].numpy().copy() for name in NUMBERS}


def log_softmax(liked: Tensor, rows: Tensor, count: int) -> Tensor:
    """Of each row's actions by themselves."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, rows, liked.detach(), "amax")
    liked = liked - most[rows]
    total = torch.zeros(count).index_add(0, rows, liked.exp())
    return liked - total.log()[rows]


# -- what was played -------------------------------------------------------------------------------


@dataclass
class Rollout:
    """Steps of all games, flat: decision k has the legal actions from begins[k] to begins[k + 1]."""

    seen: Array
    actions: Array
    meant: Array  # what each of them means
    begins: Array
    chosen: Array  # where in `actions`
    logs: Array  # the log of the chance with which it was chosen
    values: Array
    gained: Array  # the advantage
    known: Array  # whether it is known what came of it


def rows_of(begins: Array, wanted: Array) -> tuple[Array, Array]:
    """Of some decisions: where their legal actions lie, and which of them each belongs to."""
    sizes = begins[wanted + 1] - begins[wanted]
    rows = np.repeat(np.arange(len(wanted)), sizes)
    ends = np.cumsum(sizes)
    return np.arange(ends[-1]) - np.repeat(ends - sizes - begins[wanted], sizes), rows


class Others:
    """Greedy players, on all seats but one of some games; nobody learns from what they do."""

    def __init__(self, plan: Plan, env: VectorEnv, seed: str) -> None:
        self.env, self.estimate = env, find(plan.game).estimate()
        self.rng = Seed(f"others {seed}").at(0)
        alone = np.arange(round(plan.games * plan.among))
        self.sit = np.zeros((plan.games, env.space.seats), np.bool_)
        self.sit[alone] = True
        self.sit[alone, alone % env.space.seats] = False

    def act(self, rows: Array, actions: Array) -> None:
        """Their choices in place of the given ones, where they are to act."""
        numbering = self.env.space.numbering
        for row in rows.tolist():
            known = self.env.batch.states[row].copy()
            known.redeal(known.to_act, self.rng)
            number = numbering.number(best_move(known, self.estimate, self.rng))
            if number < numbering.count:  # not too rare to be an action
                actions[row] = number


class Player:
    """Plays many games, and remembers what it takes to learn from them."""

    def __init__(self, plan: Plan, env: VectorEnv, network: Network, seed: str) -> None:
        self.plan, self.env, self.network = plan, env, network
        self.dice = np.random.default_rng(list(seed.encode()))
        self.others = Others(plan, env, seed)
        self.observations, infos = env.reset(seed=seed)
        self.to_act = infos["to_act"]

    def play(self) -> Rollout:
        steps, games, env = self.plan.steps, self.plan.games, self.env
        seen = np.empty((steps, games, env.space.size), np.float32)
        acted, over = np.empty((steps, games), np.int64), np.empty((steps, games), np.bool_)
        rewards = np.empty((steps, games, env.space.seats), np.float32)
        logs, values = np.empty((steps, games), np.float32), np.empty((steps, games), np.float32)
        chosen = np.empty((steps, games), np.int64)
        theirs, every = np.empty((steps, games), np.bool_), np.arange(games)
        actions, meanings, begins, total = [], [], [np.zeros(1, np.int64)], 0
        for step in range(steps):
            legal, where = env.legal()
            rows, meant = np.repeat(np.arange(games), np.diff(where)), env.meanings()
            seen[step] = self.observations["observation"]
            with torch.no_grad():
                held = torch.from_numpy(legal), torch.from_numpy(meant), torch.from_numpy(rows)
                liked, worth = self.network(torch.from_numpy(seen[step]), *held)
                chances = log_softmax(liked, held[2], games).numpy()
            lots = chances + self.dice.gumbel(size=len(chances))
            best = np.flatnonzero(lots == np.repeat(np.maximum.reduceat(lots, where[:-1]), np.diff(where)))
            theirs[step], played = self.others.sit[every, self.to_act], legal[best]
            self.others.act(np.flatnonzero(theirs[step]), played)
            acted[step], logs[step], values[step] = self.to_act, chances[best], worth.numpy()
            chosen[step] = best + total
            actions.append(legal)
            meanings.append(meant)
            begins.append(where[1:] + total)
            total += len(legal)
            self.observations, _, over[step], _, infos = env.step(played)
            rewards[step], self.to_act = infos["rewards"], infos["to_act"]
        gained, known = advantages(self.plan.trace, values, acted, rewards, over)
        flat = (steps * games,)
        return Rollout(
            seen.reshape(*flat, -1),
            np.concatenate(actions),
            np.concatenate(meanings),
            np.concatenate(begins),
            chosen.reshape(flat),
            logs.reshape(flat),
            values.reshape(flat),
            gained.reshape(flat),
            (known & ~theirs).reshape(flat),
        )


def advantages(trace: float, values: Array, acted: Array, rewards: Array, over: Array) -> tuple[Array, Array]:
    """Generalised advantage estimation from one decision of a seat to its next. Of a seat's last decision, if its game
    is not over, it is not known what came of it."""
    steps, games, seats = rewards.shape
    after, ahead, coming = (np.zeros((games, seats), np.float32) for _ in range(3))
    told = np.zeros((games, seats), np.bool_)
    gained, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), np.bool_)
    every = np.arange(games)
    for step in reversed(range(steps)):
        ended = over[step]
        for held in (after, ahead, coming):
            held[ended] = 0.0
        told[ended] = True
        coming += rewards[step]
        seat = acted[step]
        known[step] = told[every, seat]
        delta = coming[every, seat] + after[every, seat] - values[step]
        gained[step] = np.where(known[step], delta + trace * ahead[every, seat], 0.0)
        after[every, seat], ahead[every, seat] = values[step], gained[step]
        coming[every, seat], told[every, seat] = 0.0, True
    return gained, known


# -- learning --------------------------------------------------------------------------------------


class Teacher:
    def __init__(self, plan: Plan, network: Network) -> None:
        self.plan, self.network = plan, network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=plan.rate, eps=1e-5)
        self.dice = np.random.default_rng(plan.seed)

    def teach(self, played: Rollout, left: float) -> Json:
        """A few times through all decisions, in small batches; `left` of the whole course makes the steps smaller."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate * max(left, 0.05)
        usable = np.flatnonzero(played.known)
        told: list[list[float]] = []
        for _ in range(self.plan.epochs):
            self.dice.shuffle(usable)
            for at in range(0, len(usable), self.plan.batch):
                told.append(self.step(played, usable[at : at + self.plan.batch]))
        surprise, miss, doubt = np.mean(told, axis=0).tolist()
        return {"policy": surprise, "value": miss, "entropy": doubt}

    def step(self, played: Rollout, wanted: Array) -> list[float]:
        plan, count = self.plan, len(wanted)
        where, rows = (torch.from_numpy(part) for part in rows_of(played.begins, wanted))
        legal, meant = torch.from_numpy(played.actions)[where], torch.from_numpy(played.meant)[where]
        liked, worth = self.network(torch.from_numpy(played.seen[wanted]), legal, meant, rows)
        chances = log_softmax(liked, rows, count)
        # The chosen action of each row stands as far behind the row's first one as it did when it was played.
        first = np.cumsum(played.begins[wanted + 1] - played.begins[wanted])
        first = np.concatenate([[0], first[:-1]]) + played.chosen[wanted] - played.begins[wanted]
        gained = torch.from_numpy(played.gained[wanted])
        goal = gained + torch.from_numpy(played.values[wanted])
        gained = (gained - gained.mean()) / (gained.std() + 1e-8)
        ratio = (chances[torch.from_numpy(first)] - torch.from_numpy(played.logs[wanted])).exp()
        clipped = ratio.clamp(1 - plan.clip, 1 + plan.clip)
        policy = -torch.min(ratio * gained, clipped * gained).mean()
        value = 0.5 * (worth - goal).square().mean()
        doubt = -(chances.exp() * chances).sum() / count
        loss = policy + value - plan.entropy * doubt
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        return [float(part.detach()) for part in (policy, value, doubt)]


class Course:
    """A training, from its folder: it goes on where it was left."""

    def __init__(self, plan: Plan, to: Path, command: str = "") -> None:
        self.plan, self.to, self.command = plan, to, command
        to.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        self.env = VectorEnv(
            cast(GameName, plan.game), plan.games, plan.seats, reward=rewarded, copy=False, **plan.options
        )
        space = self.env.space
        self.network = Network(space.size, space.actions, space.meaning, plan.hidden, plan.compared)
        self.teacher = Teacher(plan, self.network)
        self.log: list[Json] = []
        self.updates, self.decisions, self.seconds = 0, 0, 0.0
        if (to / "course.pt").exists():
            self.go_on(torch.load(to / "course.pt", weights_only=True))
        self.player = Player(plan, self.env, self.network, f"{plan.seed}.{self.updates}")

    @property
    def made(self) -> Json:
        plan = asdict(self.plan) | {"options": self.env.space.options}
        done = {"updates": self.updates, "decisions": self.decisions, "seconds": round(self.seconds)}
        return {**plan, **done, "command": self.command}

    def go_on(self, kept: Mapping[str, Any]) -> None:
        self.network.load_state_dict(kept["network"])
        self.teacher.optimizer.load_state_dict(kept["optimizer"])
        self.log = json.loads(kept["log"])
        self.updates, self.decisions, self.seconds = kept["updates"], kept["decisions"], kept["seconds"]

    def keep(self) -> None:
        kept = {
            "network": self.network.state_dict(),
            "optimizer": self.teacher.optimizer.state_dict(),
            "log": json.dumps(self.log),
            "updates": self.updates,
            "decisions": self.decisions,
            "seconds": self.seconds,
        }
        torch.save(kept, self.to / "course.new")
        (self.to / "course.new").replace(self.to / "course.pt")
        Policy(self.network.numbers(), self.made).write(self.to / "policy.npz")
        (self.to / "log.json").write_text(json.dumps(self.log, indent=1) + "\n", "utf-8")
        (self.to / "progress.html").write_text(ppo_page(find(self.plan.game).title, self.made, self.log), "utf-8")

    def run(self, seconds: float, updates: int | None = None, say: Callable[[Json], None] = lambda _: None) -> Path:
        """Learn for so many seconds of a core altogether, whatever else the machine does, or for so many updates; it is
        measured at the beginning, on the way and at the end."""

        def done() -> bool:
            return self.seconds >= seconds if updates is None else self.updates >= updates

        if not self.log:
            self.measure({}, say)
        lesson = dict[str, Any]()
        try:
            lesson = self.learn(seconds, updates, done, say)
        except KeyboardInterrupt:
            self.keep()  # what was learned since it was last measured
            raise
        if lesson:
            self.measure(lesson, say)
        return self.to / "policy.npz"

    def learn(
        self, seconds: float, updates: int | None, done: Callable[[], bool], say: Callable[[Json], None]
    ) -> dict[str, Any]:
        """Until it is done; what the last lesson came to."""
        since = kept = self.seconds
        lesson = dict[str, Any]()
        while not done():
            begun = time.process_time()
            share = self.updates / updates if updates is not None else self.seconds / seconds
            lesson = self.teacher.teach(self.player.play(), 1 - share)
            self.updates += 1
            self.decisions += self.plan.games * self.plan.steps
            self.seconds += time.process_time() - begun
            if self.seconds - since >= self.plan.every and not done():
                self.measure(lesson, say)
                since = kept = self.seconds
            elif self.seconds - kept >= self.plan.kept:
                self.keep()
                kept = self.seconds
        return lesson

    def measure(self, lesson: Json, say: Callable[[Json], None]) -> None:
        """How often it wins against three (or one, or more) greedy players, with the interval."""
        won = self.against(YARDSTICK, self.plan.measured)
        self.log.append(
            {
                "updates": self.updates,
                "decisions": self.decisions,
                "seconds": round(self.seconds),
                "share": won.value,
                "low": won.low,
                "high": won.high,
                "equal": 1 / self.plan.seats,
                **lesson,
            }
        )
        self.keep()
        say(self.log[-1])

    def against(self, other: str, games: int) -> Interval:
        """The share of victories among others, in games that nobody learned from."""
        trained = Trained(Policy(self.network.numbers(), self.made))
        rules = find(self.plan.game)
        seats, options = self.plan.seats, self.env.space.options
        found = arena(rules, [trained, other], games, seats, seed=1000 + self.updates, options=options, processes=1)
        return found.entrants[0].share


def rate(course: Course, games: int) -> Iterator[Result]:
    """Alone among players of each rung of the ladder, in blocks with intervals; kept in rated.json."""
    plan, rules = course.plan, find(course.plan.game)
    trained = f"branchline.lab.policy:Trained:file={course.to / 'policy.npz'}"
    found: list[Json] = []
    for rung in RUNGS if games else ():
        result = arena(rules, [trained, rung], games, plan.seats, seed=1, options=course.env.space.options)
        found.append(result.json())
        (course.to / "rated.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        yield result
