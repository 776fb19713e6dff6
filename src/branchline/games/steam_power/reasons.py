"""Why a move is good, in a player's words: what the features of the estimate mean."""

from branchline.game import Reason

REASONS = {
    "points": Reason(
        1.0,
        "it scores points now",
        "{seat} gets fewer points by it",
    ),
    "money": Reason(
        1.0,
        "it leaves you more money",
        "{seat} earns less by it",
    ),
    "contracts in hand": Reason(
        1.0,
        "it brings the contracts in your hand within reach",
    ),
    "track": Reason(
        1.0,
        "your network grows, and others will pay for your links",
        "{seat}'s track has a longer way to go",
    ),
    "factories": Reason(
        1.0,
        "your factories have points to come",
        "{seat}'s factories have less to come",
    ),
    "turn under way": Reason(
        1.0,
        "new contracts come to your hand",
    ),
}
