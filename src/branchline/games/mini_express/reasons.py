"""Why a move is good, in a player's words: what the features of the estimate mean."""

from branchline.game import Reason

REASONS = {
    "points": Reason(
        0.5,
        "",
        "{seat}'s shares are worth less",
    ),
    "shares": Reason(
        2.0,
        "you have one share more to be paid for",
    ),
    "shares to grow": Reason(
        0.5,
        "your companies have room to grow",
        "{seat}'s companies have less room to grow",
    ),
    "leads": Reason(
        2.0,
        "you lead in influence where you hold shares",
        "it keeps {seat} from leading in influence",
    ),
    "influence with shares": Reason(
        0.6,
        "it brings influence where you hold shares",
    ),
    "influence": Reason(
        0.4,
        "it brings influence, and influence pays for shares",
    ),
}
