"""How often good players fulfil each contract of Steam Power's reconstructed deck, and how its games go:

    .venv/bin/python bench/steam_power_deck.py [GAMES]

GAMES times a game of 2, 3, 4 and 5 greedy players each, the two maps in turns. docs/steam-power-deck.md
tells what the figures are for.
"""

import argparse
from dataclasses import dataclass, field
from statistics import mean

import branchline
from branchline.games.steam_power.game import SteamPowerGame
from branchline.games.steam_power.moves import Build
from branchline.games.steam_power.rules import SteamPower
from branchline.games.steam_power.view import cards
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.state import CHANCE, OVER

MAPS = ("us-midwest", "north-east")


@dataclass
class Tally:
    """What was seen of the games with one number of players."""

    rounds: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    asked: int = 0  # goods on fulfilled contracts
    carried: int = 0  # of these, out of factories
    empty: int = 0  # games at whose end the deck was empty


def play(game: SteamPowerGame, seats: int, number: int, tally: Tally) -> SteamPower:
    """One game of greedy players to its end; each sees only what its seat may know."""
    state = game.begin(seats, {**game.defaults(seats), "map": MAPS[number % 2]})
    assert isinstance(state, SteamPower)
    estimate = game.estimate()
    rng = Seed(f"m{number}").at(1)
    while state.to_act != OVER:
        if state.to_act == CHANCE:
            state.play(state.draw(rng))
            continue
        known = state.copy()
        known.redeal(state.to_act, rng)
        move = best_move(known, estimate, rng)
        chosen = game.vocabulary.decode(move)
        if isinstance(chosen, Build):
            tally.carried += chosen.goods
        state.play(move)
    tally.rounds.append(int(state.round))
    tally.scores += [int(score) for score in state.scores()]
    tally.carried -= sum(int(lying) for lying in state.factories.goods)
    tally.empty += state.contracts.deck_left == 0
    return state


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("games", nargs="?", type=int, default=12)
    games: int = asked.parse_args().games
    game = branchline.game("steam-power")
    assert isinstance(game, SteamPowerGame)
    contracts = game.parts.contracts
    times = dict.fromkeys((contract.name for contract in contracts), 0)
    tallies = {seats: Tally() for seats in (2, 3, 4, 5)}
    for number in range(games):
        for seats, tally in tallies.items():
            state = play(game, seats, 1000 * seats + number, tally)
            for fulfilled in state.contracts.fulfilled:
                for card in cards(state, fulfilled):
                    times[contracts[card].name] += 1
                    tally.asked += len(contracts[card].goods)
    for seats, tally in tallies.items():
        bought = 1 - tally.carried / tally.asked
        print(f"{seats} players: {mean(tally.rounds):.1f} rounds, {mean(tally.scores):.0f} points, ", end="")
        print(f"{bought:.1%} of the goods bought, deck empty in {tally.empty} of {games}")
    usual = mean(times.values())
    print(f"a contract is fulfilled {usual:.1f} times")
    for name, count in sorted(times.items(), key=lambda entry: entry[1]):
        print(f"{name}  {count:4}  {count / usual:.2f} of the mean")


if __name__ == "__main__":
    main()
