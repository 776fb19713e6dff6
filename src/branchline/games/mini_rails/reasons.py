"""Why a move is good, in a player's words: what the features of the estimate mean."""

from branchline.game import Reason

REASONS = {
    "gains taxed": Reason(
        1.0,
        "your stocks of taxed companies rise, and what they gain is safe",
        "{seat}'s stocks of taxed companies do not rise",
    ),
    "gains untaxed, to be taxed": Reason(
        1.0,
        "your stocks rise, and their companies may well be taxed",
        "{seat} has less to win when companies are taxed",
    ),
    "losses untaxed": Reason(
        0.6,
        "your losses stay smaller",
        "{seat}'s losses grow",
    ),
    "outlook taxed": Reason(
        1.0,
        "your taxed companies have good hexes ahead",
        "it spoils the hexes ahead of {seat}'s taxed companies",
    ),
    "outlook untaxed, to be taxed": Reason(
        1.0,
        "your companies have good hexes ahead and may well be taxed",
        "{seat}'s companies have worse hexes ahead",
    ),
    "stocks shared": Reason(
        0.4,
        "others hold the same stock and will build for it",
    ),
    "early": Reason(
        0.4,
        "you choose early in the next round",
    ),
}
