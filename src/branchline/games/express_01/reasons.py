"""Why a move is good, in a player's words: what the features of the estimate mean."""

from branchline.game import Reason

REASONS = {
    "points": Reason(
        1.0,
        "your capital is larger",
        "{seat}'s capital is smaller",
    ),
    "decision under way": Reason(
        1.0,
        "it pays you at once",
        "{seat} is paid less",
    ),
    "growth": Reason(
        1.0,
        "your shares can still gain stations",
    ),
    "income": Reason(
        1.0,
        "your trains earn more",
        "{seat}'s trains earn less",
    ),
    "place": Reason(
        1.0,
        "you act earlier in the next round",
    ),
    "cards lacking": Reason(
        1.0,
        "you keep cards to pay with",
        "{seat} is short of cards",
    ),
}
