"""How often the Bot of Mini Express is beaten, by version of the rules, number of players and difficulty.

    python bench/mini_express_bot.py --games 200

Alone it is the share of games that the player wins; with two players the share that either of them wins.
"""

import argparse
import time

import branchline
from branchline.game import Game
from branchline.games.mini_express.view import DIFFICULTIES
from branchline.lab.sim import play_game
from branchline.players import Player, player

KINDS = ("greedy", "search")


def opponents(kind: str, seats: int, simulations: int, seed: int) -> list[Player]:
    settings = {"simulations": simulations} if kind == "search" else {}
    return [player(kind, seed=seed * 10 + seat, **settings) for seat in range(seats)]


def beaten(game: Game, seats: int, difficulty: str, kind: str, games: int, simulations: int) -> float:
    """The share of games that the Bot loses; USA and Europe in turn."""
    won = 0
    for seed in range(games):
        options = {"difficulty": difficulty, "map": ("usa", "europe")[seed % 2]}
        position = game.start(seats=seats, seed=f"bot {seed}", **options)
        play_game(position, opponents(kind, seats, simulations, seed))
        won += position.winners()[0] < seats
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=100)
    asked = parser.parse_args()
    newest = branchline.game("mini-express")
    versions = range(1, newest.newest + 1)
    print("| players | difficulty | " + " | ".join(f"{kind}, version {v}" for kind in KINDS for v in versions) + " |")
    print("| ---: | --- |" + " ---: |" * len(KINDS) * len(versions))
    begun = time.monotonic()
    for seats in (1, 2):
        for difficulty in DIFFICULTIES:
            shares = [
                beaten(newest.of_version(v), seats, difficulty, kind, asked.games, asked.simulations)
                for kind in KINDS
                for v in versions
            ]
            print(f"| {seats} | {difficulty} | " + " | ".join(f"{share:.1%}" for share in shares) + " |", flush=True)
    print(f"{asked.games} games each, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
