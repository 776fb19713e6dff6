"""The README's library session runs as it is printed."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_session_gives_what_it_prints() -> None:
    text = README.read_text("utf-8")
    session = text[text.index("```python") :].split("```")[1].removeprefix("python\n")
    test = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert results.attempted >= 9
    assert results.failed == 0
