"""Styles: what a builder, a trader and a blocker do otherwise than the same player without a style.

One thinking player sits among others of the same level, in every seat as often. Told is how many of its decisions
between several kinds of moves built or traded (in Mini Rails, where each is done once a round, what it did first),
how many points of what the strongest other seat may expect its decisions took on average, what both had at the end, and
how often it won.

    python bench/styles.py --game mini-rails --level search-2 --games 60
"""

import argparse
from dataclasses import dataclass

import branchline
from branchline.game import Game
from branchline.players import bot
from branchline.players.settings import STYLES
from branchline.position import Position


@dataclass
class Told:
    decisions: int = 0  # in which moves of some style and others were open
    built: int = 0
    traded: int = 0
    moves: int = 0
    took: float = 0.0
    points: float = 0.0
    best_other: float = 0.0
    wins: float = 0.0


def likes(game: Game, style: str, code: int) -> bool:
    move, kinds = game.vocabulary.decode(code), game.styles.get(style, ())
    return move.verb in kinds or move in kinds


def taken(position: Position, code: int) -> float:
    """What a move takes from the seat that may expect most of the others."""
    estimate, after, seat = position.game.estimate(), position.state.copy(), position.to_act
    before = [float(one) for one in estimate.value(position.state)]
    after.play(code)
    rival = max((other for other in range(len(before)) if other != seat), key=before.__getitem__)
    return before[rival] - float(estimate.value(after)[rival])


def play(game: Game, level: str, style: str, number: int, told: Told) -> None:
    position = game.start(seed=number // game.usual_seats)
    mine = number % game.usual_seats
    styled = bot(f"{level}:style={style}" if style else level, number)
    usual = bot(level, number)
    while position.to_act is not None:
        seat = position.to_act
        codes = [int(code) for code in position.state.legal()]
        move = (styled if seat == mine else usual).choose(position)
        code = position.code_of(move)
        if seat == mine and len(codes) > 1:
            told.moves += 1
            told.took += taken(position, code)
        position.play(move)
        if seat == mine:
            of = {style: [likes(game, style, code) for code in codes] for style in ("builder", "trader")}
            if any(any(row) and not all(row) for row in of.values()):
                told.decisions += 1
                told.built += likes(game, "builder", code)
                told.traded += likes(game, "trader", code)
    scores = [float(one) for one in position.scores()]
    told.points += scores[mine]
    told.best_other += max(points for seat, points in enumerate(scores) if seat != mine)
    winners = position.winners()
    told.wins += 1 / len(winners) if mine in winners else 0


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--game", default="mini-rails")
    asked.add_argument("--level", default="search-1")
    asked.add_argument("--games", type=int, default=60)
    asked.add_argument("--style", choices=tuple(STYLES), default="")
    given = asked.parse_args()
    game = branchline.game(given.game)
    print(
        f"| {game.title}, {given.level}, {given.games} games | builds | trades | takes | points | best other | wins |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for style in [given.style] if given.style else ["", *STYLES]:
        told = Told()
        for number in range(given.games):
            play(game, given.level, style, number, told)
        of, n = max(1, told.decisions), given.games
        shares = f"{told.built / of:.0%} | {told.traded / of:.0%} | {told.took / told.moves:.2f}"
        points = f"{told.points / n:.1f} | {told.best_other / n:.1f}"
        print(f"| {style or 'none'} | {shares} | {points} | {told.wins / n:.0%} |", flush=True)


if __name__ == "__main__":
    main()
