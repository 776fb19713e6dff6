"""The examples of docs/library.md give what they print, one after the other."""

import doctest
import re
from pathlib import Path

LIBRARY = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_examples_of_the_library_give_what_they_print() -> None:
    blocks = re.findall(r"```python\n(.*?)```", LIBRARY.read_text("utf-8"), re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "library.md", str(LIBRARY), 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples)
    assert results.attempted >= 40
    assert results.failed == 0
