"""How often good players fulfil each contract of Steam Power's reconstructed deck:

    .venv/bin/python bench/steam_power_deck.py [GAMES]

GAMES times a game of 2, 3, 4 and 5 greedy players each, the two maps in turns. docs/steam-power-deck.md
tells what the figures are for.
"""

import sys

import branchline
from branchline.games.steam_power.game import SteamPowerGame
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.state import CHANCE, OVER

MAPS = ("us-midwest", "north-east")


def play(game: SteamPowerGame, seats: int, number: int) -> SteamPower:
    """One game of greedy players to its end; each sees only what its seat may know."""
    state = game.begin(seats, {**game.defaults(seats), "map": MAPS[number % 2]})
    assert isinstance(state, SteamPower)
    estimate = game.estimate()
    rng = Seed(f"m{number}").at(1)
    while state.to_act != OVER:
        if state.to_act == CHANCE:
            state.play(state.draw(rng))
        else:
            known = state.copy()
            known.redeal(state.to_act, rng)
            state.play(best_move(known, estimate, rng))
    return state


def main(games: int) -> None:
    game = branchline.game("steam-power")
    assert isinstance(game, SteamPowerGame)
    times = dict.fromkeys((contract.name for contract in game.parts.contracts), 0)
    for number in range(games):
        for seats in (2, 3, 4, 5):
            state = play(game, seats, 1000 * seats + number)
            print(f"{seats} players: {state.round} rounds, scores {list(state.scores())}", flush=True)
            for cards in state.fulfilled:
                for card in game.cards(state, cards):
                    times[game.parts.contracts[card].name] += 1
    mean = sum(times.values()) / len(times)
    for name, count in sorted(times.items(), key=lambda entry: entry[1]):
        print(f"{name}  {count:4}  {count / mean:.2f} of the mean")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
