"""Words and numbers as the page and the log write them."""


def points(number: int) -> str:
    """A score: a minus where there is one, no plus."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """+3, −2, 0: with a real minus sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def an(word: str) -> str:
    """A word with its article: a Gray, an Orange."""
    return f"{'an' if word[0] in 'AEIOUaeiou' else 'a'} {word}"


def gained(number: int) -> str:
    """+1 point, −2 points."""
    return f"{signed(number)} {'point' if abs(number) == 1 else 'points'}"


def plural(count: int, one: str, many: str = "") -> str:
    """1 train, 2 trains."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th; no game has as many as eleven."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def listed(words: list[str], last: str = "and") -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(text: str) -> str:
    """With a capital letter to begin with."""
    return text[:1].upper() + text[1:]
