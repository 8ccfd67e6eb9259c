"""Regular expressions of the package take no more than quadratically many steps on any text.

Each is tried on texts in which its parts stand 250 times. Quadratic expressions take a
fraction of the bound for all of them; one that reads a part in two ways would take years.
"""

import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.faulty.pumped import expressions, pumped
from helpers.waiting import count_cpu_seconds

from scinet.errors import QueryError
from scinet.graph.ask.limits import extract_limits
from scinet.graph.db.guard import MAX_LENGTH, check_words
from scinet.graph.sources import bibtex
from scinet.graph.sources.files import open_regular
from scinet.graph.sources.recognise import recognise_file

_TIMES: Final = 250
_CPU_S: Final = 1.0
_MADE_LATER: Final = 10  # of values of the program's own, such as ids that are escaped


class _TooLongError(BaseException):
    pass


def _stop(*_: Any) -> None:
    raise _TooLongError


@pytest.mark.parametrize(
    ("folder", "least"), [("graph", 220), ("models", 25), ("eval", 25), ("src/scinet", 30)]
)
def test_no_expression_explodes_on_a_part_that_stands_again(folder: str, least: int) -> None:
    result, made_later = expressions(folder)
    assert len(result) > least
    assert len(made_later) <= _MADE_LATER, made_later
    earlier = signal.signal(signal.SIGVTALRM, _stop)
    try:
        slow = [item for item in result if not _ends(item.pattern)]
    finally:
        signal.signal(signal.SIGVTALRM, earlier)
    assert not slow


def _ends(pattern: re.Pattern[Any]) -> bool:
    """Whether all searches end in time: Python looks for signals while it goes through a text."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _CPU_S)
    try:
        for before, part, end in pumped(pattern):
            text = f"{before}{part * max(1, _TIMES // len(part))}{end}"
            is_text = isinstance(pattern.pattern, str)
            pattern.search(text if is_text else text.encode("latin-1", "replace"))
    except _TooLongError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return True


def _recognise(text: str) -> object:
    file = Path("text")
    file.write_text(text)
    return recognise_file(open_regular(file, "text"))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (_recognise, "<!-- a -->\n" * 6_000 + "Read me."),
        (_recognise, "<!---->" * 9_000),
        (_recognise, "1" + "\n" * 65_000),
        (extract_limits, "papers not from 1990" + " /" * 400 + " x"),
        (lambda text: list(bibtex.entries(text)), "\n" * 60_000 + "@misc{a, title = {A}}"),
    ],
)  # fmt: skip
def test_long_texts_of_one_part_are_read_at_once(read: Callable[[str], Any], text: str) -> None:
    assert count_cpu_seconds(lambda: read(text)) < 1


@pytest.mark.parametrize("part", ['\\"', "\\'", "/* ", "``", "a.", "("])
def test_a_statement_of_one_part_is_looked_through_at_once(part: str) -> None:
    def look() -> None:
        with suppress(QueryError):
            check_words("RETURN 1 " + part * ((MAX_LENGTH - 9) // len(part)) + " ;;")

    assert count_cpu_seconds(look) < 1


def test_a_statement_that_leaves_a_text_open_is_refused() -> None:
    for text in (
        "RETURN 'a",
        'RETURN "a\\"',
        "RETURN 1 /* a",
        "RETURN `a",
        "RETURN 1 ' CREATE (n)",
    ):
        with pytest.raises(QueryError, match="does not end"):
            check_words(text)
